//! JSON that is written item by item: all items as values would need many times the memory of their text.

use serde_json::Value;

use super::Pieces;
use crate::report::json::escaped;

/// Writes `frame` with a line break, and `items` in its list `name`, which is empty there and the only one of that name;
/// without a name, the frame is the list.
pub(super) fn list(frame: &Value, name: &str, items: impl Iterator<Item = Value>, out: Pieces<'_>) {
    let frame = escaped(&format!("{frame:#}\n"));
    // In a string its quotes would be escaped.
    let place = match name {
        "" => 0,
        name => {
            let key = format!("\"{name}\": []");
            frame.find(&key).map_or(0, |at| at + key.len() - 2)
        }
    };
    let (head, tail) = frame.split_at(place + 1);
    let line = head.rsplit('\n').next().unwrap_or_default();
    let indent = " ".repeat(line.len() - line.trim_start().len());
    out(head);
    let mut empty = true;
    for item in items {
        let object = escaped(&format!("{item:#}"));
        let mut text = String::with_capacity(object.len() * 2);
        text.push_str(if empty { "\n" } else { ",\n" });
        for (number, line) in object.split('\n').enumerate() {
            text.push_str(if number == 0 { "" } else { "\n" });
            text.push_str(&indent);
            text.push_str("  ");
            text.push_str(line);
        }
        out(&text);
        empty = false;
    }
    if !empty {
        out("\n");
        out(&indent);
    }
    out(tail);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(frame: &Value, name: &str, items: &[Value]) -> (String, usize) {
        let (mut text, mut longest) = (String::new(), 0);
        list(frame, name, items.iter().cloned(), &mut |piece| {
            longest = longest.max(piece.len());
            text.push_str(piece);
        });
        (text, longest)
    }

    #[test]
    fn the_text_is_that_of_the_whole_value() {
        let items = [json!({ "a": [1, "\"list\": []"] }), json!([]), json!("x")];
        for count in 0..=items.len() {
            let items = &items[..count];
            let whole = |items: &[Value]| json!({ "text": "\"list\": []", "in": { "list": items }, "after": [] });
            let (text, _) = written(&whole(&[]), "list", items);
            assert_eq!(text, format!("{:#}\n", whole(items)));
            let (text, _) = written(&json!([]), "", items);
            assert_eq!(text, format!("{:#}\n", json!(items)));
        }
    }

    #[test]
    fn no_piece_is_longer_than_an_item_or_the_frame() {
        let items: Vec<Value> = (0..500).map(|at| json!({ "number": at })).collect();
        let (text, longest) = written(&json!({ "list": [] }), "list", &items);
        assert!(
            text.len() > 10_000 && longest < 64,
            "{} {longest}",
            text.len()
        );
    }
}

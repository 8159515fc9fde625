//! TOML, read by `toml_edit` and turned into our tree.
//!
//! Recursion is bounded: `toml_edit` refuses nesting beyond 80 levels before we see it.

use std::borrow::Cow;

use toml_edit::{Document as Parsed, InlineTable, Item, Key, Table, TableLike, Value as TomlValue};

use crate::syntax::{Document, Error, Member, Node, Note, NoteKind, Span, Tree};

pub(super) fn parse(text: &str) -> Result<Document<'_>, Error> {
    let parsed = Parsed::parse(text).map_err(|error| {
        let range = error.span().unwrap_or(0..0);
        let (before, after) = text.split_at(text.floor_char_boundary(range.start));
        // An escape with digits is told where they end.
        let escape = before.rsplit_once('\\').is_some_and(|(_, digits)| digits.len() < 10 && digits.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        let hint = if after.starts_with(['“', '”', '‘', '’']) {
            Some("use straight quotes")
        } else if after.starts_with('\\') || escape {
            Some("write a backslash as `\\\\`, or use single quotes, between which nothing is escaped")
        } else {
            None
        };
        Error { span: Span::new(range.start, range.end), reason: error.message().lines().next().unwrap_or("invalid TOML").to_owned(), hint }
    })?;
    let mut reader = Reader {
        text,
        notes: Vec::new(),
    };
    let mut root = reader.table(parsed.as_table());
    root.span = Span::new(0, text.len());
    Ok(Document {
        origin: None,
        root: Some(root),
        notes: reader.notes,
        name: None,
    })
}

struct Reader<'t> {
    text: &'t str,
    notes: Vec<Note>,
}

impl<'t> Reader<'t> {
    fn table(&mut self, table: &Table) -> Node<'t> {
        let members = self.members(table);
        // A table's own span is its header, a dotted one has none: it reaches over all that is in it.
        let own = table.span().map(|range| Span::new(range.start, range.end));
        let span = members
            .iter()
            .map(|member| member.key_span.to(member.value.span))
            .chain(own)
            .reduce(Span::to)
            .unwrap_or_default();
        Node {
            span,
            value: Tree::Object(members),
        }
    }

    fn members(&mut self, table: &dyn TableLike) -> Box<[Member<'t>]> {
        table
            .iter()
            .filter_map(|(name, item)| {
                let value = self.item(item)?;
                let key_span = table
                    .key(name)
                    .and_then(Key::span)
                    .map_or(value.span, |range| Span::new(range.start, range.end));
                Some(Member {
                    key: Cow::Owned(name.to_owned()),
                    key_span,
                    value,
                })
            })
            .collect()
    }

    fn item(&mut self, item: &Item) -> Option<Node<'t>> {
        match item {
            Item::None => None,
            Item::Value(value) => Some(self.value(value)),
            Item::Table(table) => Some(self.table(table)),
            Item::ArrayOfTables(tables) => {
                let items: Box<[Node<'t>]> = tables.iter().map(|table| self.table(table)).collect();
                let span = items
                    .iter()
                    .map(|node| node.span)
                    .reduce(Span::to)
                    .unwrap_or_default();
                Some(Node {
                    span,
                    value: Tree::Array(items),
                })
            }
        }
    }

    fn value(&mut self, value: &TomlValue) -> Node<'t> {
        let span = value
            .span()
            .map(|range| Span::new(range.start, range.end))
            .unwrap_or_default();
        let value = match value {
            TomlValue::String(text) => Tree::String(Cow::Owned(text.value().clone())),
            TomlValue::Boolean(flag) => Tree::Bool(*flag.value()),
            TomlValue::Integer(_) | TomlValue::Float(_) | TomlValue::Datetime(_) => {
                Tree::Number(&self.text[span.range()])
            }
            TomlValue::Array(items) => {
                Tree::Array(items.iter().map(|item| self.value(item)).collect())
            }
            TomlValue::InlineTable(table) => {
                let members = self.members(table);
                self.inline_table(table, span, &members);
                Tree::Object(members)
            }
        };
        Node { span, value }
    }

    /// TOML 1.1 lets an inline table run over several lines and end in a comma; older parsers do not.
    fn inline_table(&mut self, table: &InlineTable, span: Span, members: &[Member<'t>]) {
        let mut at = span.start as usize;
        let mut broken = false;
        for member in members {
            broken |= self.text[at..(member.key_span.start as usize).max(at)].contains('\n');
            at = member.value.span.end as usize;
        }
        broken |= self.text[at..(span.end as usize).max(at)].contains(['\n', ','])
            || table.trailing_comma();
        if broken && self.notes.is_empty() {
            self.notes.push(Note {
                kind: NoteKind::MultilineInlineTable,
                span,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(text: &str) -> Node<'_> {
        parse(text).expect("toml").root.expect("a table")
    }

    #[test]
    fn headers_dotted_keys_and_inline_tables_give_the_same_tree() {
        for text in [
            "[a.b]\nc = 'd'\n",
            "a.b.c = 'd'\n",
            "a = { b.c = 'd' }\n",
            "a = { b = { c = 'd' } }\n",
        ] {
            assert_eq!(
                root(text).at(&["a", "b", "c"]).and_then(Node::as_str),
                Some("d"),
                "{text}"
            );
        }
    }

    #[test]
    fn a_list_of_tables_is_an_array_in_source_order() {
        let text = "[[s]]\nname = 'a'\n[s.env]\nK = 1_000\n[[s]]\nname = 'b'\n";
        let root = root(text);
        let items = root.at(&["s"]).expect("a list").items();
        assert_eq!(items.len(), 2);
        let number = items[0].at(&["env", "K"]).expect("a number");
        assert_eq!(&text[number.span.range()], "1_000");
    }

    #[test]
    fn syntax_that_only_the_newest_toml_knows_is_noted() {
        let kinds = |text: &str| parse(text).expect("toml").notes.len();
        assert_eq!(kinds("a = { b = 1, c = [\n1\n] }\n"), 0);
        assert_eq!(kinds("a = {\n b = 1\n}\n"), 1);
        assert_eq!(kinds("a = { b = 1, }\n"), 1);
    }

    #[test]
    fn a_fault_is_placed() {
        let error = parse("a = 1\na = 2\n").expect_err("a duplicate");
        assert!(error.span.start >= 6, "{error:?}");
        assert!(
            parse(r#"a = "C:\Users""#)
                .expect_err("an escape")
                .hint
                .is_some_and(|hint| hint.contains("backslash"))
        );
        assert!(
            parse(r#"a = "C:\me""#)
                .expect_err("an escape")
                .hint
                .is_some_and(|hint| hint.contains("backslash"))
        );
        assert!(
            parse("a = “b”")
                .expect_err("quotes")
                .hint
                .is_some_and(|hint| hint.contains("straight"))
        );
        assert!(parse(&format!("a = {}", "[".repeat(100_000))).is_err());
    }
}

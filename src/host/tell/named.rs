//! Fields that name the variable with a value, where what stands there cannot be a name.

use super::Told;
use crate::diagnostic::Level;
use crate::host::kinds::Wanted;
use crate::host::reading::{At, FieldState, Reading};
use crate::host::{Cost, Kind, TextShape};
use crate::model::dialect::can_be_name;
use crate::model::refs::literal;
use crate::syntax::Node;

/// A text that is to name a variable.
pub(crate) struct NamedVariable<'r, 'n> {
    pub(crate) at: &'r At<'n>,
    /// The key or the position in the field, if it has several.
    pub(crate) below: String,
    pub(crate) node: &'n Node<'n>,
    pub(crate) text: &'n str,
}

/// All that fields of a server name.
pub(crate) fn named_variables<'r, 'n>(reading: &'r Reading<'n>) -> Vec<NamedVariable<'r, 'n>> {
    let mut all = Vec::new();
    for at in &reading.fields {
        let Some(field) = at.field.filter(|_| at.state == FieldState::Read) else {
            continue;
        };
        let mut add = |below: String, node: &'n Node<'n>| {
            if let Some(text) = node.as_str() {
                all.push(NamedVariable {
                    at,
                    below,
                    node,
                    text,
                });
            }
        };
        let value = &at.member.value;
        match field.kind {
            Kind::BearerVar | Kind::KeyVar | Kind::TextVar => add(String::new(), value),
            Kind::HeaderVars => {
                let members = value.members().iter();
                members.for_each(|member| add(format!(".{}", member.key), &member.value));
            }
            Kind::EnvNames => {
                for (index, item) in value.items().iter().enumerate() {
                    let named = item.member("name").map(|member| &member.value);
                    add(format!("[{index}]"), named.unwrap_or(item));
                }
            }
            _ => {}
        }
    }
    all
}

/// Those that no variable can have for its name, and what each of them costs. No parser minds: the variable is just never
/// set. One that minds has said so.
pub(crate) fn odd_names<'r, 'n>(
    reading: &'r Reading<'n>,
) -> impl Iterator<Item = (NamedVariable<'r, 'n>, Told, Cost)> {
    let host = reading.host.subject();
    let format = reading.place.format;
    let named = named_variables(reading).into_iter();
    let unchecked = named.filter_map(|named| Some((named.at.field?, named)));
    let unchecked = unchecked
        .filter(|(field, named)| field.shape != TextShape::Variable && !can_be_name(named.text));
    unchecked.map(move |(field, named)| {
        let needed = match field.kind {
            Kind::BearerVar => true,
            Kind::EnvNames => format.needs_named,
            _ => false,
        };
        let (cost, label) = match field.kind {
            _ if needed => {
                let cost = Cost::Server;
                (cost, format!("{host} {}", cost.consequence()))
            }
            Kind::HeaderVars => (Cost::Ignored, format!("{host} never sends this header")),
            Kind::EnvNames => (Cost::Ignored, "the process never gets it".to_owned()),
            _ => (Cost::Ignored, format!("{host} never finds a value")),
        };
        let (found, help) = match named.text.trim() {
            "" => ("an empty string", "name a variable, or remove it"),
            text if !literal(text) => ("a reference", "write the name alone"),
            _ => ("other text", "name a variable, and set that"),
        };
        let told = Told {
            rule: "wrong-type",
            level: Level::Error,
            span: named.node.span,
            message: format!(
                "`{}`: `{}{}` must be {}, found {found}",
                reading.name,
                named.at.name,
                named.below,
                Wanted::Shaped(TextShape::Variable).phrase()
            ),
            label,
            help: Some(help.to_owned()),
            related: None,
        };
        (named, told, cost)
    })
}

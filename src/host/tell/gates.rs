//! Keys outside the servers whose value the host does not take.

use super::Told;
use crate::host::{FoundGate, FoundServers, GateKind, Host, Place};
use crate::syntax::{Node, Tree};

/// What a key with an answer for each tool may say.
const ANSWERS: [&str; 3] = ["allow", "ask", "deny"];

/// The gates of a file that have a value of another type, on a host that checks them.
pub(crate) fn wrong_gates(host: &Host, place: &Place, found: &FoundServers<'_, '_>) -> Vec<Told> {
    let Some(cost) = place.wrong_gate else {
        return Vec::new();
    };
    let mut list = Vec::new();
    for gate in &found.gates {
        wrong(gate, &mut |below, node, wanted| {
            let name = gate.path.join(".");
            list.push(Told {
                rule: "wrong-type",
                level: cost.level(),
                span: node.span,
                message: format!("`{name}{below}` must be {wanted}, found {}", node.kind()),
                label: format!("{} {}", host.subject(), cost.consequence()),
                help: None,
                related: None,
            });
        });
    }
    list
}

type Say<'s> = &'s mut dyn FnMut(String, &Node<'_>, &str);

fn wrong(gate: &FoundGate<'_, '_>, say: Say<'_>) {
    let node = gate.node;
    match gate.kind {
        GateKind::Off
        | GateKind::Only
        | GateKind::DenyTools
        | GateKind::DenyIds
        | GateKind::AllowTools
        | GateKind::CoreTools
        | GateKind::ApprovedTools
        | GateKind::AskedTools
        | GateKind::ApprovedMentions
        | GateKind::Hosts
        | GateKind::PrivateHosts => {
            if !matches!(node.value, Tree::Array(_)) {
                return say(String::new(), node, "a list of strings");
            }
            for (at, item) in node.items().iter().enumerate() {
                if item.as_str().is_none() {
                    say(format!("[{at}]"), item, "a string");
                }
            }
        }
        GateKind::Tools => switches(node, say),
        GateKind::Permissions => answers(node, String::new(), 2, say),
        // An agent has both, like the file around it.
        GateKind::AgentTools if gate.path.last() == Some(&"tools") => switches(node, say),
        GateKind::AgentTools => answers(node, String::new(), 2, say),
        GateKind::All => {
            if !matches!(node.value, Tree::Bool(_)) {
                say(String::new(), node, "a boolean");
            }
        }
        // The field is one of an object.
        GateKind::Default(name) if name.contains('.') => {
            if !node.is_object() {
                say(String::new(), node, "an object");
            }
        }
        GateKind::Default(_) => {
            if !matches!(node.value, Tree::Number(_)) {
                say(String::new(), node, "a number");
            }
        }
        GateKind::Mentions
        | GateKind::Rules
        | GateKind::ToolRules
        | GateKind::ToolTables
        | GateKind::ProfileTools
        | GateKind::Variables => {}
    }
}

/// A map of tools to whether they may be used.
fn switches(node: &Node<'_>, say: Say<'_>) {
    if !node.is_object() {
        return say(String::new(), node, "an object");
    }
    for member in node.members() {
        if !matches!(member.value.value, Tree::Bool(_)) {
            say(format!(".{}", member.key), &member.value, "a boolean");
        }
    }
}

/// A word, or a map of them, which may have maps of its own `deep` levels down.
fn answers(node: &Node<'_>, below: String, deep: usize, say: Say<'_>) {
    match &node.value {
        Tree::String(word) if ANSWERS.contains(&&**word) => {}
        Tree::Object(members) if deep > 0 => {
            for member in members {
                answers(
                    &member.value,
                    format!("{below}.{}", member.key),
                    deep - 1,
                    say,
                );
            }
        }
        _ => say(below, node, "`allow`, `ask` or `deny`"),
    }
}

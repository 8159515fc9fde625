//! Which tools may run, and which of them ask first.

use std::borrow::Cow;

use super::{Decoder, Fault, pair};
use crate::model::{Entry, Ignored, Pair, Raw, Reason, Slot, Template, Value};
use crate::syntax::{Member, Node, Span, Value as Tree};

impl<'d> Decoder<'d> {
    /// Tools that need no approval; `*` is all of them.
    pub(super) fn approved(
        &mut self,
        member: &Member<'_>,
        node: &Node<'_>,
        name: &str,
    ) -> Result<(), Fault> {
        let mut pairs = Vec::new();
        let tools = self.list(Slot::Approvals, node, name)?;
        if tools.is_empty() {
            self.server.implied.push(node.span);
        }
        for tool in tools {
            let text = tool.as_literal().unwrap_or_default().to_owned();
            let allow = Template::literal("allow", tool.span);
            if text == "*" {
                self.server.entries.push(Entry {
                    slot: Slot::DefaultApproval,
                    field: Cow::Owned(name.to_owned()),
                    key_span: member.key_span,
                    span: tool.span,
                    value: Value::Text(allow),
                });
            } else if pairs.iter().any(|old: &Pair| old.key == text) {
                self.server.implied.push(tool.span);
            } else {
                pairs.push(pair(&text, tool.span, allow, tool.span));
            }
        }
        if !pairs.is_empty() {
            self.approvals(member, name, pairs);
        }
        Ok(())
    }

    /// Words for allowed, to be asked, and forbidden, by tool.
    pub(super) fn policies(
        &mut self,
        member: &Member<'_>,
        words: &[&str],
        tools: Vec<(String, Span, &Node<'_>)>,
    ) -> Result<(), Fault> {
        let mut approvals = Vec::new();
        let mut denied = Vec::new();
        for (tool, tool_span, node) in tools {
            let span = node.span;
            let word = self.string(node, &member.key)?;
            match words.iter().position(|known| *known == word) {
                Some(0) => approvals.push(pair(
                    &tool,
                    tool_span,
                    Template::literal("allow", span),
                    span,
                )),
                Some(1) => {
                    approvals.push(pair(&tool, tool_span, Template::literal("ask", span), span))
                }
                Some(_) => denied.push(Template::literal(tool, span)),
                None => {
                    self.wrong_type(
                        span,
                        format!(
                            "`{}`: `{}` has an unknown word",
                            self.server.name, member.key
                        ),
                    );
                    let field = format!("{}.{tool}", member.key);
                    self.server.ignored.push(Ignored {
                        field,
                        slot: None,
                        key_span: tool_span,
                        span,
                        reason: Reason::Unknown,
                    });
                }
            }
        }
        if !approvals.is_empty() {
            self.approvals(member, &member.key, approvals);
        }
        if !denied.is_empty() {
            match self
                .server
                .entries
                .iter_mut()
                .find(|entry| entry.slot == Slot::DenyTools)
            {
                Some(Entry {
                    value: Value::List(list),
                    ..
                }) => list.extend(denied),
                _ => self.add(Slot::DenyTools, member, &member.key, Value::List(denied)),
            }
        }
        Ok(())
    }

    fn approvals(&mut self, member: &Member<'_>, name: &str, new: Vec<Pair>) {
        match self
            .server
            .entries
            .iter_mut()
            .find(|entry| entry.slot == Slot::Approvals)
        {
            Some(Entry {
                value: Value::Map(pairs),
                ..
            }) => {
                for pair in new {
                    // Saying it twice says no more.
                    if pairs.iter().any(|old| old.key == pair.key) {
                        self.server.implied.push(pair.span);
                    } else {
                        pairs.push(pair);
                    }
                }
            }
            _ => self.add(Slot::Approvals, member, name, Value::Map(new)),
        }
    }

    /// Objects with a tool's name and a word for it; what else they hold stays with the host.
    pub(super) fn policy_list(
        &mut self,
        member: &'d Member<'d>,
        key: &'static str,
        words: &[&str],
    ) -> Result<(), Fault> {
        if !matches!(member.value.value, Tree::Array(_)) {
            return Err(self.fault(&member.value, &member.key, "a list of objects"));
        }
        let mut tools = Vec::new();
        for item in member.value.items() {
            let (Some(name), Some(word)) = (item.member("name"), item.member(key)) else {
                let field = member.key.to_string();
                self.server.ignored.push(Ignored {
                    field,
                    slot: None,
                    key_span: item.span,
                    span: item.span,
                    reason: Reason::Unknown,
                });
                continue;
            };
            let text = self.string(&name.value, &member.key)?;
            self.server.riders.push((name.value.span, word.value.span));
            for other in item
                .members()
                .iter()
                .filter(|other| other.key != "name" && other.key != key)
            {
                self.unknown(other, &format!("{}.{}", member.key, other.key));
            }
            tools.push((text, name.value.span, &word.value));
        }
        self.policies(member, words, tools)
    }

    /// Tables by tool with such a word in them; what else they hold stays with the host.
    pub(super) fn policy_tables(
        &mut self,
        member: &'d Member<'d>,
        key: &'static str,
        words: &[&str],
    ) -> Result<(), Fault> {
        let mut tools = Vec::new();
        for tool in self.members(&member.value, &member.key)? {
            for setting in self.members(&tool.value, &tool.key)? {
                if setting.key == key
                    && setting
                        .value
                        .as_str()
                        .is_some_and(|word| words.contains(&word))
                {
                    tools.push((tool.key.to_string(), tool.key_span, &setting.value));
                } else {
                    let name = format!("{}.{}.{}", member.key, tool.key, setting.key);
                    self.add(
                        Slot::Native,
                        setting,
                        &name,
                        Value::Raw(Raw::from_node(&setting.value)),
                    );
                }
            }
        }
        self.policies(member, words, tools)
    }
}

//! What gates say about tools, by names and patterns.

use std::collections::HashSet;

use super::{ReadGate, mentioned};
use crate::glob;
use crate::host::lower::pair;
use crate::model::{Pair, Raw, Server, Slot, Template, Value};
use crate::order::Order as _;
use crate::syntax::{Node, Span, Tree};

/// The key of a profile under which servers are named.
pub(crate) const PROFILE_SERVERS: &str = "context_servers";

/// What a gate says about a tool or a pattern of them.
pub(super) struct GateItem<'n, 't> {
    /// The text up to the first mark of a pattern.
    pub(super) plain: &'n str,
    pub(super) text: &'n str,
    pub(super) key_span: Span,
    pub(super) node: &'n Node<'t>,
}

/// How a list outside of a server's entry names its tools.
pub(super) struct GateIds {
    /// What stands before the name of a tool.
    pub(super) start: String,
    /// How much of it stands for all of them.
    pub(super) alone: Option<usize>,
    /// What stands for all tools of all servers, in front of `*`.
    pub(super) everything: Option<&'static str>,
}

impl GateIds {
    /// The id that stands for all tools of the server.
    pub(super) fn alone(&self) -> Option<&str> {
        self.start.get(..self.alone?)
    }
}

impl<'n, 't> ReadGate<'_, 'n, 't> {
    /// What holds for one agent only has no counterpart anywhere: some of it limits the server, and some lets it do more.
    pub(super) fn of_an_agent(&self, server: &mut Server, about: Vec<&GateItem<'n, 't>>) {
        for said in about {
            // A limit that is `false` is none, so the word for it stands there instead.
            let limit = |word| {
                let text = Template::literal(word, said.node.span);
                (Slot::Limit, Value::Text(text))
            };
            let answers: [&[&str]; 3] = [&["action"], &["default"], &["permission", "type"]];
            let mut answers = answers.into_iter().filter_map(|path| said.node.at(path));
            let answer = answers.next().unwrap_or(said.node);
            said.node.each_leaf(&mut |leaf| {
                if leaf.span != answer.span {
                    server.implied.push(leaf.span);
                }
            });
            let said = &GateItem::new(said.text, said.key_span, answer);
            let (slot, value) = match &answer.value {
                Tree::Bool(false) => limit("deny"),
                // To ask is what holds for any tool without a rule.
                Tree::String(word) if word == "confirm" && said.text == "*" => {
                    server.implied.push(answer.span);
                    continue;
                }
                Tree::String(word) if word != "allow" => limit(word),
                // What every tool of the host may do is not about this server.
                Tree::Bool(true) | Tree::String(_) if said.text == "*" => {
                    server.implied.push(answer.span);
                    continue;
                }
                Tree::Bool(true) | Tree::String(_) => {
                    (Slot::Native, Value::Raw(Raw::from_node(answer)))
                }
                _ => continue,
            };
            self.entry(server, slot, said, value);
        }
    }

    /// The same for one profile, in which servers have their tools. What it does not name has what it says of all servers.
    pub(super) fn of_a_profile(&self, server: &mut Server) {
        let profile = self.found.node;
        let all = profile.member("enable_all_context_servers").into_iter();
        let own = profile.at(&[PROFILE_SERVERS, &server.name]);
        let tools = own.and_then(|own| own.member("tools"));
        let tools = tools.map(|tools| tools.value.members()).unwrap_or_default();
        for member in all.chain(tools) {
            match &member.value.value {
                Tree::Bool(false) => {
                    let said = GateItem::new(&member.key, member.key_span, &member.value);
                    let text = Template::literal("deny", member.value.span);
                    self.entry(server, Slot::Limit, &said, Value::Text(text));
                }
                _ => server.implied.push(member.value.span),
            }
        }
    }

    /// What the tables of single tools permit.
    pub(super) fn of_tools(&self, server: &mut Server, ids: &GateIds) {
        let (mut asks, mut denied) = (Vec::new(), Vec::new());
        for said in self.about(ids) {
            let Some((tool, permission)) = said.tool(ids).zip(said.node.member("permission"))
            else {
                continue;
            };
            let span = permission.value.span;
            match permission.value.as_str() {
                Some("always") => {
                    let word = Template::literal("allow", span);
                    asks.push(pair(tool, said.key_span, word, span));
                }
                Some("never") => denied.push((said.key_span, Template::literal(tool, span))),
                // To ask is what holds anyway.
                _ => server.implied.push(span),
            }
        }
        self.list(server, Slot::DenyTools, denied);
        self.approvals(server, asks);
    }

    /// All that is said about tools, in the order of the names.
    fn sorted(&self) -> &[GateItem<'n, 't>] {
        self.sorted.get_or_init(|| {
            let node = self.found.node;
            let members = node
                .members()
                .iter()
                .map(|member| (&*member.key, member.key_span, answer(&member.value)));
            let tool = |item: &'n Node<'t>| {
                let mut names = ["tool", "toolName"].into_iter();
                let mut rule = || names.find_map(|name| item.at(&[name])?.as_str());
                item.as_str().or_else(&mut rule)
            };
            let items = node.items().iter();
            let items = items.filter_map(|item| Some((tool(item)?, item.span, item)));
            // One word for everything.
            let word = node.as_str().map(|_| ("*", node.span, node));
            let mut said: Vec<GateItem<'n, 't>> = members
                .chain(items)
                .chain(word)
                .map(|(text, key_span, node)| GateItem::new(text, key_span, node))
                .collect();
            said.order_by_key(|said| said.plain);
            said
        })
    }

    /// Lets tools run without asking, but for those that the gate `asking` has ask.
    pub(super) fn approve(&self, server: &mut Server, ids: &GateIds, asking: Option<&Self>) {
        let about = self.about(ids);
        let ask = |word: &Template| word.as_literal() == Some("ask");
        let all_ask = server.text(Slot::DefaultApproval).is_some_and(ask);
        let asking = asking.map_or(Vec::new(), |gate| gate.about(ids));
        let patterns = asking.iter().filter(|said| said.plain != said.text);
        let patterns: Vec<&str> = patterns.map(|said| said.text).take(PATTERNS).collect();
        let asks = |said: &&GateItem<'_, '_>| {
            let mut patterns = patterns.iter();
            all_ask || said.tool(ids).is_some() && patterns.any(|glob| glob::fits(glob, said.text))
        };
        let (asks, runs): (Vec<_>, Vec<_>) = about.into_iter().partition(asks);
        let asks = asks.iter().map(|said| said.node.span);
        server.implied.extend(asks);
        self.give_word(server, ids, runs, "allow");
    }

    /// Has tools ask, whatever lets them run without (`evaluatePermissionRules` in packages/core of Qwen Code).
    pub(super) fn ask(&self, server: &mut Server, ids: &GateIds) {
        let about = self.about(ids);
        if about.iter().any(|said| said.is_all(ids)) {
            let trust = server.take(Slot::DefaultApproval);
            server.implied.extend(trust.map(|trust| trust.span));
        }
        self.give_word(server, ids, about, "ask");
    }

    /// What was said before about all tools or about one of them holds.
    fn give_word(
        &self,
        server: &mut Server,
        ids: &GateIds,
        about: Vec<&GateItem<'n, 't>>,
        word: &str,
    ) {
        let mut asks: Vec<Pair> = Vec::new();
        for said in about {
            let span = said.node.span;
            let word = Template::literal(word, span);
            if said.is_all(ids) {
                if server.entry(Slot::DefaultApproval).is_none() {
                    self.entry(server, Slot::DefaultApproval, said, Value::Text(word));
                } else {
                    server.implied.push(span);
                }
            } else if let Some(tool) = said.tool(ids) {
                asks.push(pair(tool, said.key_span, word, span));
            } else if said.plain.starts_with(&ids.start) {
                // Nobody else says this of patterns.
                let value = Value::Raw(Raw::from_node(said.node));
                self.entry(server, Slot::Native, said, value);
            }
        }
        self.approvals(server, asks);
    }

    /// Leaves a server the tools on this list and on that of `approved` ones, and of those only what its entry allows.
    pub(super) fn leave_only(&self, server: &mut Server, ids: &GateIds, approved: Option<&Self>) {
        let mut about = self.about(ids);
        about.extend(approved.map_or(Vec::new(), |gate| gate.about(ids)));
        if about.iter().any(|said| said.is_all(ids)) {
            return;
        }
        let mut names = HashSet::new();
        let mut tools = Vec::new();
        for said in about {
            if let Some(tool) = said.tool(ids).filter(|tool| names.insert(*tool)) {
                tools.push((said.key_span, Template::literal(tool, said.node.span)));
            }
        }
        let left = |tool: &Template| tool.as_literal().is_some_and(|tool| names.contains(tool));
        match server.list_mut(Slot::AllowTools) {
            _ if names.is_empty() => self.disable(server, self.found.node.span),
            None => self.list(server, Slot::AllowTools, tools),
            Some(list) if !list.iter().any(left) => self.disable(server, self.found.node.span),
            Some(list) => {
                let (stay, go): (_, Vec<Template>) =
                    std::mem::take(list).into_iter().partition(left);
                *list = stay;
                server.implied.extend(go.iter().map(|tool| tool.span));
            }
        }
    }

    /// The same for a list with `@server` for all of its tools, and `@server/tool` for one.
    pub(super) fn approve_mentioned(&self, server: &mut Server) {
        let mut asks = Vec::new();
        for item in self.named(&server.name) {
            let word = Template::literal("allow", item.span);
            match item.as_str().and_then(mentioned) {
                Some((name, None | Some("*")))
                    if name == server.name && server.entry(Slot::DefaultApproval).is_some() =>
                {
                    server.implied.push(item.span);
                }
                Some((name, None | Some("*"))) if name == server.name => {
                    let said = &GateItem::new("*", item.span, item);
                    self.entry(server, Slot::DefaultApproval, said, Value::Text(word));
                }
                Some((name, Some(tool))) if name == server.name && plain_start(tool) == tool => {
                    asks.push(pair(tool, item.span, word, item.span));
                }
                // Nobody else approves by patterns.
                Some((name, Some(_))) if name == server.name => {
                    let said = &GateItem::new("*", item.span, item);
                    let value = Value::Raw(Raw::from_node(item));
                    self.entry(server, Slot::Native, said, value);
                }
                _ => {}
            }
        }
        self.approvals(server, asks);
    }

    /// What is said about tools whose ids end so.
    pub(super) fn ending(&self, suffix: &str) -> Vec<&GateItem<'n, 't>> {
        let about = self
            .sorted()
            .iter()
            .filter(|said| said.text.ends_with(suffix));
        about.collect()
    }

    /// What is said about a server's tools, in the order of the file.
    pub(super) fn about(&self, ids: &GateIds) -> Vec<&GateItem<'n, 't>> {
        let sorted = self.sorted();
        let prefix = ids.start.as_str();
        let start = sorted.partition_point(|said| said.plain < prefix);
        let count = sorted[start..].partition_point(|said| said.plain.starts_with(prefix));
        let mut about: Vec<&GateItem<'n, 't>> = sorted[start..start + count].iter().collect();
        if let Some(alone) = ids.alone() {
            let at = sorted.partition_point(|said| said.plain < alone);
            let same = sorted[at..].iter().take_while(|said| said.plain == alone);
            about.extend(same.filter(|said| said.text == alone));
        }
        // Patterns that may mean tools of any server, this one among them.
        for end in (0..prefix.len()).filter(|end| prefix.is_char_boundary(*end)) {
            let start = &prefix[..end];
            let at = sorted.partition_point(|said| said.plain < start);
            let same = sorted[at..].iter().take_while(|said| said.plain == start);
            about.extend(same.filter(|said| said.plain != said.text).take(GENERAL));
        }
        about.order_by_key(|said| said.key_span);
        about
    }
}

/// At most so many patterns that have tools ask are compared with the tools of a server.
const PATTERNS: usize = 64;

/// At most so many patterns over all servers are looked at for each.
const GENERAL: usize = 64;

/// What a map from inputs of a tool to answers says about any input; that is all that a server's tool is asked for.
fn answer<'n, 't>(node: &'n Node<'t>) -> &'n Node<'t> {
    node.member("*").map_or(node, |member| &member.value)
}

impl<'n, 't> GateItem<'n, 't> {
    pub(super) fn new(text: &'n str, key_span: Span, node: &'n Node<'t>) -> Self {
        Self {
            plain: plain_start(text),
            text,
            key_span,
            node,
        }
    }
}

impl<'n> GateItem<'n, '_> {
    /// The tool of a server that an id is about. What is done with it may stand behind the id: `:execute`, or `(…)`.
    pub(super) fn tool(&self, ids: &GateIds) -> Option<&'n str> {
        let tool = self.text.strip_prefix(&ids.start);
        let tool = tool.filter(|_| self.plain == self.text)?;
        let tool = tool.strip_suffix(":execute").unwrap_or(tool);
        let tool = match tool.split_once('(') {
            Some((tool, rest)) if rest.ends_with(')') => tool,
            _ => tool,
        };
        (!tool.is_empty()).then_some(tool)
    }

    /// Whether it is about all tools of a server.
    fn is_all(&self, ids: &GateIds) -> bool {
        let starts = |all| ["", all, &ids.start].contains(&self.plain);
        let any = ids.everything.is_some_and(starts) && self.is_open();
        any || Some(self.text) == ids.alone()
    }

    /// Whether nothing but `*` follows what it starts with.
    pub(super) fn is_open(&self) -> bool {
        self.text.strip_prefix(self.plain) == Some("*")
    }
}

/// The text up to the first mark of a glob; nothing of it is sure in a regular expression.
fn plain_start(text: &str) -> &str {
    if text.starts_with("re:") {
        return "";
    }
    text.split(['*', '?', '[']).next().unwrap_or_default()
}

//! Lists of tools in the target's way of matching: a pattern is not the name it looks like.

use crate::effect::{Pattern, Tools};
use crate::host::{Format, GateKind, Host, Loss, LossKind, Matching, Place};
use crate::model::{Entry, Server, Slot, Template, Value};
use crate::syntax::Span;

/// Rewrites the tool lists of a server of `source` for `target`, and tells what cannot be said there.
pub(super) fn adapt(server: &mut Server, source: &Format, host: &Host, place: &Place) -> Vec<Loss> {
    let target = place.format;
    let mut losses = Vec::new();
    no_list_at_all(server, source);
    names_of_nothing(server, source);
    everything_allowed(server, source);
    losses.extend(disabled_instead(server, source, host, place));
    if source.runtime.matching != target.runtime.matching {
        // Where there is no list at all, that is reported and nothing else.
        for slot in [Slot::AllowTools, Slot::DenyTools] {
            if !has_list(server, slot, place) {
                continue;
            }
            losses.extend(patterns(
                server,
                slot,
                source.runtime.matching,
                host,
                target,
            ));
        }
    }
    losses.extend(calls(server, source, host, target));
    losses.extend(nothing_allowed(server, host, target));
    one_list(server, source, host, place, &mut losses);
    losses
}

/// Names with a bracket, of which the target reads only what stands before it.
fn calls(server: &Server, source: &Format, host: &Host, target: &Format) -> Option<Loss> {
    if source.runtime.calls || !target.runtime.calls {
        return None;
    }
    let entry = server.entry(Slot::AllowTools)?;
    let cut = |item: &&Template| item.as_literal().is_some_and(|text| text.contains('('));
    let found: Vec<_> = entry
        .value
        .templates()
        .filter(cut)
        .map(|item| item.span)
        .collect();
    let message = format!(
        "`{}`: {} ends the names in `{}` at `(`",
        server.name, host.name, entry.field
    );
    let loss = Loss::new(
        LossKind::Changed,
        Slot::AllowTools,
        *found.first()?,
        message,
    );
    Some(loss.leaves(found).label("allows a tool of another name"))
}

/// Whether the target has such a list, in its servers or outside them.
fn has_list(server: &Server, slot: Slot, place: &Place) -> bool {
    let mut fields = place.format.fields.iter();
    fields.any(|field| field.slot == slot && field.on.has(server.transport))
        || slot == Slot::DenyTools && has_gate(place)
}

/// Whether the target says outside its servers which tools may be used.
fn has_gate(place: &Place) -> bool {
    let mut gates = place.gates.iter();
    gates.any(|gate| gate.kind == GateKind::Tools)
}

/// Items that are compared with ids and have a character that no id has are about no tool.
fn names_of_nothing(server: &mut Server, source: &Format) {
    let runtime = &source.runtime;
    let Some(ids) = runtime.ids.names.filter(|_| runtime.matches_ids) else {
        return;
    };
    for slot in [Slot::AllowTools, Slot::DenyTools] {
        let entry = server.entries.iter_mut().find(|entry| entry.slot == slot);
        let Some(Entry {
            value: Value::List(items),
            span,
            ..
        }) = entry
        else {
            continue;
        };
        let names_a_tool = |item: &Template| {
            let text = item
                .as_literal()
                .unwrap_or_default()
                .replace(['*', '?'], "");
            ids.id(&text) == text
        };
        let nothing = items.extract_if(.., |item| !names_a_tool(item));
        server.implied.extend(nothing.map(|item| item.span));
        if items.is_empty() && slot == Slot::DenyTools {
            server.implied.push(*span);
            server.take(slot);
        }
    }
}

/// A list that allows every tool says what holds without one.
fn everything_allowed(server: &mut Server, source: &Format) {
    let matching = source.runtime.matching;
    let all = |item: &Template| {
        let text = item.as_literal();
        text.is_some_and(|text| Pattern::new(matching, text).is_everything())
    };
    if server.list(Slot::AllowTools).iter().any(all)
        && let Some(entry) = server.take(Slot::AllowTools)
    {
        let items = entry.value.templates().map(|item| item.span);
        server.implied.extend([entry.span].into_iter().chain(items));
    }
}

/// Items that mean something else there are taken out.
fn patterns(
    server: &mut Server,
    slot: Slot,
    from: Matching,
    host: &Host,
    target: &Format,
) -> Option<Loss> {
    let name = server.name.clone();
    let Some(Entry {
        value: Value::List(items),
        field,
        key_span,
        ..
    }) = server.entries.iter_mut().find(|entry| entry.slot == slot)
    else {
        return None;
    };
    let to = target.runtime.matching;
    let mut gone: Vec<Span> = Vec::new();
    let mut names_only = true;
    items.retain_mut(|item| {
        let text = item.as_literal().unwrap_or_default();
        let pattern = Pattern::new(from, text);
        match spell(&pattern, to) {
            Some(spelled) => {
                if spelled != text {
                    *item = Template::literal(spelled, item.span);
                }
                true
            }
            None => {
                names_only &= matches!(pattern, Pattern::Exact(_));
                gone.push(item.span);
                false
            }
        }
    });
    if gone.is_empty() {
        return None;
    }
    let (field, key_span, emptied) = (field.clone(), *key_span, items.is_empty());
    // The target takes a list without anything in it for no list, and can say "no tools" in no other way.
    let frees = emptied && slot == Slot::AllowTools && cannot_hide_everything(target);
    if emptied && (slot == Slot::DenyTools || frees) {
        server.take(slot);
    }
    let (kind, label) = match slot {
        Slot::DenyTools => (LossKind::Unrestricted, "these tools are no longer hidden"),
        _ if frees => (
            LossKind::Unrestricted,
            "without them, all tools are available",
        ),
        _ => (LossKind::Changed, "these tools are no longer available"),
    };
    let message = match to {
        Matching::Exact | Matching::ExactOrAll => format!(
            "`{name}`: {} matches tool names exactly, so patterns in `{field}` are dropped",
            host.name
        ),
        _ if names_only => format!(
            "`{name}`: {} would read names in `{field}` as patterns, so they are dropped",
            host.name
        ),
        _ => format!(
            "`{name}`: {} cannot express all patterns in `{field}`, so some are dropped",
            host.name
        ),
    };
    Some(
        Loss::new(kind, slot, key_span, message)
            .leaves(gone)
            .label(label)
            .help("list the tools by their full names"),
    )
}

/// Whether the target reads an empty list as no list, and has no pattern for all tools in the other one.
fn cannot_hide_everything(target: &Format) -> bool {
    target.runtime.empty_list_is_none && target.runtime.matching == Matching::Exact
}

/// A pattern as a host with this matching writes it, if it can.
fn spell(pattern: &Pattern, to: Matching) -> Option<String> {
    match (pattern, to) {
        (Pattern::Exact(name), Matching::Exact) => Some(name.clone()),
        (Pattern::Exact(name), Matching::ExactOrAll) => (name != "*").then(|| name.clone()),
        (Pattern::Glob(_), Matching::ExactOrAll) => pattern.is_everything().then(|| "*".to_owned()),
        (Pattern::Exact(name), _) => {
            (!name.contains(['*', '?', '[']) && !name.starts_with("re:")).then(|| name.clone())
        }
        (Pattern::Glob(glob), Matching::Glob | Matching::GlobOrRegex) => Some(glob.clone()),
        (Pattern::Regex(text), Matching::GlobOrRegex) => Some(format!("re:{text}")),
        _ => None,
    }
}

/// Where a list of no tools at all stands in the server.
fn empty_list(server: &Server) -> Option<usize> {
    let nothing = |entry: &Entry| {
        entry.slot == Slot::AllowTools
            && matches!(&entry.value, Value::List(items) if items.is_empty())
    };
    server.entries.iter().position(nothing)
}

/// Where a rule of a source that has rules and no lists hides all tools of the server, and the target cannot say so.
pub(super) fn hidden_all(server: &Server, source: &Format, place: &Place) -> Option<Span> {
    let entry = &server.entries[empty_list(server)?];
    let mut fields = source.fields.iter();
    let runtime = &place.format.runtime;
    let can_say = has_gate(place)
        || match runtime.empty_list_is_none {
            true => runtime.matching != Matching::Exact && has_list(server, Slot::DenyTools, place),
            false => has_list(server, Slot::AllowTools, place),
        };
    let by_rule = fields.all(|field| field.slot != Slot::AllowTools);
    (by_rule && !can_say).then_some(entry.key_span)
}

/// A server without any tools is disabled where the target cannot hide them: nothing of it was to be seen.
fn disabled_instead(
    server: &mut Server,
    source: &Format,
    host: &Host,
    place: &Place,
) -> Option<Loss> {
    let key_span = hidden_all(server, source, place)?;
    let list = server.take(Slot::AllowTools)?;
    if let Some(old) = server.take(Slot::Enabled) {
        server.implied.push(old.span);
    }
    let (name, target, span) = (&server.name, host.name, list.span);
    let message = format!(
        "`{name}`: none of its tools is available; {target} cannot hide them all, so it is disabled"
    );
    server.entries.push(Entry {
        slot: Slot::Enabled,
        value: Value::Flag(false),
        ..list
    });
    let loss = Loss::new(LossKind::Changed, Slot::Enabled, key_span, message);
    Some(
        loss.leaves([span])
            .label("starts without tools in the source")
            .harmless(),
    )
}

/// A list of no tools that the source itself takes for no list. One that only loses its items on the way is another matter.
fn no_list_at_all(server: &mut Server, source: &Format) {
    if !source.runtime.empty_list_is_none {
        return;
    }
    if let Some(at) = empty_list(server) {
        let entry = server.entries.remove(at);
        server.implied.push(entry.span);
    }
}

/// A list of no tools at all, where the target takes it for no list: everything is hidden by another one, if it has one
/// that can say so.
fn nothing_allowed(server: &mut Server, host: &Host, target: &Format) -> Option<Loss> {
    let at = empty_list(server)?;
    hide_everything(server, at, host, target)
}

/// The same for a list whose last tool went.
fn hide_everything(server: &mut Server, at: usize, host: &Host, target: &Format) -> Option<Loss> {
    if !target.runtime.empty_list_is_none {
        return None;
    }
    if cannot_hide_everything(target) {
        let entry = server.entries.remove(at);
        let message = format!(
            "`{}`: {} treats an empty `{}` as no list, so all tools are available",
            server.name, host.name, entry.field
        );
        let loss = Loss::new(
            LossKind::Unrestricted,
            Slot::AllowTools,
            entry.key_span,
            message,
        )
        .leaves([entry.span])
        .label("no tools are available in the source")
        .help("disable the server, or skip it with `--skip`");
        return Some(loss);
    }
    let entry = &mut server.entries[at];
    entry.value = Value::List(vec![Template::literal("*", entry.span)]);
    let mut entry = server.entries.remove(at);
    entry.slot = Slot::DenyTools;
    if let Some(some) = server.take(Slot::DenyTools) {
        let items = some.value.templates().map(|item| item.span);
        server.implied.extend(items.chain([some.span]));
    }
    server.entries.push(entry);
    None
}

/// The same for a server of the target that has got its lists from two sides, if nothing is lost by it.
pub(super) fn join_lists(server: &mut Server, host: &Host, place: &Place) {
    if !place.format.limits.one_tool_list {
        return;
    }
    let mut losses = Vec::new();
    let mut joined = server.clone();
    one_list(&mut joined, place.format, host, place, &mut losses);
    if losses.is_empty() {
        *server = joined;
    }
}

/// Where only one list may be written, what is allowed without what is denied says the same, as long as names are names.
fn one_list(
    server: &mut Server,
    source: &Format,
    host: &Host,
    place: &Place,
    losses: &mut Vec<Loss>,
) {
    let target = place.format;
    let both = server.entry(Slot::AllowTools).is_some() && server.entry(Slot::DenyTools).is_some();
    let slots = [Slot::AllowTools, Slot::DenyTools];
    let has = slots.map(|slot| Some(slot).filter(|slot| has_list(server, *slot, place)));
    // What a gate allows is all that there is.
    let lacks = match has {
        [Some(_), denied] => denied.is_none(),
        [None, _] => has_gate(place),
    };
    if !(target.limits.one_tool_list || lacks) || !both {
        return;
    }
    let Some(denial) = server.take(Slot::DenyTools) else {
        return;
    };
    let Value::List(denied) = &denial.value else {
        return;
    };
    let name = server.name.clone();
    let Some(Entry {
        value: Value::List(allowed),
        span,
        ..
    }) = server
        .entries
        .iter_mut()
        .find(|entry| entry.slot == Slot::AllowTools)
    else {
        return;
    };
    // What the target has no list for is still in the source's words.
    let pattern = |slot| {
        let target = has.contains(&Some(slot)).then_some(target);
        let matching = target.unwrap_or(source).runtime.matching;
        move |item: &Template| Pattern::new(matching, item.as_literal().unwrap_or_default())
    };
    let exact = |pattern: Pattern| matches!(pattern, Pattern::Exact(_));
    let tools = Tools {
        deny: denied.iter().map(pattern(Slot::DenyTools)).collect(),
        ..Tools::default()
    };
    let sight = tools.sight();
    let hidden = |item: &Template| {
        let tool = item.as_literal().unwrap_or_default();
        sight.sees(tool) == Some(false)
    };
    let regex = |pattern: &Pattern| matches!(pattern, Pattern::Regex(_));
    let certain = source.runtime.matching == Matching::Exact
        || allowed.iter().map(pattern(Slot::AllowTools)).all(exact)
            && !tools.deny.iter().any(regex);
    if !certain && lacks {
        server.entries.push(denial);
        return;
    }
    if !certain {
        let message = format!(
            "`{name}`: {} accepts one list of tools only, so `{}` is dropped",
            host.name, denial.field
        );
        losses.push(
            Loss::new(
                LossKind::Unrestricted,
                Slot::DenyTools,
                denial.key_span,
                message,
            )
            .leaves(denied.iter().map(|item| item.span).collect::<Vec<_>>())
            .label("these tools are no longer hidden"),
        );
        return;
    }
    let anchor = allowed.first().map_or(*span, |tool| tool.span);
    let gone: Vec<Span> = allowed
        .iter()
        .filter(|tool| hidden(tool))
        .map(|tool| tool.span)
        .collect();
    allowed.retain(|tool| !hidden(tool));
    let anchor = allowed.first().map_or(anchor, |tool| tool.span);
    let emptied = allowed.is_empty();
    let denied = denied.iter().map(|tool| tool.span);
    if emptied {
        server.implied.extend(denied.chain(gone));
    } else {
        let riders = denied.chain(gone).filter(|rider| *rider != anchor);
        server.riders.extend(riders.map(|rider| (rider, anchor)));
    }
    let list = |entry: &Entry| entry.slot == Slot::AllowTools;
    if let Some(at) = server.entries.iter().position(list).filter(|_| emptied) {
        losses.extend(hide_everything(server, at, host, target));
    }
}

//! One server of the model to the target's shape.
//!
//! Fields are written in the order of the target's table, and each takes out of the server what it can express. What
//! is left at the end has no place there.

mod take;
mod text;

use self::take::{
    approved, around, bearer, container, empty, flag, give_back, handed_from, is_empty, policies,
    policy_tables, remove, set_first, take_pair, take_pairs, trusted,
};
pub(crate) use self::text::Caveat;
use self::text::Name;
use super::{Field, Host, Kind, Out, OutValue, Place, Write};
use super::{Loss, LossKind, Skip};
use crate::model::{Entry, Server, Slot, Template, Value};
use crate::syntax::Span;

/// Writes servers for one place of one host.
pub(crate) struct Encoder {
    pub(crate) host: &'static Host,
    pub(crate) place: &'static Place,
    pub(crate) losses: Vec<Loss>,
    /// Where the target makes something else of a value in odd cases only.
    pub(crate) caveats: Vec<Caveat>,
    /// The target is the source's own host, so its native fields have a meaning.
    pub(crate) same_host: bool,
    /// Values were put in already, so that nobody is told to ask for them.
    pub(crate) expanded: bool,
}

impl Encoder {
    pub(crate) fn new(host: &'static Host, place: &'static Place, same_host: bool) -> Self {
        Self {
            host,
            place,
            losses: Vec::new(),
            caveats: Vec::new(),
            same_host,
            expanded: false,
        }
    }

    /// The entry for `server`, from which everything that could be written is taken.
    pub(crate) fn server(&mut self, server: &mut Server) -> Result<Out, Skip> {
        let mut out = Out::object();
        let transport = server.transport;
        let always: Vec<&Field> = self.place.format.always(transport).collect();
        for field in self
            .host
            .fields(self.place)
            .iter()
            .filter(|field| field.on.has(transport) && field.write != Write::Never)
            .filter(|field| !self.place.format.without.contains(&field.name))
        {
            let other = |name: Option<&str>| name.is_some_and(|name| out.get(name).is_some());
            if (field.needs.is_some() && !other(field.needs)) || other(field.unless) {
                continue;
            }
            match self.field(field, server)? {
                Some(value) => out.set(field.name, value),
                None if always.iter().any(|other| other.name == field.name) => {
                    out.set(field.name, Out::added(empty(field.kind)))
                }
                None => {}
            }
        }
        self.groups(&server.name, &mut out);
        if self.same_host {
            self.native(server, &mut out);
        }
        self.left_over(server);
        Ok(out)
    }

    fn field(&mut self, field: &Field, server: &mut Server) -> Result<Option<Out>, Skip> {
        let slot = field.slot;
        let out = match field.kind {
            Kind::Tag => return Ok(self.tag(server)),
            Kind::Text => match server.take(slot) {
                Some(Entry {
                    value: Value::Text(text),
                    field,
                    ..
                }) => Some(self.string(&field, slot, &text)?),
                other => give_back(server, other),
            },
            Kind::Line | Kind::LineOrArgv => self.line(field, server)?,
            Kind::Argv => {
                let Some(command) = server.take(Slot::Command) else {
                    return Ok(None);
                };
                let mut words = Vec::new();
                if let Value::Text(text) = &command.value {
                    words.push(self.string(&command.field, Slot::Args, text)?);
                }
                if let Some(Entry {
                    value: Value::List(list),
                    field,
                    ..
                }) = server.take(Slot::Args)
                {
                    words.extend(self.strings(&field, Slot::Args, &list)?);
                }
                Some(Out::added(OutValue::Array(words)))
            }
            Kind::List => match server.take(slot) {
                Some(Entry {
                    value: Value::List(list),
                    field,
                    span,
                    ..
                }) => {
                    let items = self.strings(&field, slot, &list)?;
                    Some(container(OutValue::Array(items), list.is_empty(), span))
                }
                other => give_back(server, other),
            },
            Kind::Spaced => match server.take(slot) {
                Some(Entry {
                    value: Value::List(list),
                    field,
                    span,
                    ..
                }) => {
                    // No words at all are no text, which hosts refuse.
                    if list.is_empty() {
                        server.implied.push(span);
                        return Ok(None);
                    }
                    let words = self.strings(&field, slot, &list)?;
                    let from: Vec<Span> = if list.is_empty() {
                        vec![span]
                    } else {
                        words
                            .iter()
                            .flat_map(|word| word.from.iter().copied())
                            .collect()
                    };
                    let text = words.iter().filter_map(|word| {
                        if let OutValue::String(text) = &word.value {
                            Some(text.as_str())
                        } else {
                            None
                        }
                    });
                    Some(Out {
                        value: OutValue::String(text.collect::<Vec<_>>().join(" ")),
                        from,
                        moved: false,
                    })
                }
                other => give_back(server, other),
            },
            Kind::Map | Kind::LooseMap => self.map(field, server)?,
            Kind::Flag | Kind::NotFlag | Kind::OffFlag => flag(field, server),
            Kind::Millis => self.time(slot, server, 1.0, true),
            Kind::Seconds => self.time(slot, server, 1000.0, false),
            Kind::WholeSeconds => self.time(slot, server, 1000.0, true),
            Kind::Port => match server.take(slot) {
                Some(Entry {
                    value: Value::Int(port),
                    span,
                    ..
                }) => Some(Out::new(OutValue::Number(port.to_string()), span)),
                other => give_back(server, other),
            },
            Kind::EnvNames => {
                let names = take_pairs(server, Slot::Env, |pair| {
                    pair.value.as_ref().and_then(Template::as_env) == Some(&pair.key)
                });
                let names: Vec<Out> = names
                    .into_iter()
                    .map(|pair| {
                        let source = self
                            .same_host
                            .then(|| handed_from(field, server, &pair.key));
                        let name = Out::string(pair.key, pair.span).moved();
                        match source.flatten() {
                            Some(source) => Out::added(OutValue::Object(vec![
                                ("name".to_owned(), name),
                                ("source".to_owned(), source),
                            ])),
                            None => name,
                        }
                    })
                    .collect();
                (!names.is_empty()).then(|| Out::added(OutValue::Array(names)))
            }
            Kind::HeaderVars => {
                let pairs = take_pairs(server, Slot::Headers, |pair| {
                    pair.value.as_ref().and_then(Template::as_env).is_some()
                });
                let vars = pairs.into_iter().filter_map(|pair| {
                    let name = pair.value.as_ref()?.as_env()?.to_owned();
                    Some((pair.key, Out::string(name, pair.span).moved()))
                });
                let vars: Vec<_> = vars.collect();
                (!vars.is_empty()).then(|| Out::added(OutValue::Object(vars)))
            }
            Kind::BearerVar => {
                let pair = take_pair(server, |pair| {
                    bearer(pair).is_some_and(|token| token.as_env().is_some())
                });
                pair.and_then(|pair| Some(Out::string(bearer(&pair)?.as_env()?, pair.span).moved()))
            }
            Kind::BearerText => match take_pair(server, |pair| {
                bearer(pair).is_some_and(|token| token.has_references())
            }) {
                Some(pair) => match bearer(&pair) {
                    Some(token) => {
                        Some(self.string("headers.Authorization", slot, &token)?.moved())
                    }
                    None => None,
                },
                None => None,
            },
            Kind::KeyVar => return Ok(self.key_var(field, server)),
            Kind::Approved => approved(server),
            Kind::Trusted => trusted(server),
            Kind::Policies(words) => policies(server, &words),
            Kind::PolicyTables(key, words) => policy_tables(server, key, &words),
            Kind::DefaultPolicy(words) => match server.take(slot) {
                Some(Entry {
                    value: Value::Text(text),
                    span,
                    ..
                }) => Some(Out::string(
                    if text.as_literal() == Some("allow") {
                        words[0]
                    } else {
                        words[1]
                    },
                    span,
                )),
                other => give_back(server, other),
            },
            Kind::PolicyList(..)
            | Kind::Group(_)
            | Kind::Word(_)
            | Kind::Number
            | Kind::Object
            | Kind::Any => None,
        };
        Ok(out)
    }

    fn tag(&self, server: &mut Server) -> Option<Out> {
        let spelling = self.place.format.spelling(server.transport)?;
        let always = self
            .host
            .fields(self.place)
            .iter()
            .any(|field| field.kind == Kind::Tag && field.write == Write::Always);
        if spelling.word.is_empty() || spelling.implied && !always {
            return None;
        }
        let value = OutValue::String(spelling.word.to_owned());
        Some(server.transport_span.map_or_else(
            || Out::added(value.clone()),
            |span| Out::new(value.clone(), span),
        ))
    }

    /// A program in a field whose text the host splits into words.
    fn line(&mut self, field: &Field, server: &mut Server) -> Result<Option<Out>, Skip> {
        let Some(entry) = server.take(Slot::Command) else {
            return Ok(None);
        };
        let Value::Text(text) = &entry.value else {
            return Ok(give_back(server, Some(entry)));
        };
        let out = self.string(&entry.field, Slot::Command, text)?;
        let OutValue::String(program) = &out.value else {
            return Ok(Some(out));
        };
        let has_args = matches!(server.entry(Slot::Args), Some(Entry { value: Value::List(list), .. }) if !list.is_empty());
        let splits =
            program.contains(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '\\'));
        if !splits || (has_args && field.kind == Kind::Line) {
            return Ok(Some(out));
        }
        Ok(Some(if field.kind == Kind::LineOrArgv {
            Out::added(OutValue::Array(vec![out]))
        } else {
            let quoted = format!("\"{}\"", program.replace('\\', "\\\\").replace('"', "\\\""));
            Out {
                value: OutValue::String(quoted),
                ..out
            }
        }))
    }

    fn map(&mut self, field: &Field, server: &mut Server) -> Result<Option<Out>, Skip> {
        let Some(entry) = server.take(field.slot) else {
            return Ok(None);
        };
        let Value::Map(pairs) = &entry.value else {
            return Ok(give_back(server, Some(entry)));
        };
        let mut members: Vec<(String, Out)> = Vec::with_capacity(pairs.len());
        for pair in pairs {
            let value = match &pair.value {
                Some(text) => self.string(Name(&entry.field, Some(&pair.key)), field.slot, text)?,
                None if field.kind == Kind::LooseMap => Out::new(OutValue::Null, pair.span),
                None => {
                    self.dropped(
                        &server.name,
                        &format!("{}.{}", entry.field, pair.key),
                        entry.slot,
                        pair.key_span,
                        vec![pair.span],
                        false,
                    );
                    continue;
                }
            };
            members.push((pair.key.clone(), value));
        }
        // A map that lost all of its pairs is not written as if it had been empty.
        if members.is_empty() && !pairs.is_empty() && field.write != Write::Always {
            return Ok(None);
        }
        Ok(Some(container(
            OutValue::Object(members),
            pairs.is_empty(),
            entry.span,
        )))
    }

    fn time(&mut self, slot: Slot, server: &mut Server, unit: f64, whole: bool) -> Option<Out> {
        let entry = server.take(slot)?;
        let Value::Millis(millis) = entry.value else {
            return give_back(server, Some(entry));
        };
        // No time at all, or more than there is, is no limit that hosts take.
        if !(millis > 0.0 && millis < 1e15) {
            self.dropped(
                &server.name,
                &entry.field,
                entry.slot,
                entry.key_span,
                vec![entry.span],
                false,
            );
            return None;
        }
        let exact = millis / unit;
        let number = if whole { exact.ceil().max(1.0) } else { exact };
        if whole && number.to_bits() != exact.to_bits() {
            let message = format!("`{}`: `{}` becomes {number}", server.name, entry.field);
            let unit = if unit > 1.0 {
                "seconds"
            } else {
                "milliseconds"
            };
            self.losses.push(
                Loss::new(LossKind::Changed, slot, entry.span, message)
                    .leaves([entry.span])
                    .label(format!("{} accepts whole {unit}", self.host.name)),
            );
        }
        Some(Out::new(OutValue::Number(number.to_string()), entry.span))
    }

    /// One header whose value is a variable between two texts.
    fn key_var(&mut self, field: &Field, server: &mut Server) -> Option<Out> {
        let pair = take_pair(server, |pair| around(pair).is_some())?;
        let (before, name, after) = around(&pair)?;
        let stem = field.name.rsplit('.').next()?.strip_suffix("_env")?;
        let mut group = vec![(format!("{stem}_env"), Out::string(name, pair.span).moved())];
        if !pair.key.eq_ignore_ascii_case("authorization") {
            group.push((
                format!("{stem}_header"),
                Out::string(pair.key.clone(), pair.span).moved(),
            ));
        }
        let format = format!("{before}{{token}}{after}");
        if format != "Bearer {token}" {
            group.push((
                format!("{stem}_format"),
                Out::string(format, pair.span).moved(),
            ));
        }
        // The caller sets one value at the field's own path; a group of neighbours is spread by `groups`.
        Some(Out::added(OutValue::Object(group)))
    }

    /// Spreads neighbours, and names the group of fields that is there where the host wants it named.
    fn groups(&mut self, server: &str, out: &mut Out) {
        for field in self.host.fields(self.place) {
            if field.kind == Kind::KeyVar
                && let Some(Out {
                    value: OutValue::Object(group),
                    ..
                }) = out.get(field.name).cloned()
            {
                let parent = field
                    .name
                    .rsplit_once('.')
                    .map_or(String::new(), |(parent, _)| format!("{parent}."));
                remove(out, field.name);
                for (key, value) in group {
                    out.set(&format!("{parent}{key}"), value);
                }
            }
        }
        for field in self.host.fields(self.place) {
            let Kind::Group(words) = field.kind else {
                continue;
            };
            let present: Vec<_> = words
                .iter()
                .filter(|(_, names)| names.iter().any(|name| out.get(name).is_some()))
                .collect();
            let Some(((word, own), others)) = present.split_first() else {
                continue;
            };
            let due = self
                .host
                .fields(self.place)
                .iter()
                .filter(|field| field.write == Write::Always && own.contains(&field.name));
            let due: Vec<&Field> = due.filter(|field| out.get(field.name).is_none()).collect();
            for field in due {
                out.set(field.name, Out::added(empty(field.kind)));
            }
            for (_, names) in others {
                for name in *names {
                    let Some(gone) = out.get(name) else { continue };
                    let mut leaves = Vec::new();
                    gone.each_leaf(&mut |leaf| leaves.extend(leaf.from.iter().copied()));
                    let other = self
                        .place
                        .format
                        .fields
                        .iter()
                        .find(|field| field.name == *name);
                    if let (Some(first), Some(other)) = (leaves.first().copied(), other) {
                        self.dropped(server, name, other.slot, first, leaves, false);
                    }
                    remove(out, name);
                }
            }
            set_first(
                out,
                field.name,
                Out::added(OutValue::String((*word).to_owned())),
            );
        }
    }

    fn native(&self, server: &mut Server, out: &mut Out) {
        let fields = self.host.fields(self.place);
        server.entries.retain(|entry| {
            let Value::Raw(raw) = &entry.value else {
                return true;
            };
            let known = fields
                .iter()
                .any(|field| entry.field.starts_with(field.name) && field.on.has(server.transport));
            if known {
                out.set(&entry.field, raw.to_out());
            }
            !known
        });
    }

    /// What no field took.
    fn left_over(&mut self, server: &mut Server) {
        for entry in std::mem::take(&mut server.entries) {
            match (entry.slot, &entry.value) {
                // Switched on is what a server is when nothing is said.
                (Slot::Enabled, Value::Flag(true)) => server.implied.push(entry.span),
                (_, Value::Map(pairs)) if !pairs.is_empty() => {
                    for pair in pairs {
                        let stricter = entry.slot == Slot::Approvals
                            && pair.value.as_ref().and_then(Template::as_literal) == Some("ask");
                        self.dropped(
                            &server.name,
                            &format!("{}.{}", entry.field, pair.key),
                            entry.slot,
                            pair.key_span,
                            vec![pair.span],
                            stricter,
                        );
                    }
                }
                (Slot::Args | Slot::Env | Slot::Headers, Value::List(_) | Value::Map(_))
                    if is_empty(&entry.value) =>
                {
                    server.implied.push(entry.span)
                }
                (_, Value::List(items)) if !items.is_empty() => {
                    let leaves = items.iter().map(|item| item.span).collect();
                    self.dropped(
                        &server.name,
                        &entry.field,
                        entry.slot,
                        entry.key_span,
                        leaves,
                        entry.slot.restricts(),
                    );
                }
                (Slot::DefaultApproval, Value::Text(text)) => {
                    let stricter = text.as_literal() == Some("ask");
                    self.dropped(
                        &server.name,
                        &entry.field,
                        entry.slot,
                        entry.key_span,
                        vec![entry.span],
                        stricter,
                    );
                }
                (Slot::Sandbox, Value::Flag(false)) => server.implied.push(entry.span),
                (Slot::Limit, Value::Raw(raw)) if raw.says_no() => server.implied.push(entry.span),
                _ => self.dropped(
                    &server.name,
                    &entry.field,
                    entry.slot,
                    entry.key_span,
                    vec![entry.span],
                    entry.slot.restricts(),
                ),
            }
        }
    }

    /// Notes that a field of `slot` has no place in the target.
    pub(crate) fn dropped(
        &mut self,
        server: &str,
        field: &str,
        slot: Slot,
        key_span: Span,
        leaves: Vec<Span>,
        restricts: bool,
    ) {
        let target = self.host.name;
        let own_words = self.place.format.limits.words.as_ref().map(|words| {
            let top = field.split('.').next().unwrap_or(field);
            let text = words
                .field
                .replace("{name}", server)
                .replace("{field}", top);
            format!("{target} would report: {text}")
        });
        self.losses.push(if restricts {
            let message = format!(
                "`{server}`: {target} cannot express `{field}`, so the server may do more there"
            );
            Loss::new(LossKind::Unrestricted, slot, key_span, message)
                .leaves(leaves)
                .label(own_words.unwrap_or_else(|| "this limits the server".to_owned()))
                .help(format!(
                    "limit the server in {target} by other means, or skip it with `--skip`"
                ))
        } else {
            let message = format!("`{server}`: {target} has no equivalent of `{field}`");
            Loss::new(LossKind::Dropped, slot, key_span, message)
                .leaves(leaves)
                .label(own_words.unwrap_or_else(|| "dropped".to_owned()))
        });
    }
}

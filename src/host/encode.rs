//! One server of the model to the target's shape.
//!
//! Fields are written in the order of the target's table, and each takes out of the server what it can express. What
//! is left at the end has no place there.

mod groups;
mod take;
mod text;

use std::borrow::Cow;
use std::rc::Rc;

use self::take::is_empty;
pub(super) use self::take::{container, give_back, take_pair, take_pairs};
pub(crate) use self::text::Caveat;
pub(super) use self::text::Name;
use super::{Field, Format, Host, Kind, Out, OutValue, Outside, Place, Write, kinds};
use super::{Loss, LossKind, Skip};
use crate::host::leads_into;
use crate::model::{Entry, Pair, Prompts, Server, Slot, Template, Transport, Value};
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
    /// The server that is written, for messages.
    name: String,
    /// The name that it gets, if that is another one.
    pub(crate) renamed: Option<String>,
    /// What the source asks its users for.
    pub(crate) prompts: Rc<Prompts>,
    /// Variables that the server refers to, where the target wants them listed.
    pub(in crate::host) listed: Vec<String>,
    /// Inputs that it refers to.
    pub(in crate::host) asked: Vec<String>,
    /// The target reads no other references than these two.
    pub(in crate::host) lists: bool,
    /// Values were put in already, so that nobody is told to ask for them.
    pub(crate) expanded: bool,
    /// How the source reads its servers.
    pub(crate) source: Option<&'static Format>,
    /// The server was read from a file of this place, whose texts stay as they are.
    pub(crate) verbatim: bool,
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
            renamed: None,
            prompts: Rc::default(),
            listed: Vec::new(),
            asked: Vec::new(),
            lists: false,
            name: String::new(),
            source: None,
            verbatim: false,
        }
    }

    /// The name under which the server is written.
    pub(in crate::host) fn written_name(&self) -> &str {
        self.renamed.as_deref().unwrap_or(&self.name)
    }

    /// The entry for `server`, from which everything that could be written is taken.
    pub(crate) fn server(&mut self, server: &mut Server) -> Result<Out, Skip> {
        self.name.clone_from(&server.name);
        let mut out = Out::object();
        let transport = server.transport;
        let always: Vec<&Field> = self.place.format.always(transport).collect();
        let incomplete = self.incomplete(server);
        self.listed = self.place.format.listed_in(server);
        self.asked = kinds::input_ids(server);
        self.lists = self.place.format.lists(transport);
        let fields = self.place.format.fields.iter();
        let fields = fields.filter(|field| field.on.has(transport) && field.write != Write::Never);
        let without = self.place.format.without;
        let fields: Vec<&Field> = fields
            .filter(|field| !without.contains(&field.name))
            .collect();
        // What has a field of its own does not have to fit among the other headers, wherever that field stands.
        let mut early = Vec::new();
        for field in fields.iter().filter(|it| it.kind == Kind::BearerVar) {
            early.push((field.name, kinds::write(self, field, server)?));
        }
        for field in fields {
            if let Some(at) = early.iter().position(|(name, _)| *name == field.name) {
                if let Some(value) = early.swap_remove(at).1 {
                    out.set(field.name, value);
                }
                continue;
            }
            let there = |name: &&str| out.get(name).is_some();
            if !field.needs.iter().all(&there) || field.unless.iter().any(there) {
                continue;
            }
            if self.too_small(field, server)
                || incomplete.iter().any(|it| leads_into(field.name, it))
            {
                continue;
            }
            if let Some(names) = self.list(field, transport) {
                out.set(field.name, names);
                continue;
            }
            match kinds::write(self, field, server)? {
                Some(value) => out.set(field.name, value),
                None if always.iter().any(|other| other.name == field.name) => {
                    out.set(field.name, Out::added(self.nothing(field)))
                }
                None => {}
            }
        }
        for field in self.place.format.fields {
            if let Some(flag) = field.brings
                && out.get(field.name).is_some()
                && out.get(flag).is_none()
            {
                out.set(flag, Out::added(OutValue::Bool(true)));
            }
        }
        self.groups(&server.name, &mut out);
        if self.same_host {
            self.native(server, &mut out);
        }
        let oauth = self.uses_oauth(&out);
        self.left_over(server, oauth);
        Ok(out)
    }

    /// Objects that the target does not accept without a field that the server says nothing about.
    fn incomplete(&self, server: &Server) -> Vec<&'static str> {
        let format = self.place.format;
        let says = |name: &str| {
            let mut fields = format.fields.iter().filter(|field| field.name == name);
            fields.any(|field| server.entry(field.slot).is_some())
        };
        let whole = format.limits.whole.iter();
        whole
            .filter(|(_, needed)| !says(needed))
            .map(|(object, _)| *object)
            .collect()
    }

    /// Whether a client for OAuth was written.
    fn uses_oauth(&self, out: &Out) -> bool {
        let mut fields = self.place.format.fields.iter();
        fields.any(|field| field.slot == Slot::OauthClientId && out.get(field.name).is_some())
    }

    /// What stands in a field that is always written, when nothing sets it.
    fn nothing(&self, field: &Field) -> OutValue {
        let mut defaults = self.place.format.defaults.iter();
        match defaults.find(|(name, _)| *name == field.name) {
            Some((_, words)) => {
                let word = |word: &&str| Out::added(OutValue::String((*word).to_owned()));
                OutValue::Array(words.iter().map(word).collect())
            }
            None => kinds::empty(field.kind),
        }
    }

    /// Takes out a number that the target would pass over or refuse.
    fn too_small(&mut self, field: &Field, server: &mut Server) -> bool {
        let outside = field.range.outside;
        // Times that are refused are the business of those who write them.
        let small = |value: &Value| match value {
            Value::Millis(millis) => outside == Outside::Ignored && *millis < field.range.least,
            #[expect(clippy::cast_precision_loss, reason = "ports are small")]
            Value::Int(number) => (*number as f64) < field.range.least,
            _ => false,
        };
        if field.range.least <= 0.0 || outside == Outside::Clamped {
            return false;
        }
        let Some(entry) = server.entry(field.slot).filter(|entry| small(&entry.value)) else {
            return false;
        };
        let message = format!(
            "`{}`: {} accepts no value below {} in `{}`",
            server.name, self.host.name, field.range.least, field.name
        );
        self.losses.push(
            Loss::new(LossKind::Changed, field.slot, entry.span, message)
                .leaves([entry.span])
                .label("dropped"),
        );
        server.take(field.slot);
        true
    }

    /// The names of the variables that the server refers to, where `field` is the one that lists them.
    fn list(&self, field: &Field, transport: Transport) -> Option<Out> {
        let listed = self.place.format.listing(transport)?;
        if listed.names != field.name || self.listed.is_empty() {
            return None;
        }
        let name = |name: &String| Out::added(OutValue::String(name.clone()));
        let names = self.listed.iter().map(name).collect();
        Some(Out::added(OutValue::Array(names)))
    }

    fn native(&self, server: &mut Server, out: &mut Out) {
        let fields = self.place.format.fields;
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
    fn left_over(&mut self, server: &mut Server, oauth: bool) {
        for entry in std::mem::take(&mut server.entries) {
            match (entry.slot, &entry.value) {
                // Switched on is what a server is when nothing is said.
                (Slot::Enabled, Value::Flag(true)) => server.implied.push(entry.span),
                // Without a field for it, OAuth is used wherever something is said about it.
                (Slot::OauthEnabled, Value::Flag(true)) if oauth => server.implied.push(entry.span),
                (Slot::Approvals, Value::Map(pairs)) if !pairs.is_empty() => {
                    let implied = self.approvals_lost(&server.name, &entry, pairs);
                    server.implied.extend(implied);
                }
                (Slot::DefaultApproval, Value::Text(text))
                    if self.place.format.runtime.asks && text.as_literal() == Some("ask") =>
                {
                    server.implied.push(entry.span);
                }
                (_, Value::Map(pairs)) if !pairs.is_empty() => {
                    for pair in pairs {
                        self.dropped(
                            &server.name,
                            &pair.name(&entry.field),
                            entry.slot,
                            pair.key_span,
                            vec![pair.span],
                            false,
                        );
                    }
                }
                // Only a list of what is allowed says something by being empty.
                (slot, Value::List(_) | Value::Map(_))
                    if is_empty(&entry.value) && slot != Slot::AllowTools && !slot.is_native() =>
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

    /// One field is one message, however many tools it names. Those that must ask are stricter than the rest, unless the
    /// target asks anyway: those are given back.
    fn approvals_lost(&mut self, server: &str, entry: &Entry, pairs: &[Pair]) -> Vec<Span> {
        let asks = |pair: &Pair| pair.value.as_ref().and_then(Template::as_literal) == Some("ask");
        let mut implied = Vec::new();
        for stricter in [false, true] {
            let some: Vec<&Pair> = pairs.iter().filter(|pair| asks(pair) == stricter).collect();
            if stricter && self.place.format.runtime.asks {
                implied.extend(some.iter().map(|pair| pair.span));
                continue;
            }
            let (name, span) = match some[..] {
                [] => continue,
                // What a reference stands for has no name.
                [only] if !only.key.is_empty() => (
                    Cow::Owned(format!("{}.{}", entry.field, only.key)),
                    only.key_span,
                ),
                _ => (Cow::Borrowed(&*entry.field), entry.key_span),
            };
            let leaves = some.iter().map(|pair| pair.span).collect();
            self.dropped(server, &name, entry.slot, span, leaves, stricter);
        }
        implied
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
        // What stands outside the server is marked as such.
        let field = field.strip_prefix('/').unwrap_or(field);
        let own_words = self.place.format.limits.words.as_ref().map(|words| {
            let top = field.split('.').next().unwrap_or(field);
            let text = words
                .field
                .replace("{name}", server)
                .replace("{field}", top);
            format!("{target} would report: {text}")
        });
        self.losses.push(if restricts {
            // Its own host has no field for it because it belongs elsewhere in the file.
            let (lost, help) = match self.same_host {
                true => (
                    format!("`{field}` is not copied"),
                    format!("copy `{field}` too, or skip the server with `--skip`"),
                ),
                false => (
                    format!("{target} cannot express `{field}`"),
                    format!(
                        "limit the server in {target} by other means, or skip it with `--skip`"
                    ),
                ),
            };
            let message = format!("`{server}`: {lost}, so the server may do more there");
            Loss::new(LossKind::Unrestricted, slot, key_span, message)
                .leaves(leaves)
                .label(own_words.unwrap_or_else(|| "this limits the server".to_owned()))
                .help(help)
        } else {
            // A time that no number of the target's stands for, such as none at all.
            let is_time = matches!(slot, Slot::StartupTimeout | Slot::CallTimeout);
            let mut fields = self.place.format.fields.iter();
            let unfit = is_time && fields.any(|it| it.slot == slot && it.write != Write::Never);
            let message = match self.same_host {
                true => format!("`{server}`: `{field}` is not copied"),
                false if unfit => {
                    format!("`{server}`: {target} does not accept this value of `{field}`")
                }
                false => format!("`{server}`: {target} has no equivalent of `{field}`"),
            };
            Loss::new(LossKind::Dropped, slot, key_span, message)
                .leaves(leaves)
                .label(own_words.unwrap_or_else(|| "dropped".to_owned()))
        });
    }
}

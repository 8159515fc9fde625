//! Servers that the target cannot have, and transports that it reaches in another way.

use super::adapt::Adapter;
use super::gates::can_turn_off;
use super::{bridge, platform, runner};
use crate::diagnostic::{Diagnostic, Level};
use crate::host::kinds::is_long;
use crate::host::{
    Fallback, Format, GateKind, Host, Kind, Loss, LossKind, Place, Skip, SkipKind, Write,
    is_absolute_url, is_private, looks_like_sse, names_host,
};
use crate::model::{Entry, Server, Slot, Template, Transport, Value};
use crate::syntax::Span;

impl Adapter<'_> {
    /// Servers the target refuses for what they have, or would switch on.
    pub(super) fn refused(&self, server: &Server) -> Result<(), Skip> {
        let target = self.format();
        let present = server
            .entries
            .iter()
            .map(|entry| (Some(entry.slot), entry.key_span, &*entry.field));
        let ignored = server
            .ignored
            .iter()
            .map(|field| (field.slot, field.key_span, field.field.as_str()));
        let refuses =
            |slot: Option<Slot>| slot.is_some_and(|slot| target.limits.refuses.contains(&slot));
        let refused: Vec<(Span, &str)> = present
            .chain(ignored)
            .filter(|(slot, ..)| refuses(*slot))
            .map(|(_, span, field)| (span, field))
            .collect();
        if let (Some((span, field)), false) = (refused.first().copied(), self.can_bridge(server)) {
            let fields: Vec<&str> = refused.iter().map(|(_, field)| *field).collect();
            let words = target.limits.words.as_ref().map_or("", |words| words.field);
            let label = words
                .replace("{name}", &server.name)
                .replace("{field}", &fields.join(", "));
            let reason = if server.transport == Transport::Stdio {
                format!("{} does not accept `{field}`", self.target().name)
            } else {
                format!(
                    "{} does not support {}",
                    self.target().name,
                    server.transport.label()
                )
            };
            let help = self.bridge_help(server);
            return Err(Skip {
                label: Some(label),
                help,
                ..self.skip(server, span, &reason)
            });
        }
        match server.entry(Slot::Enabled) {
            Some(entry) if server.is_disabled() && !self.can_disable(server) => {
                let label = "skipped, so that it does not run".to_owned();
                Err(Skip {
                    label: Some(label),
                    ..self.skip(
                        server,
                        entry.key_span,
                        &format!(
                            "it is disabled, which {} cannot express",
                            self.target().name
                        ),
                    )
                })
            }
            _ => Ok(()),
        }
    }

    /// Whether the target can keep the server from running. In its own document, what disables it stays there.
    pub(super) fn can_disable(&self, server: &Server) -> bool {
        let mut fields = self.format().fields.iter();
        self.own
            || fields.any(|field| field.slot == Slot::Enabled && field.on.has(server.transport))
            || can_turn_off(self.place(), &server.name)
    }

    /// A URL that is none costs more than the server in some hosts. In its own document it stays.
    pub(super) fn address(&self, server: &Server) -> Result<(), Skip> {
        let format = self.format();
        let Some((span, text)) = server
            .entry(Slot::Url)
            .and_then(|entry| match &entry.value {
                Value::Text(text) => Some((text.span, text.as_literal()?)),
                _ => None,
            })
            .filter(|_| format.checks_urls && !self.own && server.transport != Transport::Stdio)
        else {
            return Ok(());
        };
        let what = if !is_absolute_url(text) {
            "is not an absolute one"
        } else if !format.transports.fits_scheme(server.transport, text) {
            "has the scheme of another transport"
        } else {
            return Ok(());
        };
        let reason = format!(
            "its URL {what}, with which {} {}",
            self.target().name,
            format.bad_server.consequence()
        );
        Err(self.skip(server, span, &reason))
    }

    /// A URL in a private network, which the target does not connect to, unlike the source.
    pub(super) fn private(&self, server: &Server, source: &Format) -> Option<Loss> {
        let names = self.format().runtime.public_only?;
        let url = server.text(Slot::Url)?;
        let text = url.as_literal()?;
        if source.runtime.public_only.is_some()
            || !is_private(text, names)
            || names_host(&self.hosts, text)
        {
            return None;
        }
        let target = self.target().name;
        let mut lists = self.place().gates.iter();
        let list = lists.find(|gate| gate.kind == GateKind::Hosts)?;
        let message = format!(
            "`{}`: {target} refuses URLs of private networks",
            server.name
        );
        let loss = Loss::new(LossKind::Changed, Slot::Url, url.span, message);
        let loss = loss.label(format!("{target} does not connect to it"));
        Some(loss.help(format!("list its host in `{}`", list.path.join("."))))
    }

    fn can_bridge(&self, server: &Server) -> bool {
        self.options.wrap_remote && self.could_bridge(server)
    }

    fn could_bridge(&self, server: &Server) -> bool {
        let commands = self.format().limits.commands;
        server.transport != Transport::Stdio
            && server.transport != Transport::Ws
            && (commands.is_empty() || commands.contains(&bridge::COMMAND))
    }

    fn bridge_help(&self, server: &Server) -> Option<String> {
        (self.could_bridge(server) && !self.options.wrap_remote)
            .then(|| "`--wrap-remote` reaches it through a local bridge".to_owned())
    }

    /// Whether the source's host reaches the server by its second choice only, to all appearances, and the target has none.
    fn falls_back(&self, server: &Server, source: &Format) -> bool {
        let tried = match source.runtime.fallback {
            Fallback::None => false,
            Fallback::Unsaid => server.transport_span.is_none(),
            Fallback::ToSse | Fallback::Either => true,
        };
        tried
            && (self.format().runtime.fallback == Fallback::None || self.names_both())
            && looks_like_sse(server)
    }

    /// A name that makes the ids of tools ambiguous in the target, and did not in the source.
    pub(super) fn ambiguous(
        &self,
        server: &Server,
        name: &str,
        source: &Place,
    ) -> Option<Diagnostic> {
        let mark = self.format().runtime.ids.ambiguous;
        let own = source.format.runtime.ids.ambiguous;
        if mark == own || mark.is_empty() || !name.contains(mark) || own == "_" {
            return None;
        }
        let message = format!("`{}`: the server name has `{mark}` in it", server.name);
        let label = format!("{} splits the ids of tools there", self.target().name);
        let problem = Diagnostic::new(
            "invalid-server-name",
            Level::Info,
            server.name_span,
            message,
        );
        Some(
            problem
                .label(label)
                .help("policies may not match its tools"),
        )
    }

    /// Times that look like another unit: long ones where the target counts seconds and the source did not, and short ones
    /// of a file of no particular host, whose unit is a guess.
    pub(super) fn odd_times(&self, server: &Server) -> Vec<Diagnostic> {
        let (host, source) = self.from();
        let seconds = |format: &Format, slot| {
            let mut fields = format.fields.iter().filter(|field| field.slot == slot);
            fields.any(|field| matches!(field.kind, Kind::Seconds | Kind::WholeSeconds))
        };
        let guessed = host.facts.lenient && !self.same_host();
        let strange = server.entries.iter().filter_map(|entry| {
            let Value::Millis(millis) = entry.value else {
                return None;
            };
            let slot = entry.slot;
            let new = seconds(self.format(), slot) && !seconds(source.format, slot);
            let long = millis.is_finite() && is_long(slot, millis / 1000.0);
            let short = guessed && millis > 0.0 && millis < 1000.0;
            (short || new && long).then_some((entry, millis, short))
        });
        let told = strange.map(|(entry, millis, short)| {
            let (level, value, label) = match short {
                true => (
                    Level::Warning,
                    format!("read as {millis} milliseconds"),
                    "shorter than servers usually take",
                ),
                false => (
                    Level::Info,
                    format!("{} seconds in {}", millis / 1000.0, self.target().name),
                    "longer than servers usually take",
                ),
            };
            let message = format!("`{}`: `{}` is {value}", server.name, entry.field);
            Diagnostic::new("timeout-unit", level, entry.span, message)
                .label(label)
                .help("check the value if it was meant in another unit")
        });
        told.collect()
    }

    /// Whether the target wants either transport named, and then tries another one too.
    fn names_both(&self) -> bool {
        let named = |transport| {
            let spelling = self.format().spelling(transport);
            spelling.is_some_and(|spelling| !spelling.implied && spelling.exact)
        };
        self.format().runtime.fallback != Fallback::None
            && named(Transport::Http)
            && named(Transport::Sse)
    }

    /// Says what the target makes of the transport; whether the server had to be bridged.
    pub(super) fn transport(
        &self,
        server: &mut Server,
        source: &Format,
        losses: &mut Vec<Loss>,
    ) -> Result<bool, Skip> {
        let target = self.target();
        let at = server
            .transport_span
            .or_else(|| server.entry(Slot::Url).map(|entry| entry.key_span))
            .unwrap_or(server.name_span);
        let falls_back = self.falls_back(server, source);
        if falls_back {
            server.transport = Transport::Sse;
        }
        if let Some(url) = server.text(Slot::Url)
            && self
                .format()
                .runtime
                .has_built_in(url.as_literal().unwrap_or_default())
        {
            let reason = format!(
                "{} has the server at this `url` built in, and skips an entry for it",
                target.name
            );
            return Err(self.skip(server, at, &reason));
        }
        match self.format().spelling(server.transport) {
            Some(spelling) if spelling.exact => Ok(false),
            // Two hosts that merge the same transports mean the same by it.
            Some(_)
                if source
                    .spelling(server.transport)
                    .is_some_and(|spelling| !spelling.exact) =>
            {
                Ok(false)
            }
            Some(_) => {
                let transport = server.transport.label();
                let message = format!(
                    "`{}`: {} has no setting for {transport}",
                    server.name, target.name
                );
                let tries_both = self.format().runtime.fallback != Fallback::None;
                let label = if tries_both {
                    format!("{} tries HTTP first, then {transport}", target.name)
                } else {
                    "written as a plain URL".to_owned()
                };
                let loss = Loss::new(LossKind::Changed, Slot::Url, at, message)
                    .leaves(server.transport_span.into_iter().collect::<Vec<_>>())
                    .label(label);
                losses.push(if tries_both { loss.harmless() } else { loss });
                Ok(false)
            }
            None if self.can_bridge(server) => {
                losses.extend(bridge::wrap(server, target.name));
                // What starts the bridge is a script like any other.
                let mut platform = self.options.platform.into_iter();
                if platform.any(|system| platform::suit(server, system, self.format())) {
                    losses.extend(platform::read_by_cmd(server));
                }
                Ok(true)
            }
            None => {
                let mut reason = format!(
                    "{} does not support {}",
                    target.name,
                    server.transport.label()
                );
                if falls_back {
                    reason.push_str(", which its `url` looks like");
                }
                Err(Skip {
                    help: self.bridge_help(server),
                    ..self.skip(server, at, &reason)
                })
            }
        }
    }

    pub(super) fn command(&self, server: &Server, expanded: &[Span]) -> Result<(), Skip> {
        let limits = &self.format().limits;
        let Some(Entry {
            value: Value::Text(command),
            span,
            ..
        }) = server.entry(Slot::Command)
        else {
            return Ok(());
        };
        let literal = command.as_literal().unwrap_or_default();
        // In its own document the file stays as it is.
        if limits.no_blanks && literal.contains(char::is_whitespace) && !self.own {
            return Err(Skip {
                label: Some("there is a space in it".to_owned()),
                help: Some("use a path without spaces, or a program that is in `PATH`".to_owned()),
                ..self.skip(
                    server,
                    *span,
                    &format!("{} accepts no space in `command`", self.target().name),
                )
            });
        }
        if limits.commands.is_empty() || limits.commands.contains(&literal) {
            return Ok(());
        }
        let words = limits.words.as_ref();
        let label = words.map(|words| {
            words
                .command
                .replace("{name}", &server.name)
                .replace("{command}", &shown(literal, expanded.contains(span)))
        });
        let advice = || words.map(|words| words.advice.to_owned());
        let help = runner::advice(server, limits.commands).or_else(advice);
        Err(Skip {
            label,
            help,
            ..self.skip(
                server,
                *span,
                &format!(
                    "{} runs only {}",
                    self.target().name,
                    limits.commands.join(" and ")
                ),
            )
        })
    }
}

/// One time for connecting and for calls becomes two where the target counts them apart, and two become one where it has
/// one for both.
pub(super) fn split_timeout(server: &mut Server, source: &Format, target: &Format) {
    let (from, to) = (source.runtime.one_timeout, target.runtime.one_timeout);
    let transport = server.transport;
    let mut fields = target.fields.iter();
    let mut told = fields.any(|field| {
        field.slot == Slot::StartupTimeout && field.on.has(transport) && field.write != Write::Never
    });
    let Some(call) = server.entry(Slot::CallTimeout).cloned() else {
        return;
    };
    // A default for all servers is one for calls only.
    let own = server.span.contains(call.span);
    told &= from && own && server.entry(Slot::StartupTimeout).is_none();
    if told && !to {
        server.entries.push(Entry {
            slot: Slot::StartupTimeout,
            ..call
        });
    } else if to
        && !from
        && server
            .entry(Slot::StartupTimeout)
            .is_some_and(|startup| startup.value == call.value)
        && let Some(startup) = server.take(Slot::StartupTimeout)
    {
        server.implied.push(startup.span);
    }
}

/// A command for a message, without anything in it that is or may be secret.
fn shown(command: &str, expanded: bool) -> String {
    if expanded {
        return "…".to_owned();
    }
    let mut text = command.to_owned();
    for range in crate::secret::sensitive_ranges(None, command)
        .into_iter()
        .rev()
    {
        text.replace_range(range, "…");
    }
    text
}

/// A server has to say what to run or where to go.
pub(super) fn complete(target: &Host, format: &Format, server: &Server) -> Result<(), Skip> {
    let (slot, field) = if server.transport == Transport::Stdio {
        (Slot::Command, "command")
    } else {
        (Slot::Url, "url")
    };
    // No host starts blanks.
    let empty = |text: &str| match slot {
        Slot::Command => text.trim().is_empty(),
        _ => text.is_empty(),
    };
    let text = server.text(slot).and_then(Template::as_literal);
    if server.entry(slot).is_some() && !text.is_some_and(empty) {
        return Ok(());
    }
    let label = format.limits.words.as_ref().map(|words| {
        words
            .missing
            .replace("{name}", &server.name)
            .replace("{field}", field)
    });
    let lacks = match server.entry(slot) {
        Some(_) => format!("its `{field}` is empty"),
        None => format!("it has no `{field}`, which {} needs", target.name),
    };
    let reason = format!("`{}` is skipped: {lacks}", server.name);
    Err(Skip::new(SkipKind::Incomplete, server.name_span, reason)
        .label(label.unwrap_or_else(|| "the server is skipped".to_owned())))
}

//! A server of the model, run through the tables of its host.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::missing::missing;
use super::tools::Tools;
use super::{Common, Connect, Effect, Said, Setting, Start, Where, Why};
use crate::host::reading::is_header;
use crate::host::{Cost, Fallback, Format, Place};
use crate::launch::is_relative;
use crate::model::{Entry, Resolved, Server, Slot, Template, Transport, Value, World};
use crate::order::Order as _;

pub(super) fn effect(place: &Place, server: &Server, world: &World<'_>) -> Effect {
    let mut builder = Builder {
        format: place.format,
        server,
        world,
        own: HashMap::new(),
    };
    let runtime = &place.format.runtime;
    if runtime.own_env || runtime.own_templates {
        let headers = builder
            .pairs(Slot::Headers)
            .filter(|_| runtime.own_templates);
        let pairs = headers.chain(builder.pairs(Slot::Env));
        let own = pairs.filter_map(|pair| Some((pair.key.as_str(), pair.value.as_ref()?)));
        builder.own = own.collect();
    }
    match builder.skipped() {
        Some(why) => Effect::Skips(why),
        None if server.transport == Transport::Stdio => builder.start(),
        None => builder.connect(),
    }
}

struct Builder<'b, 'w> {
    format: &'static Format,
    server: &'b Server,
    world: &'b World<'w>,
    /// Variables of the entry that references find.
    own: HashMap<&'b str, &'b Template>,
}

impl<'b> Builder<'b, '_> {
    fn skipped(&self) -> Option<Why> {
        let server = self.server;
        if let Some(entry) = server.entry(Slot::Enabled).filter(|_| server.is_disabled()) {
            return Some(Why::Disabled(entry.span));
        }
        if self.format.names.reserved.contains(&server.name.as_str()) {
            return Some(Why::Reserved);
        }
        if self.format.spelling(server.transport).is_none() {
            return Some(Why::Transport(server.transport));
        }
        if let Some(why) = self.unfilled().or_else(|| self.blank_credential()) {
            return Some(why);
        }
        match self.server.text(Slot::Url).and_then(Template::as_literal) {
            Some(url) if self.format.runtime.has_built_in(url) => Some(Why::BuiltIn),
            _ => None,
        }
    }

    /// A `{{X}}` for which the entry itself has no value.
    fn unfilled(&self) -> Option<Why> {
        if !self.format.runtime.own_templates {
            return None;
        }
        let pairs = self.pairs(Slot::Env).chain(self.pairs(Slot::Headers));
        let keys: HashSet<&str> = pairs.map(|pair| pair.key.as_str()).collect();
        let mut found = None;
        for entry in &self.server.entries {
            entry.value.each_part(&mut |part| {
                if let Some(name) = part.own_key().filter(|name| !keys.contains(name)) {
                    found.get_or_insert_with(|| Why::Unset(name.to_owned(), entry.span));
                }
            });
        }
        found
    }

    /// A credential of which nothing is left when references are replaced.
    fn blank_credential(&self) -> Option<Why> {
        let runtime = &self.format.runtime;
        if runtime.credentials.is_empty() {
            return None;
        }
        let stdio = self.server.transport == Transport::Stdio;
        let slot = if stdio { Slot::Env } else { Slot::Headers };
        let why = |key: &str, text: &Template, said: &Said| {
            let variable = said.variables.first().map_or(key, String::as_str);
            Why::Unset(variable.to_owned(), text.span)
        };
        let pair = self.pairs(slot).find_map(|pair| {
            let text = pair.value.as_ref()?;
            let written = !text.written().unwrap_or("x").trim().is_empty();
            let said = self.said(slot, text);
            let value = match self.format.dialect(slot).checked_as {
                Some(dialect) => dialect.resolve(text.written()?, self.world),
                None => said.value.clone(),
            };
            let blank = value.as_text().is_some_and(|text| text.trim().is_empty());
            (runtime.is_credential(&pair.key) && written && blank)
                .then(|| why(&pair.key, text, &said))
        });
        let args = self.server.list(Slot::Args).iter();
        let references = args.filter(|text| stdio && text.as_literal().is_none());
        pair.or_else(|| {
            references.into_iter().find_map(|text| {
                let said = self.said(Slot::Args, text);
                let (key, value) = said.value.as_text()?.split_once('=')?;
                let blank = value.trim().is_empty() && runtime.is_credential(key);
                blank.then(|| why(key, text, &said))
            })
        })
    }

    fn start(&self) -> Effect {
        let Some(command) = self
            .server
            .text(Slot::Command)
            .filter(|text| text.as_literal().is_none_or(|text| !text.trim().is_empty()))
        else {
            return Effect::Skips(Why::Incomplete);
        };
        let args = self.server.list(Slot::Args).iter();
        let args = args.map(|text| self.said(Slot::Args, text)).collect();
        let runtime = &self.format.runtime;
        // Some hosts do not heed a relative path there.
        let heeded =
            |text: &&Template| !runtime.absolute_cwd || !text.as_literal().is_some_and(is_relative);
        let folder = match self.server.text(Slot::Cwd).filter(heeded) {
            Some(text) => Where::Given(self.said(Slot::Cwd, text), runtime.folder),
            None => Where::Default(runtime.folder),
        };
        Effect::Starts(Box::new(Start {
            program: self.said(Slot::Command, command),
            args,
            env: self.env(),
            env_file: self
                .server
                .text(Slot::EnvFile)
                .map(|text| self.said(Slot::EnvFile, text)),
            inherits: runtime.inherit,
            folder,
            common: self.common(),
        }))
    }

    fn connect(&self) -> Effect {
        let Some(url) = self
            .server
            .text(Slot::Url)
            .filter(|text| !text.parts.is_empty())
        else {
            return Effect::Skips(Why::Incomplete);
        };
        let runtime = &self.format.runtime;
        let headers = self.pairs(Slot::Headers);
        let headers = headers.filter(|pair| !runtime.loses(&pair.key));
        let headers = headers.filter_map(|pair| {
            let value = pair.value.as_ref()?;
            Some((
                self.key(Slot::Headers, &pair.key).to_ascii_lowercase(),
                self.said(Slot::Headers, value),
            ))
        });
        let headers = headers.filter(|(name, _)| !runtime.own_headers.contains(&name.as_str()));
        let dropped = self.drops_empty(Slot::Headers);
        let headers = headers.filter(|(_, said)| !(dropped && said.value.as_text() == Some("")));
        // Some hosts send a request without the headers that HTTP does not take.
        let checked = runtime.bad_header == Some(Cost::Ignored);
        let headers = headers.filter(|(name, said)| {
            !checked || is_header(name, said.value.as_text().unwrap_or_default())
        });
        Effect::Connects(Box::new(Connect {
            transports: self.transports(),
            url: self.said(Slot::Url, url).trimmed(),
            headers: headers.collect(),
            headers_helper: self
                .server
                .text(Slot::HeadersHelper)
                .filter(|text| text.as_literal() != Some(""))
                .map(|text| self.said(Slot::HeadersHelper, text)),
            oauth: self.oauth(),
            common: self.common(),
        }))
    }

    /// The order in which transports are tried.
    fn transports(&self) -> Vec<Transport> {
        let runtime = &self.format.runtime;
        let exact = self
            .format
            .spelling(self.server.transport)
            .is_some_and(|spelling| spelling.exact);
        match (self.server.transport, runtime.fallback) {
            (Transport::Http, Fallback::ToSse | Fallback::Either) => {
                vec![Transport::Http, Transport::Sse]
            }
            (Transport::Http, Fallback::Unsaid) if self.server.transport_span.is_none() => {
                vec![Transport::Http, Transport::Sse]
            }
            (Transport::Sse, Fallback::Either) => vec![Transport::Http, Transport::Sse],
            (Transport::Sse, Fallback::ToSse) if !exact => vec![Transport::Http, Transport::Sse],
            (transport, _) => vec![transport],
        }
    }

    fn drops_empty(&self, slot: Slot) -> bool {
        self.format.runtime.drops_empty.contains(&slot)
    }

    fn env(&self) -> Vec<(String, Setting)> {
        let runtime = &self.format.runtime;
        let setting = |key: &str, value: Option<&Template>, span| match value {
            None => Setting::Removed(span),
            Some(text) if runtime.keeps_own_env && !self.world.symbolic => Setting::Set(
                self.hosts_own(key, text.span)
                    .unwrap_or_else(|| self.said(Slot::Env, text)),
            ),
            Some(text) if runtime.appends.contains(&key) => {
                Setting::Appended(self.said(Slot::Env, text))
            }
            Some(text) => Setting::Set(self.said(Slot::Env, text)),
        };
        self.pairs(Slot::Env)
            .filter(|pair| runtime.sets(&pair.key) && !runtime.loses(&pair.key))
            .filter(|pair| !(runtime.keeps(&pair.key) && self.world.symbolic))
            .map(|pair| {
                let setting = setting(&pair.key, pair.value.as_ref(), pair.span);
                split_name(&self.key(Slot::Env, &pair.key), setting)
            })
            // Some hosts take an empty value for none.
            .filter(|(_, setting)| {
                !(self.drops_empty(Slot::Env)
                    && matches!(setting, Setting::Set(said) if said.value.as_text() == Some("")))
            })
            .collect()
    }

    /// What the host itself has under a name.
    fn hosts_own(&self, name: &str, span: crate::syntax::Span) -> Option<Said> {
        Some(Said {
            value: Resolved::text(&self.world.variable(name)?),
            variables: vec![name.to_owned()],
            missing: Vec::new(),
            span,
        })
    }

    fn oauth(&self) -> Vec<(Slot, String, crate::syntax::Span)> {
        let unused = self.server.uses_oauth() == Some(false);
        let entries = self
            .server
            .entries
            .iter()
            .filter(|entry| entry.slot.is_oauth())
            .filter(|entry| !unused || entry.slot == Slot::OauthEnabled)
            // Asking for nothing in particular is what holds anyway, and an empty secret is none (RFC 6749, 2.3.1).
            .filter(|entry| match &entry.value {
                _ if entry.slot == Slot::OauthScopes => !self.plain(entry).is_empty(),
                Value::List(list) => !list.is_empty(),
                Value::Text(text) if entry.slot == Slot::OauthClientSecret => {
                    text.as_literal() != Some("")
                }
                _ => true,
            });
        let mut list: Vec<_> = entries
            .map(|entry| {
                // A callback that is only a port of this machine is what the field for ports says.
                let port = match &entry.value {
                    Value::Text(text) if entry.slot == Slot::OauthRedirectUri => {
                        text.as_literal().and_then(super::callback_port)
                    }
                    _ => None,
                };
                match port {
                    Some(port) => (Slot::OauthCallbackPort, port.to_string(), entry.span),
                    None => (entry.slot, self.plain(entry), entry.span),
                }
            })
            .collect();
        list.order_by_key(|(slot, ..)| *slot);
        list
    }

    fn plain(&self, entry: &Entry) -> String {
        let text = |text: &Template| self.said(entry.slot, text).value.identity();
        // Scopes are sent as words with blanks between them, and some hosts write them so.
        let words = |item: &Template| match self.said(entry.slot, item).value.as_text() {
            Some(words) => words.split_whitespace().map(str::to_owned).collect(),
            None => vec![text(item)],
        };
        match &entry.value {
            Value::Text(value) if entry.slot == Slot::OauthScopes => words(value).join(" "),
            Value::Text(value) => text(value),
            Value::List(list) => list.iter().flat_map(words).collect::<Vec<_>>().join(" "),
            Value::Flag(flag) => flag.to_string(),
            Value::Int(number) => number.to_string(),
            other => format!("{other:?}"),
        }
    }

    fn common(&self) -> Common {
        let time = |slot| match self.server.entry(slot) {
            Some(Entry {
                value: Value::Millis(millis),
                span,
                ..
            }) => Some((*millis, *span)),
            _ => None,
        };
        let ids = self.format.runtime.ids.names.filter(|ids| !ids.every);
        let (startup, call) = (time(Slot::StartupTimeout), time(Slot::CallTimeout));
        // A default for all servers is one for calls only.
        let own = |span: &crate::syntax::Span| self.server.span.contains(*span);
        let one = startup.is_none() && self.format.runtime.one_timeout;
        let of_call = call.filter(|(_, span)| one && own(span));
        Common {
            startup_timeout: startup.or(of_call),
            startup_is_call: of_call.is_some(),
            call_timeout: call,
            tools: Tools::of(self.format, self.server),
            sandbox: self.server.flag(Slot::Sandbox) == Some(true),
            id: ids.map_or_else(|| self.server.name.clone(), |ids| ids.id(&self.server.name)),
        }
    }

    fn pairs(&self, slot: Slot) -> impl Iterator<Item = &'b crate::model::Pair> + use<'b> {
        self.server.map(slot).iter()
    }

    /// The name of a variable or header. Where references are replaced in the text of the file, they are in names too.
    fn key<'k>(&self, slot: Slot, key: &'k str) -> Cow<'k, str> {
        let dialect = self.format.dialect(slot);
        if !dialect.replaces_in_name(key) {
            return Cow::Borrowed(key);
        }
        let name = dialect.resolve(key, self.world);
        name.as_text()
            .map_or(Cow::Borrowed(key), |name| Cow::Owned(name.to_owned()))
    }

    /// What the host makes of a text.
    fn resolved(&self, slot: Slot, text: &str) -> Resolved {
        let dialect = self.format.dialect(slot);
        let templates = self.format.runtime.own_templates;
        if self.own.is_empty() || slot == Slot::Env && !templates {
            return dialect.resolve(text, self.world);
        }
        let mut done = Resolved::default();
        let mut at = 0;
        for (range, part) in dialect.all_references(text) {
            let name = match templates {
                true => part.own_key(),
                false => part.variable(),
            };
            let Some(value) = name.and_then(|name| self.own.get(name)) else {
                continue;
            };
            done.append(dialect.resolve(&text[at..range.start], self.world));
            // What is put in is not looked at again.
            let own = value.raw.as_deref().or(value.as_literal());
            let own = own.map(|text| self.format.dialect(Slot::Env).resolve(text, self.world));
            done.append(own.unwrap_or_else(|| value.resolve(self.world)));
            at = range.end;
        }
        done.append(dialect.resolve(&text[at..], self.world));
        done
    }

    /// A string as the host uses it: by its own text where that is known, because passes read texts and not meanings.
    fn said(&self, slot: Slot, text: &Template) -> Said {
        let value = match (&text.raw, text.as_literal()) {
            (Some(raw), _) => self.resolved(slot, raw),
            // What looks like a reference there was found not to be one.
            (None, Some(literal)) if self.format.lists(self.server.transport) => {
                Resolved::text(literal)
            }
            (None, Some(literal)) => self.resolved(slot, literal),
            (None, None) if self.format.needs_named => text.resolve(self.world).failing_unset(),
            (None, None) => text.resolve(self.world),
        };
        let mut variables = Vec::new();
        text.each_variable(&mut |name| {
            if !variables.iter().any(|known| known == name) {
                variables.push(name.to_owned());
            }
        });
        let missing = match variables.is_empty() {
            true => Vec::new(),
            false => missing(text, self.format.dialect(slot), &value, self.world),
        };
        Said {
            value,
            variables,
            missing,
            span: text.span,
        }
    }
}

/// A process finds the end of a variable's name at the first `=`, whoever put it there.
fn split_name(key: &str, setting: Setting) -> (String, Setting) {
    match (key.split_once('='), setting) {
        // Nobody puts there what is not there. The rest of a name is no path from a folder, so it is left alone.
        (Some((name, rest)), Setting::Set(mut said))
            if !name.is_empty() && !rest.starts_with('.') && !said.is_absent() =>
        {
            let mut value = Resolved::text(&format!("{rest}="));
            value.append(said.value);
            said.value = value;
            (name.to_owned(), Setting::Set(said))
        }
        (_, setting) => (key.to_owned(), setting),
    }
}

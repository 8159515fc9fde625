//! Where the target's limits bite: a server is carried, changed or left out.

use std::collections::HashMap;
use std::rc::Rc;

use super::expand::{Expander, InputVariables};
use super::gates::{Gated, TargetGates};
use super::names::TargetNames;
use super::options::{Expand, Options};
use super::secrets::Keeper;
use super::{Input, environment, folders, limits, oauth, prompts, references, tools};
use crate::diagnostic::{Diagnostic, Level};
use crate::host::{
    Caveat, Cost, Encoder, Format, FoundGate, GateKind, Host, Loss, Out, OutValue, Place,
    ServerEntry, Skip, SkipKind,
};
use crate::model::{Entry, Part, Prompts, Raw, RawValue, Server, Slot, Value};
use crate::secret::veiled_variable;
use crate::syntax::path::push_pointer;
use crate::syntax::{Node, Span, Step};

/// Fits servers to the target, one after the other; remembers what concerns them all.
pub(super) struct Adapter<'o> {
    pub(super) options: &'o Options<'o>,
    place: &'static Place,
    /// The target is the source's own document.
    pub(super) own: bool,
    source: Option<(&'static Host, &'static Place)>,
    pub(super) prompts: Rc<Prompts>,
    /// The variables that stand for inputs, of all sources so far.
    variables: InputVariables,
    pub(super) names: TargetNames,
    gates: TargetGates,
    /// Questions the target has to ask.
    asks: prompts::Asks,
    secrets: Keeper<'o>,
    /// Questions of the source that became variables.
    pub(super) answered: HashMap<String, Vec<Span>>,
    /// Inputs that servers of the target ask for in their own entries, with the name of the first of them.
    pub(super) own_inputs: HashMap<String, String>,
    problems: Vec<Diagnostic>,
    /// Hosts that the document that is merged into lets URLs have.
    pub(super) hosts: Vec<String>,
}

/// A server as it will be written.
pub(super) struct Adapted {
    pub(super) name: String,
    pub(super) out: Out,
    /// What is left of it: its implied, ignored and riding leaves.
    pub(super) server: Server,
    pub(super) losses: Vec<Loss>,
    pub(super) caveats: Vec<Caveat>,
    pub(super) expanded: Vec<Span>,
    /// What stands for something else now, as the target needs it: references for their values, inputs for variables, a
    /// whole server for its plain command.
    pub(super) replaced: Vec<Span>,
    /// The values that were put in.
    pub(super) values: Vec<String>,
    /// What it needs outside its own entry, with the JSON pointers of those places.
    pub(super) outside: Vec<(String, Out)>,
    /// Whether the source says that it is on or off.
    pub(super) enabled: Option<bool>,
}

impl<'o> Adapter<'o> {
    pub(super) fn new(options: &'o Options<'o>, place: &'static Place, own: bool) -> Self {
        Self {
            options,
            place,
            own,
            source: None,
            prompts: Rc::default(),
            variables: InputVariables::default(),
            names: TargetNames::new(options.to, place, !own),
            gates: TargetGates::new(place),
            asks: prompts::Asks::default(),
            secrets: Keeper::new(options, place, own),
            answered: HashMap::new(),
            own_inputs: HashMap::new(),
            problems: Vec::new(),
            hosts: Vec::new(),
        }
    }

    /// Whether the source describes a published server, and is no config file.
    pub(super) fn is_published(&self) -> bool {
        self.source.is_some_and(|(_, place)| place.source.is_some())
    }

    /// The next servers come from `input`, whose users are asked these questions.
    pub(super) fn start(
        &mut self,
        input: &Input<'_>,
        prompts: Rc<Prompts>,
        list: Option<&Node<'_>>,
    ) {
        self.source = Some((input.host, input.place));
        self.names.come_from(input.host);
        self.variables.start(prompts.list());
        self.prompts = prompts;
        self.answered.clear();
        if !self.own && self.place.prompts.is_some() {
            let said = self.asks.start(list);
            self.problems.extend(said);
        }
    }

    /// The inputs of the document that is merged into, and what else stands outside of its servers.
    pub(super) fn there(&mut self, inputs: Option<&Node<'_>>, gates: &[FoundGate<'_, '_>]) {
        if let Some(list) = inputs {
            self.asks.there(list);
        }
        let lists_hosts = |kind| matches!(kind, GateKind::Hosts | GateKind::PrivateHosts);
        let lists = gates.iter().filter(|gate| lists_hosts(gate.kind));
        let items = lists.flat_map(|gate| gate.node.items());
        self.hosts = items
            .filter_map(|item| item.as_str().map(str::to_owned))
            .collect();
    }

    pub(super) fn take_problems(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.problems)
    }

    /// The variable that stands for an input.
    pub(super) fn variable(&self, id: &str) -> String {
        self.variables.of(id)
    }

    pub(super) fn target(&self) -> &'static Host {
        self.options.to
    }

    pub(super) fn place(&self) -> &'static Place {
        self.place
    }

    pub(super) fn format(&self) -> &'static Format {
        self.place.format
    }

    /// A server that is skipped leaves nothing behind. One that was `suited` to a system is not copied as it stands.
    pub(super) fn adapt(
        &mut self,
        server: Server,
        entry: &ServerEntry<'_, '_>,
        suited: bool,
    ) -> Result<Adapted, Skip> {
        let mark = self.asks.mark();
        let adapted = self.fitted(server, entry, suited);
        if adapted.is_err() {
            self.asks.forget(mark);
        }
        adapted
    }

    fn fitted(
        &mut self,
        mut server: Server,
        entry: &ServerEntry<'_, '_>,
        suited: bool,
    ) -> Result<Adapted, Skip> {
        let (source, source_place) = self.source.expect("an input was started");
        let same_host = std::ptr::eq(source, self.target());
        let mut losses = Vec::new();
        if let Some((span, expands)) =
            references::in_a_name(&server, source_place.format, self.format())
        {
            let verb = if expands {
                "expands"
            } else {
                "does not expand"
            };
            let target = self.target().name;
            let reason = format!("{target} {verb} references in names of variables and headers");
            return Err(self.skip(&server, span, &reason));
        }
        let twice = references::read_twice(&server, source_place.format);
        if let Some(span) = twice.filter(|_| !same_host) {
            let reason = format!("{} expands the value of a variable again", source.name);
            return Err(self.skip(&server, span, &reason));
        }
        if let Some(span) = references::unnameable(&server).filter(|_| !same_host) {
            let reason = "no variable can have the name that it needs";
            return Err(self.skip(&server, span, reason));
        }
        if !same_host {
            let (from, to) = (source_place.format, self.format());
            losses.extend(references::nested_twice(&server, from, self.target(), to));
        }
        references::settle(&mut server, source, source_place);
        if !same_host {
            environment::leave_given(&mut server, source_place.format, self.format());
            references::fill_own(&mut server, source_place.format);
            let shortened = references::relative(&mut server, self.place());
            losses.extend(references::names_in_text(
                &server,
                (source, source_place),
                (self.target(), self.place()),
            ));
            let (from, to) = (source_place.format, self.format());
            losses.extend(tools::adapt(&mut server, from, self.target(), self.place()));
            losses.extend(environment::adapt(
                &mut server,
                from,
                self.target(),
                self.place(),
            ));
            losses.extend(oauth::adapt(&mut server, self.target(), to));
            losses.extend(folders::adapt(&server, from, self.target(), to, &shortened));
        }
        self.refused(&server)?;
        if source_place.format.spelling(server.transport).is_none() {
            let transport = server.transport.label();
            let reason = format!("{} does not support {transport}", source.name);
            return Err(self.skip(&server, server.name_span, &reason));
        }
        let bridged = self.transport(&mut server, source_place.format, &mut losses)?;
        limits::complete(self.target(), self.format(), &server)?;
        self.address(&server)?;
        losses.extend(self.private(&server, source_place.format));
        let mut said = Vec::new();
        let runner = super::runner::plain(&mut server, self.format().limits.commands);
        let runs_plainly = runner.is_some();
        said.extend(runner);
        // A command that is refused in any case needs no variables.
        let command = server.text(Slot::Command);
        if command.is_some_and(|command| !command.has_references()) {
            self.command(&server, &[])?;
        }
        if !same_host {
            self.declare(&mut server, source_place);
        }
        let asked_for = self.asks.ask(self.options, self.place(), &mut server);
        let referenced = self.secrets.server(source_place, &mut server, &mut said);
        if self.options.expand != Expand::Always {
            if !same_host || referenced {
                environment::leave_inherited(&mut server, self.format());
            }
            if !same_host {
                losses.extend(self.renamed(&mut server));
            }
        }
        let mut expander = Expander {
            options: self.options,
            source_place,
            target_place: self.place(),
            prompts: &self.prompts,
            variables: &self.variables,
            losses: Vec::new(),
            unset: Vec::new(),
            expanded: Vec::new(),
            values: Vec::new(),
            asked: Vec::new(),
        };
        expander.server(&mut server);
        let Expander {
            losses: more,
            unset,
            expanded,
            values,
            asked,
            ..
        } = expander;
        losses.extend(more);
        // Inputs have become variables, and with all values put in some references may be left.
        if !same_host {
            losses.extend(self.renamed(&mut server));
            losses.extend(references::found_in_own(
                &mut server,
                source_place.format,
                self.target(),
                self.format(),
            ));
        }
        self.unset(&server, unset)?;
        // Nothing may be left of what was a reference.
        limits::complete(self.target(), self.format(), &server)?;
        self.command(&server, &expanded)?;
        // Renaming servers of its own document is up to its owner.
        let name = match self.own {
            true => server.name.clone(),
            false => self.names.choose(&server, &mut said),
        };
        said.extend(self.ambiguous(&server, &name, source_place));
        said.extend(self.long_times(&server, source_place));
        let normal = self.own && self.format().unknown_field == Cost::Ignored
            || self.format().always(server.transport).all(|field| {
                if field.kind == crate::host::Kind::Tag {
                    server.transport_span.is_some()
                } else {
                    server.entry(field.slot).is_some()
                }
            });
        // What a closed host refuses must go, even from its own document.
        let clean = self.format().unknown_field == Cost::Ignored || server.ignored.is_empty();
        // What its own document lacks, another must not.
        let tagged = self.own
            || server.transport_span.is_some()
            || !self.format().needs_tag(server.transport);
        let enabled = server.entry(Slot::Enabled).map(|_| !server.is_disabled());
        let gated = if self.own {
            // Its own document says it already.
            let own = server.span;
            server.entries.retain(|entry| own.contains(entry.span));
            Vec::new()
        } else {
            self.gates.take(&mut server, &name)
        };
        // A copy of the entry would not say what the source's file says about it elsewhere.
        let outside = |entry: &Entry| {
            let mut items = entry.value.templates();
            !server.span.contains(entry.span) || items.any(|item| !server.span.contains(item.span))
        };
        let said_outside = !self.own && server.entries.iter().any(outside);
        let untouched = same_host
            && clean
            && !said_outside
            && tagged
            && !bridged
            && !suited
            && losses.is_empty()
            && expanded.is_empty()
            && !runs_plainly
            && !asked_for
            && !referenced
            && name == server.name
            && normal;
        let mut caveats = Vec::new();
        let out = if untouched {
            server.entries.clear();
            server.ignored.clear();
            copy(entry)
        } else {
            let mut encoder = Encoder::new(self.target(), self.place(), same_host);
            encoder.expanded = self.options.expand == Expand::Always;
            encoder.renamed = (name != server.name).then(|| name.clone());
            encoder.prompts.clone_from(&self.prompts);
            encoder.source = Some(source_place.format);
            let out = encoder
                .server(&mut server)
                .map_err(|skip| Self::named(skip, &server.name))?;
            losses.append(&mut encoder.losses);
            caveats.append(&mut encoder.caveats);
            out
        };
        if let Some(field) = self.format().inputs() {
            let asked = out.get(field.name).map(|out| &out.value);
            if let Some(OutValue::Object(asked)) = asked {
                for (id, _) in asked {
                    let first = self.own_inputs.entry(id.clone());
                    first.or_insert_with(|| name.clone());
                }
            }
        }
        // Only a server that is written leaves anything outside its entry.
        let outside = self.gates.put(gated);
        self.problems.extend(said);
        let inputs = asked.iter().map(|(_, span)| *span);
        let plain = runs_plainly.then_some(entry.node.span);
        let renamed = self.asks.renamed_in.iter().copied();
        let replaced = expanded
            .iter()
            .copied()
            .chain(inputs)
            .chain(plain)
            .chain(renamed)
            .collect();
        for (id, span) in asked {
            if self.prompts.get(&id).is_none() {
                let problem = self.undeclared(&name, &id, span);
                self.problems.push(problem);
            }
            self.answered.entry(id).or_default().push(span);
        }
        Ok(Adapted {
            name,
            out,
            server,
            losses,
            caveats,
            replaced,
            expanded,
            values,
            outside,
            enabled,
        })
    }

    /// What the source asks for in the entry itself, the target asks for in its own way, if it has one.
    fn declare(&mut self, server: &mut Server, source: &Place) {
        let Some(field) = source.format.inputs() else {
            return;
        };
        if self.place.prompts.is_none() && self.format().inputs().is_none() {
            return;
        }
        if self.place.prompts.is_some() {
            self.asks.declare(server, &self.prompts);
        }
        let at = server
            .entries
            .iter()
            .position(|entry| entry.field == field.name);
        let Some(entry) = at.map(|at| server.entries.remove(at)) else {
            return;
        };
        let Value::Raw(Raw {
            value: RawValue::Object(members),
            ..
        }) = &entry.value
        else {
            return;
        };
        for (id, raw) in members {
            let user = server.entries.iter().find_map(|entry| {
                let mut found = None;
                let refers = |part: &Part| matches!(part, Part::Input(known) if known == id);
                entry.value.clone().each_template(&mut |template| {
                    if template.parts.iter().any(refers) {
                        found = found.or(Some(template.span));
                    }
                });
                found
            });
            raw.each_leaf(&mut |leaf| match user {
                Some(main) => server.riders.push((leaf, main)),
                // Nothing asks for it, so that nothing is lost with it.
                None => server.implied.push(leaf),
            });
        }
    }

    /// An input that the source does not ask for, and so does not run the server with.
    fn undeclared(&self, server: &str, id: &str, span: Span) -> Diagnostic {
        let variable = veiled_variable(&self.variable(id)).into_owned();
        let message = format!("`{server}`: undeclared input `{id}` becomes variable `{variable}`");
        let help = format!("set `{variable}` where {} runs", self.target().name);
        Diagnostic::new("undefined-input", Level::Warning, span, message)
            .loss()
            .label("no input has this id")
            .help(help)
    }

    /// Gives variables the names that they have in the target.
    fn renamed(&self, server: &mut Server) -> Vec<Loss> {
        references::rename(server, self.target(), self.place())
    }

    /// A reason from deeper down does not know the server's name.
    fn named(skip: Skip, name: &str) -> Skip {
        Skip {
            reason: format!("`{name}` is skipped: {}", skip.reason),
            ..skip
        }
    }

    pub(super) fn skip(&self, server: &Server, span: Span, reason: &str) -> Skip {
        let skip = Skip::new(SkipKind::Unsupported, span, reason).label("the server is skipped");
        Self::named(skip, &server.name)
    }

    /// Variables without a value stop the conversion: the host would be handed something that is not meant.
    fn unset(&mut self, server: &Server, unset: Vec<(String, Span)>) -> Result<(), Skip> {
        let mut skips = unset.into_iter().map(|(name, span)| {
            let name = veiled_variable(&name);
            let reason = format!(
                "`{}` needs the variable `{name}`, which is not set",
                server.name
            );
            Skip::new(SkipKind::Undefined, span, reason)
                .label(format!("{} needs its value", self.options.to.name))
                .help(format!(
                    "set it, pass `--env {name}=…`, or choose `--unset empty` or `--unset keep`"
                ))
        });
        let Some(last) = skips.next() else {
            return Ok(());
        };
        let more: Vec<Diagnostic> = skips.map(|skip| skip.diagnostic()).collect();
        self.problems.extend(more);
        Err(last)
    }

    /// Gates and questions, for the end of the document.
    pub(super) fn extras(&self) -> Out {
        let mut extras = self.gates.extras();
        if let Some(path) = self.place().prompts
            && let Some(list) = self.asks.list(true)
        {
            extras.set(&path.join("."), list);
        }
        extras
    }

    pub(super) fn gates(&self) -> &[Gated] {
        self.gates.said()
    }

    /// The servers of these names that what is said about another one limits too.
    pub(super) fn spilled<'n>(
        &'n self,
        names: impl Iterator<Item = &'n str>,
    ) -> Vec<(&'n str, &'n Gated)> {
        self.gates.spilled(names)
    }

    /// The questions to ask: all of them, or only those that were not in the source.
    pub(super) fn asks(&self, all: bool) -> Option<Out> {
        self.asks.list(all)
    }

    /// Where the source keeps its questions.
    pub(super) fn prompts_path(&self) -> &'static [&'static str] {
        self.source
            .and_then(|(_, place)| place.prompts)
            .unwrap_or_default()
    }

    /// Keeps the source's own questions, where the target asks them too.
    pub(super) fn keep_prompt(&mut self, raw: Out) -> Option<String> {
        let path = self.place().prompts?;
        let mut pointer = crate::host::pointer(path);
        let index = self.asks.keep(raw);
        push_pointer::<&str>(&mut pointer, &[Step::Index(index)]);
        Some(pointer)
    }
}

/// The source entry as it is; a list's `name` is written by the writer.
fn copy(entry: &ServerEntry<'_, '_>) -> Out {
    let mut out = Raw::from_node(entry.node).to_out();
    if let (Some(_), OutValue::Object(members)) = (entry.index, &mut out.value) {
        members.retain(|(key, _)| key != "name");
    }
    out
}

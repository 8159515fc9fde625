//! Where the target's limits bite: a server is carried, changed or left out.

mod entry;
mod inputs;
mod source;
mod values;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use entry::{copy, says_more_outside};

use super::answers::InputVariables;
use super::gates::{Gated, TargetGates};
use super::merge::NewEntry;
use super::names::TargetNames;
use super::options::Options;
use super::secrets::Keeper;
use super::{Input, limits, prompts};
use crate::diagnostic::Diagnostic;
use crate::host::{
    Caveat, Format, FoundGate, GateKind, Host, Loss, Out, Place, ServerEntry, Skip, SkipKind,
};
use crate::model::{Prompt, Prompts, Server, Slot};
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
    /// The variables that the sources refer to themselves.
    taken: HashSet<String>,
    pub(super) names: TargetNames,
    gates: TargetGates,
    /// Questions the target has to ask.
    asks: prompts::Asks,
    secrets: Keeper<'o>,
    /// Questions of the source that became variables.
    pub(super) answered: HashMap<String, Vec<Span>>,
    /// The variables that have to be set for them: one whose value was put in needs none.
    pub(super) needed: HashMap<String, String>,
    /// Inputs that servers of the target ask for in their own entries, with the name of the first of them.
    pub(super) own_inputs: HashMap<String, String>,
    /// The server of the source that has each input for itself.
    asking: HashMap<String, String>,
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

impl Adapted {
    pub(super) fn entry(&self) -> NewEntry<'_> {
        NewEntry {
            out: &self.out,
            inherited: &self.server.inherited,
        }
    }
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
            taken: HashSet::new(),
            names: TargetNames::new(options.to, place, !own),
            gates: TargetGates::new(place),
            asks: prompts::Asks::default(),
            secrets: Keeper::new(options, place, own),
            answered: HashMap::new(),
            needed: HashMap::new(),
            own_inputs: HashMap::new(),
            asking: HashMap::new(),
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
        self.variables.start();
        for prompt in prompts.list() {
            self.name_variable(prompt);
        }
        self.prompts = prompts;
        self.answered.clear();
        self.needed.clear();
        self.asking.clear();
        if self.place.prompts.is_none() {
            return;
        }
        match (self.own, list) {
            (true, Some(list)) => self.asks.there(list),
            (true, None) => {}
            (false, list) => self.problems.extend(self.asks.start(list)),
        }
    }

    /// The variable for an input of the source is settled.
    fn name_variable(&mut self, prompt: &Prompt) {
        let elsewhere = |name: &str| self.taken.contains(name) || self.secrets.has(name);
        let published = self.is_published();
        self.variables.name(prompt, published, &elsewhere);
    }

    /// Nothing new is to be called like these variables.
    pub(super) fn reserve(&mut self, variables: HashSet<String>) {
        self.taken = variables;
    }

    /// The inputs of the document that is merged into, and what else stands outside of its servers. The `asking` ones are
    /// those servers, if new inputs may be like theirs.
    pub(super) fn there(
        &mut self,
        inputs: Option<&Node<'_>>,
        asking: Vec<Server>,
        gates: &[FoundGate<'_, '_>],
    ) {
        if let Some(list) = inputs {
            self.asks.there(list);
        }
        self.asks.used(asking);
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
        let (source, source_place) = self.from();
        let separated = self.separate(&mut server, entry);
        self.untranslatable(&server)?;
        let mut losses = self.translate(&mut server);
        self.refused(&server)?;
        // Where no URL is of any use, one is read as it is meant.
        let strange = source_place.format.spelling(server.transport).is_none();
        if strange && source_place.format.has_remote() {
            let transport = server.transport.label();
            let reason = format!("{} does not support {transport}", source.name);
            return Err(self.skip(&server, server.name_span, &reason));
        }
        let bridged = self.transport(&mut server, source_place.format, &mut losses)?;
        limits::complete(self.target(), self.format(), &server)?;
        self.address(&server)?;
        losses.extend(self.private(&server, source_place.format));
        let mut said = Vec::new();
        // Whose file it becomes is known only where there is one, and a project's part of it is the project's.
        if let (false, Some(place), None) =
            (self.same_host(), self.options.place, self.options.project)
        {
            let target = self.target();
            said.extend(super::folders::without_a_project(
                &server,
                source_place,
                target,
                place,
            ));
        }
        let runner = super::runner::plain(&mut server, self.format().limits.commands);
        let runs_plainly = runner.is_some();
        said.extend(runner);
        // A command that is refused in any case needs no variables.
        let command = server.text(Slot::Command);
        if command.is_some_and(|command| !command.has_references()) {
            self.command(&server, &[])?;
        }
        let asks = self.ask(&mut server, &mut losses, &mut said);
        let filled = self.fill(&mut server, &mut losses)?;
        // Nothing may be left of what was a reference.
        limits::complete(self.target(), self.format(), &server)?;
        self.command(&server, &filled.expanded)?;
        // Renaming servers of its own document is up to its owner.
        let name = match self.own {
            true => server.name.clone(),
            false => self.names.choose(&server, &mut said),
        };
        said.extend(self.ambiguous(&server, &name, source_place));
        said.extend(self.odd_times(&server));
        let changed = bridged
            || suited
            || !losses.is_empty()
            || !filled.expanded.is_empty()
            || runs_plainly
            || asks
            || name != server.name;
        let enabled = server.entry(Slot::Enabled).map(|_| !server.is_disabled());
        let may_be_copied = !changed && self.is_as_it_should_be(&server);
        let gated = if self.own {
            // Its own document says it already.
            let own = server.span;
            server.entries.retain(|entry| own.contains(entry.span));
            Vec::new()
        } else {
            self.gates.take(&mut server, &name)
        };
        let mut caveats = Vec::new();
        let out = if may_be_copied && (self.own || !says_more_outside(&server)) {
            server.entries.clear();
            server.ignored.clear();
            copy(entry)
        } else {
            self.encode(&mut server, &name, &mut losses, &mut caveats)?
        };
        self.note_inputs(&out, &name);
        // Only a server that is written leaves anything outside its entry.
        let outside = self.gates.put(gated);
        self.problems.extend(said);
        let inputs = filled.asked.iter().map(|asked| asked.span);
        let plain = runs_plainly.then_some(entry.node.span);
        let expanded = filled.expanded.iter().copied();
        let renamed = self.asks.renamed_in.iter().copied();
        let replaced = expanded.chain(inputs).chain(plain).chain(renamed);
        let replaced = replaced.chain(separated);
        let replaced = replaced.collect();
        self.answer(&name, filled.asked);
        Ok(Adapted {
            name,
            out,
            server,
            losses,
            caveats,
            replaced,
            expanded: filled.expanded,
            values: filled.values,
            outside,
            enabled,
        })
    }

    /// The host and the file that servers come from.
    pub(super) fn from(&self) -> (&'static Host, &'static Place) {
        self.source.expect("an input was started")
    }

    pub(super) fn same_host(&self) -> bool {
        std::ptr::eq(self.from().0, self.target())
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

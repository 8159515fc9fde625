//! Asks for the effect of a server, and makes a card of it.

use std::collections::HashSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::card::{Base, Does, Process, Remote, Variable, Way};
use super::sources::{Sources, Spot};
use super::trace::{Trace, unmarked};
use super::value::{Looking, MASK, Shown, shown};
use super::verdict::{Complaint, Outcome};
use super::words::unset_name;
use crate::effect::{self, Effect, Said, Setting, Start, Where, Why, effect, limits, spellings};
use crate::host::kinds::handed::from_elsewhere;
use crate::host::{Cost, Folder, Host, Place, Scope, is_absolute_url};
use crate::model::{Environment, Reason, Resolved, Server, Slot, Value, World};
use crate::report::SourceSecrets;
use crate::secret::{CommandLine, veiled_name, veiled_variable};
use crate::syntax::Span;

/// Where servers run, and how they are shown.
pub(super) struct Scene<'s, 't> {
    pub(super) environment: &'s Environment,
    pub(super) trace: &'s Trace<'s>,
    pub(super) sources: &'s Sources<'t>,
    /// What is covered in each file, and where that starts in the space of the sources; in order.
    pub(super) secrets: Vec<(u32, SourceSecrets<'t>)>,
    pub(super) values: bool,
}

impl Scene<'_, '_> {
    /// Whether a file that a project's file in `folder` refers to is not there. What the files of a user refer to depends
    /// on where they are.
    pub(super) fn is_lost(&self, place: &Place, folder: &Path, path: &str) -> bool {
        let path = match (path.strip_prefix("~/"), self.environment.home()) {
            (Some(rest), Some(home)) => Path::new(home).join(rest),
            (Some(_), None) => return false,
            (None, _) if place.scope == Scope::Project => folder.join(path),
            (None, _) if Path::new(path).is_absolute() => PathBuf::from(path),
            (None, _) => return false,
        };
        matches!(path.try_exists(), Ok(false))
    }

    /// What the host does with `server` as far as its entry tells.
    fn effect(&self, place: &Place, server: &Server, workspace: &str) -> Effect {
        let plain = |name: &str| self.environment.get(name).map(Into::into);
        let world = World {
            workspace: Some(workspace),
            ..World::new(&plain)
        };
        effect(place, server, &world)
    }

    /// A variable without which the host does not use `server`, and where the server refers to it.
    pub(super) fn unset(
        &self,
        place: &Place,
        server: &Server,
        workspace: &str,
    ) -> Option<(String, Spot)> {
        let Effect::Skips(Why::Unset(name, span)) = self.effect(place, server, workspace) else {
            return None;
        };
        // The keys of the entry itself are another matter.
        let mut parts = server
            .entries
            .iter()
            .flat_map(|entry| entry.value.templates());
        let variable = parts.any(|text| text.refers_to(&name));
        variable.then(|| (name, self.sources.at(span)))
    }

    /// A variable that is not set, and whose reference leaves something that is no URL.
    pub(super) fn no_url(
        &self,
        place: &Place,
        server: &Server,
        workspace: &str,
    ) -> Option<(String, Spot)> {
        let Effect::Connects(connect) = self.effect(place, server, workspace) else {
            return None;
        };
        let url = connect.url;
        let missing = url.missing.first()?;
        let text = url.value.as_written();
        let is_url = text.is_none_or(|text| is_absolute_url(&text));
        (!is_url).then(|| (missing.name.clone(), self.sources.at(url.span)))
    }

    /// What the host does with `server` in the folder `workspace`.
    pub(super) fn verdict(
        &self,
        host: &Host,
        place: &Place,
        server: &Server,
        workspace: &str,
        folder: &Path,
    ) -> Outcome<Does> {
        let plain = |name: &str| self.environment.get(name).map(Into::into);
        let marked = |name: &str| self.trace.marked(name);
        let home = self.environment.home().filter(|_| self.values);
        let lost = |path: &str| self.is_lost(place, folder, path);
        let world = World {
            workspace: Some(workspace),
            home,
            lost: Some(&lost),
            ..World::new(&plain)
        };
        let twin = World {
            workspace: Some(workspace),
            home,
            lost: Some(&lost),
            ..World::new(&marked)
        };
        let (mut truth, mut twin) = (effect(place, server, &world), effect(place, server, &twin));
        let refused = |rule, span, message: String| {
            // What costs more than the server was found in the file already.
            let cost = Cost::Server;
            Outcome::Rejected(vec![Complaint {
                rule,
                message,
                label: format!("{} {}", host.name, cost.consequence()),
                help: None,
                at: self.sources.at(span),
                cost,
            }])
        };
        if let Some((name, span)) = unchecked(place, server, &world) {
            let why = format!("{} is unset", unset_name(&name));
            return Outcome::Skipped(why, Some(self.sources.at(span)));
        }
        if let Some(span) = from_elsewhere(place.format, server) {
            let why = "a variable comes from a remote environment".to_owned();
            return Outcome::Skipped(why, Some(self.sources.at(span)));
        }
        let missing = match &truth {
            Effect::Starts(start) => missing_folder(start, place, workspace),
            _ => None,
        };
        match missing {
            Some(_) if place.format.runtime.absolute_cwd => {
                for effect in [&mut truth, &mut twin] {
                    if let Effect::Starts(start) = effect {
                        start.folder = Where::Default(place.format.runtime.folder);
                    }
                }
            }
            Some(span) => {
                let field = server.entry(Slot::Cwd).map(|entry| entry.field.to_string());
                let why = format!(
                    "the folder in `{}` does not exist",
                    field.as_deref().unwrap_or("cwd")
                );
                return Outcome::Skipped(why, Some(self.sources.at(span)));
            }
            None => {}
        }
        let how = match (&truth, &twin) {
            (Effect::Skips(why), _) => {
                return match why {
                    Why::Disabled(span) => {
                        Outcome::Skipped("disabled".to_owned(), Some(self.sources.at(*span)))
                    }
                    Why::Unset(name, span) => {
                        let lacks = match self.environment.get(name) {
                            Some(_) => "empty",
                            None => "unset",
                        };
                        let why = format!("{} is {lacks}", veiled_variable(name));
                        Outcome::Skipped(why, Some(self.sources.at(*span)))
                    }
                    Why::BuiltIn => Outcome::Skipped(format!("built into {}", host.name), None),
                    Why::Transport(transport) => refused(
                        "unsupported-transport",
                        server.transport_span.unwrap_or(server.name_span),
                        format!("{} does not support {}", host.name, transport.label()),
                    ),
                    Why::Reserved => refused(
                        "reserved-server-name",
                        server.name_span,
                        format!("{} reserves this name", host.name),
                    ),
                    Why::Incomplete => refused(
                        "missing-transport",
                        server.name_span,
                        "there is neither a command nor a URL".to_owned(),
                    ),
                };
            }
            (Effect::Starts(truth), twin) => {
                let twin = match twin {
                    Effect::Starts(twin) => Some(&**twin),
                    _ => None,
                };
                Way::Starts(Box::new(self.process(truth, twin, server, workspace)))
            }
            (Effect::Connects(truth), twin) => {
                let twin = match twin {
                    Effect::Connects(twin) => Some(&**twin),
                    _ => None,
                };
                Way::Connects(Box::new(self.remote(truth, twin, server)))
            }
        };
        let Some(common) = truth.common() else {
            return Outcome::Skipped(String::new(), None);
        };
        let time =
            |time: Option<(f64, Span)>| time.map(|(time, span)| (time, self.sources.at(span)));
        let entry = |slots: &[Slot]| {
            let entry = slots.iter().find_map(|slot| server.entry(*slot))?;
            Some(self.sources.at(entry.key_span))
        };
        Outcome::Used(Does {
            how,
            startup: time(common.startup_timeout),
            call: time(common.call_timeout),
            tools: common.tools.clone(),
            tools_at: entry(&[Slot::AllowTools, Slot::DenyTools]),
            approvals_at: entry(&[Slot::Approvals, Slot::DefaultApproval]),
            limits: self.limits(server),
            sandbox: common.sandbox,
            id: common.id.clone(),
        })
    }

    /// Fields that limit `server`, and its tools perhaps, as only its host can tell.
    fn limits(&self, server: &Server) -> Vec<(String, Spot)> {
        let mut known = HashSet::new();
        let limits = server.entries.iter().filter(|entry| limits(entry));
        let first = limits.filter(|entry| known.insert(&*entry.field));
        first
            .map(|entry| {
                let name = veiled_name(entry.field.trim_start_matches('/')).into_owned();
                (name, self.sources.at(entry.key_span))
            })
            .collect()
    }

    /// Fields of `server` that its host passes over.
    pub(super) fn ignored(&self, server: &Server) -> Vec<(String, Reason, Spot)> {
        let fields = server.ignored.iter();
        fields
            .map(|field| {
                let at = self.sources.at(field.key_span);
                let name = veiled_name(&field.field).into_owned();
                (name, field.reason, at)
            })
            .collect()
    }

    fn process(
        &self,
        truth: &Start,
        twin: Option<&Start>,
        server: &Server,
        workspace: &str,
    ) -> Process {
        let mut args: Vec<Shown> = Vec::with_capacity(truth.args.len());
        let mut line = CommandLine::of(truth.program.value.as_text().unwrap_or_default());
        for (at, arg) in truth.args.iter().enumerate() {
            let twin = twin.and_then(|twin| twin.args.get(at));
            let looking = Looking {
                line,
                ..self.looking(None)
            };
            args.push(self.shown(arg, twin, looking));
            line.word(arg.value.as_text().unwrap_or_default());
        }
        let names = spellings([server], Slot::Env);
        let env = truth.env.iter().enumerate().map(|(at, (name, setting))| {
            let twin = twin.and_then(|twin| twin_of(name, at, &twin.env));
            let marked = twin.map(|(name, _)| name.as_str());
            let twin = match twin {
                Some((_, Setting::Set(said) | Setting::Appended(said))) => Some(said),
                _ => None,
            };
            let shown = |said| self.shown(said, twin, self.looking(Some(name)));
            let variable = match setting {
                Setting::Set(said) => Variable::Set(shown(said)),
                Setting::Appended(said) => Variable::Appended(shown(said)),
                Setting::Removed(span) => Variable::Removed(self.sources.at(*span)),
            };
            let known = names.contains_key(&name.to_ascii_lowercase());
            let name = match known {
                true => name.clone(),
                false => self.name(name, marked),
            };
            (name, variable)
        });
        let (folder, base) = match &truth.folder {
            Where::Default(base) => (None, base),
            Where::Given(said, base) => {
                let twin = twin.and_then(|twin| match &twin.folder {
                    Where::Given(said, _) => Some(said),
                    Where::Default(_) => None,
                });
                (Some(self.shown(said, twin, self.looking(None))), base)
            }
        };
        Process {
            program: self.shown(
                &truth.program,
                twin.map(|twin| &twin.program),
                self.looking(None),
            ),
            args,
            env: env.collect(),
            env_file: truth.env_file.as_ref().map(|said| {
                let twin = twin.and_then(|twin| twin.env_file.as_ref());
                self.shown(said, twin, self.looking(None))
            }),
            inherits: truth.inherits,
            folder,
            base: match base {
                Folder::Project => Base::Project(workspace.to_owned()),
                Folder::Root => Base::Words("the root of the file system"),
                Folder::Elsewhere(words) => Base::Words(words),
                Folder::Unknown => Base::Unknown,
            },
        }
    }

    fn remote(
        &self,
        truth: &effect::Connect,
        twin: Option<&effect::Connect>,
        server: &Server,
    ) -> Remote {
        // As they are written: in the effect, they have no case.
        let names = spellings([server], Slot::Headers);
        let headers = truth.headers.iter().enumerate().map(|(at, (name, said))| {
            let twin = twin.and_then(|twin| twin_of(name, at, &twin.headers));
            let known = names.get(name).copied();
            let looking = self.looking(Some(known.unwrap_or(name)));
            let shown = self.shown(said, twin.map(|(_, said)| said), looking);
            let name = known.map_or_else(
                || self.name(name, twin.map(|(name, _)| name.as_str())),
                str::to_owned,
            );
            (name, shown)
        });
        Remote {
            transports: truth.transports.clone(),
            url: self.shown(
                &truth.url,
                twin.map(|twin| &twin.url),
                self.looking(Some("url")),
            ),
            headers: headers.collect(),
            helper: truth.headers_helper.as_ref().map(|said| {
                let twin = twin.and_then(|twin| twin.headers_helper.as_ref());
                self.shown(said, twin, self.looking(None))
            }),
            oauth: truth
                .oauth
                .iter()
                .filter_map(|(slot, _, span)| {
                    let entry = server.entry(*slot)?;
                    // One that says that there is no OAuth is not a part of it.
                    let field = match entry.value {
                        Value::Flag(false) => format!("{}: false", entry.field),
                        _ => entry.field.to_string(),
                    };
                    Some((field, self.sources.at(*span)))
                })
                .collect(),
        }
    }

    /// A name that is not in the file as it is: what the environment put into it is covered like a value.
    fn name(&self, name: &str, marked: Option<&str>) -> String {
        let said = Said {
            value: Resolved::text(name),
            variables: Vec::new(),
            missing: Vec::new(),
            span: Span::default(),
        };
        let segments = self.trace.name(name, marked);
        let nowhere = Spot { file: 0, line: 0 };
        shown(&said, &segments, self.looking(None), nowhere).line(MASK)
    }

    fn looking<'k>(&self, key: Option<&'k str>) -> Looking<'k> {
        Looking {
            key,
            line: CommandLine::default(),
            secrets: None,
            values: self.values,
        }
    }

    fn shown(&self, said: &Said, twin: Option<&Said>, looking: Looking<'_>) -> Shown {
        let segments = self.trace.segments(said, twin);
        let Span { start, end } = said.span;
        let next = self.secrets.partition_point(|(first, _)| *first <= start);
        let secrets = next.checked_sub(1).map(|at| &self.secrets[at]);
        let looking = Looking {
            secrets: secrets.map(|(first, secrets)| {
                let span = Span {
                    start: start - first,
                    end: end - first,
                };
                (secrets, span)
            }),
            ..looking
        };
        let mut shown = shown(said, &segments, looking, self.sources.at(said.span));
        // What nothing of the value came from need not be empty: a default that is not used is not looked at.
        let is_empty = |name: &String| self.environment.get(name) == Some("");
        shown.empty.retain(is_empty);
        shown
    }
}

/// Where an entry names the folder of its process, if that is not there. No process can be started in it.
fn missing_folder(start: &Start, place: &Place, workspace: &str) -> Option<Span> {
    let Where::Given(said, base) = &start.folder else {
        return None;
    };
    let text = said.value.as_text().filter(|text| !text.is_empty())?;
    // To look for a share would ask the network, and whoever wrote the file chose the machine.
    if text.starts_with(r"\\") || text.starts_with("//") {
        return None;
    }
    let path = Path::new(text);
    let at_home = text == "~" || text.starts_with("~/");
    let runtime = &place.format.runtime;
    if at_home && runtime.tilde.contains(&Slot::Cwd) || runtime.absolute_cwd && !path.is_absolute()
    {
        return None;
    }
    let missing = match base {
        _ if path.is_absolute() => is_missing(path),
        Folder::Project | Folder::Root => {
            let base = match base {
                Folder::Root => Path::new("/"),
                _ => Path::new(workspace),
            };
            is_missing(&base.join(path))
        }
        // Wherever it starts, nobody has a folder of this name.
        _ => at_home || text.contains("${"),
    };
    missing.then_some(said.span)
}

/// Whether there is no such folder. One that nobody may look at is left to the host.
fn is_missing(path: &Path) -> bool {
    match std::fs::metadata(path) {
        Ok(found) => !found.is_dir(),
        Err(error) => matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory),
    }
}

/// A variable that the host looks for and does not put in.
fn unchecked(place: &Place, server: &Server, world: &World<'_>) -> Option<(String, Span)> {
    server.entries.iter().find_map(|entry| {
        let dialect = place.format.dialect(entry.slot).checked_as?;
        entry.value.templates().find_map(|text| {
            let value = dialect.resolve(text.written()?, world);
            Some((value.failing()?.to_owned(), text.span))
        })
    })
}

/// What the marked twin has in the place of the entry `at`, if it is the same entry.
fn twin_of<'t, T>(name: &str, at: usize, twins: &'t [(String, T)]) -> Option<&'t (String, T)> {
    let twin = twins.get(at);
    twin.filter(|(twin, _)| unmarked(twin) == name)
}

//! The servers of all files: those that count, with what they hide or are merged from.

mod folder;

use std::collections::{HashMap, HashSet};

use super::Request;
use super::card::{Answer, Card, FileCard, Other};
use super::files::{Gathered, LayeredFiles, Only, ShownFile};
use super::gates::FoundFiles;
use super::scene::Scene;
use super::sources::{Sources, Spot};
use super::trace::Trace;
use super::verdict::{Complaint, Judged, JudgedFile, Outcome, by_name, judge};
use super::words::unset_name;
use crate::host::scope::RootReach;
use crate::host::{Cost, Scope, find, refused_name};
use crate::model::dialect::WhenUnset;
use crate::report::{Source, SourceSecrets};
use crate::syntax::{Document, merged, shift, stem};

/// What `gathered` means for its hosts.
pub(super) fn answer(gathered: &Gathered, request: &Request, values: bool) -> Answer {
    let mut sources = Sources::default();
    let starts: Vec<Option<u32>> = gathered
        .files
        .iter()
        .map(|file| sources.add(&file.text))
        .collect();
    let files = gathered.files.iter().zip(&starts);
    let secrets = files.filter_map(|(file, start)| {
        let source = Source {
            name: &file.name,
            text: &file.text,
            language: file.place.language,
        };
        start.map(|start| (start, SourceSecrets::of(&source)))
    });
    let trace = Trace::new(&request.environment);
    let scene = Scene {
        environment: &request.environment,
        trace: &trace,
        sources: &sources,
        secrets: secrets.collect(),
        values,
    };
    let mut answer = Answer {
        files: gathered
            .files
            .iter()
            .map(|file| FileCard {
                name: file.name.clone(),
                host: file.host,
                servers: 0,
                private: 0,
                complaints: Vec::new(),
                idle: false,
            })
            .collect(),
        cards: Vec::new(),
        remarks: Vec::new(),
    };
    for group in &gathered.groups {
        let mut arranging = Arranging {
            files: &gathered.files,
            starts: &starts,
            scene: &scene,
            request,
            answer: &mut answer,
        };
        arranging.group(group);
    }
    answer
}

struct Arranging<'a, 't> {
    files: &'t [ShownFile],
    starts: &'a [Option<u32>],
    scene: &'a Scene<'a, 't>,
    request: &'a Request,
    answer: &'a mut Answer,
}

impl<'t> Arranging<'_, 't> {
    fn group(&mut self, group: &LayeredFiles) {
        let mut documents: HashMap<usize, Document<'t>> = HashMap::new();
        for (file, _) in &group.layers {
            if !documents.contains_key(file)
                && let Some(document) = self.parse(*file)
            {
                documents.insert(*file, document);
            }
        }
        let first = group
            .layers
            .iter()
            .find(|(at, _)| documents.contains_key(at));
        let Some((first, _)) = first.copied() else {
            return;
        };
        let place = self.files[first].place;
        let alike = |file: &ShownFile| {
            std::ptr::eq(file.place.format, place.format) && file.place.roots == place.roots
        };
        let one_tree = group.host.layers.merged
            && documents.len() > 1
            && group.layers.iter().all(|(at, _)| alike(&self.files[*at]));
        if one_tree {
            self.one_tree(group, first, documents);
        } else {
            self.replaced(group, &documents);
        }
    }

    /// The document of a file with its spans in their place among all files.
    fn parse(&mut self, file: usize) -> Option<Document<'t>> {
        let ShownFile {
            name,
            text,
            host,
            place,
            bom,
            utf16,
            ..
        } = &self.files[file];
        let card = &mut self.answer.files[file];
        let mut refuse = |rule, message: String, help: &str, at: Spot| {
            card.complaints.push(Complaint {
                rule,
                message,
                label: place.unreadable_for(host),
                help: Some(help.to_owned()).filter(|help| !help.is_empty()),
                at,
                cost: place.unreadable,
            });
        };
        let top = Spot { file, line: 1 };
        if *utf16 {
            let message = "the file is UTF-16".to_owned();
            refuse("file-encoding", message, "save the file as UTF-8", top);
        } else if *bom && !place.bom {
            let message = "the file starts with a byte-order mark".to_owned();
            refuse("file-encoding", message, "save the file without it", top);
        }
        let Some(start) = self.starts[file] else {
            let message = "the files are too large to be shown together".to_owned();
            refuse("oversized-file", message, "show fewer files", top);
            return None;
        };
        match crate::host::parse(text, place) {
            Ok(mut document) => {
                shift(&mut document, start);
                Some(document.named(stem(name)))
            }
            Err(error) => {
                let at = self.scene.sources.within(file, Some(error.span));
                refuse(
                    "syntax-error",
                    error.reason,
                    error.hint.unwrap_or_default(),
                    at,
                );
                None
            }
        }
    }

    /// Of several definitions the strongest counts.
    fn replaced(&mut self, group: &LayeredFiles, documents: &HashMap<usize, Document<'t>>) {
        let mut judged: HashMap<usize, JudgedFile> = HashMap::new();
        for (file, _) in &group.layers {
            if let Some(document) = documents.get(file).filter(|_| !judged.contains_key(file)) {
                judged.insert(*file, self.judge(*file, document));
            }
        }
        let stop = self.stop(group);
        // What the host drops hides nothing, and says nothing about the servers of other files.
        let dropped: HashSet<usize> = judged
            .keys()
            .copied()
            .filter(|file| stop.is_none() && self.is_dropped(*file))
            .collect();
        let mut layered: Vec<(usize, &Judged)> = Vec::new();
        for (file, only) in &group.layers {
            let servers = judged.get(file).map_or(&[][..], |judged| &judged.servers);
            let counts = |server: &&Judged| match only {
                Only::All => server.reach != RootReach::Private,
                Only::Project => server.reach == RootReach::Project,
                Only::Plain => server.reach == RootReach::Plain,
            };
            layered.extend(servers.iter().filter(counts).map(|server| (*file, server)));
        }
        let mut off: HashMap<&str, Spot> = HashMap::new();
        // Settings without servers disable those of the project only.
        let mut off_here: HashMap<&str, Spot> = HashMap::new();
        for (file, _) in group.layers.iter().filter(|(at, _)| !dropped.contains(at)) {
            let list = judged.get(file).into_iter().flat_map(|judged| &judged.off);
            let into = match self.files[*file].aside {
                Some(_) => &mut off_here,
                None => &mut off,
            };
            for (name, at) in list {
                into.entry(name).or_insert(*at);
            }
        }
        let denied: HashMap<&str, Spot> = judged
            .iter()
            .filter(|(file, _)| !dropped.contains(file))
            .flat_map(|(_, judged)| &judged.denied)
            .map(|(name, at)| (name.as_str(), *at))
            .collect();
        let files = self.files;
        let is_off = |file: usize, server: &Judged| {
            let name = server.name.to_ascii_lowercase();
            files[file].place.scope == Scope::Project && off_here.contains_key(name.as_str())
        };
        // One file alone has said everything about its servers.
        let several = documents.len() > 1;
        let read = documents.iter().filter(|(file, _)| {
            several && !dropped.contains(file) && files[**file].aside.is_none()
        });
        let read = read.map(|(file, document)| (*file, files[*file].place, document));
        let first = group
            .layers
            .first()
            .map(|(file, _)| &files[*file].workspace);
        let found = FoundFiles::new(read, first.map_or("", String::as_str));
        let gates = found.gates();
        let names = by_name(&layered, &group.host.layers);
        // Hidden ones are passed by first: there may be as many of one name as there are servers.
        for (file, server) in layered.iter().filter(|(_, server)| !server.hidden) {
            let all = &names[&group.host.layers.key(&server.name)];
            let seen = || all.iter().filter(|(_, server)| !server.hidden);
            // One that is disabled gives way to the next.
            let loaded = || seen().filter(|(file, _)| !dropped.contains(file));
            let winner = loaded().find(|(file, server)| !is_off(*file, server));
            let winner = winner.or_else(|| loaded().next());
            let winner = winner.or_else(|| seen().next());
            let united = group.host.layers.united && !dropped.contains(file);
            // Names that differ in case are told apart within one file.
            let beside = |(at, it): (usize, &Judged)| at == *file && it.name != server.name;
            let united = united || winner.is_some_and(|it| beside(*it));
            if united || winner.is_some_and(|(_, winner)| std::ptr::eq(*winner, *server)) {
                let others = all.iter().filter(|(file, other)| {
                    !std::ptr::eq(*other, *server) && !dropped.contains(file) && !united
                });
                let others = others.map(|(_, other)| (other.at, Other::Hidden)).collect();
                // A list that names the server is pointed at below.
                let is_named = off.contains_key(server.name.to_ascii_lowercase().as_str());
                let told = gates.applied(*file, server).filter(|_| !is_named);
                self.card(
                    *file,
                    told.as_ref().unwrap_or(server),
                    others,
                    stop.as_ref(),
                );
                self.disable(&denied, "denied");
                self.disable(&off, "disabled");
                if is_off(*file, server) {
                    self.disable(&off_here, "disabled");
                }
            }
        }
    }

    /// What keeps the host from starting, in whichever file.
    fn stop(&self, group: &LayeredFiles) -> Option<Complaint> {
        let files = group.layers.iter().map(|(file, _)| *file);
        let mut complaints = files.flat_map(|file| &self.answer.files[file].complaints);
        complaints.find(|it| it.cost == Cost::Start).cloned()
    }

    /// Whether the host does without the file.
    fn is_dropped(&self, file: usize) -> bool {
        let mut complaints = self.answer.files[file].complaints.iter();
        complaints.any(|it| it.cost == Cost::File)
    }

    /// A server that one file defines may be disabled in another.
    fn disable(&mut self, off: &HashMap<&str, Spot>, why: &str) {
        if let Some(card) = self.answer.cards.last_mut()
            && let Some(at) = off.get(card.name.to_ascii_lowercase().as_str())
            && matches!(card.verdict, Outcome::Used(_))
        {
            card.verdict = Outcome::Skipped(why.to_owned(), Some(*at));
        }
    }

    /// All files are one tree, in which the strongest value counts.
    fn one_tree(
        &mut self,
        group: &LayeredFiles,
        first: usize,
        mut documents: HashMap<usize, Document<'t>>,
    ) {
        let mut definitions: HashMap<String, Vec<Spot>> = HashMap::new();
        let mut whole = Document {
            origin: None,
            root: None,
            notes: Vec::new(),
            name: None,
        };
        for (file, _) in &group.layers {
            let Some(document) = documents.remove(file) else {
                continue;
            };
            if let Ok(found) = find(&document, self.files[*file].place) {
                self.answer.files[*file].servers = found.servers.len();
                for entry in &found.servers {
                    let at = self.scene.sources.at(entry.name_span);
                    definitions
                        .entry(entry.name.to_owned())
                        .or_default()
                        .push(at);
                }
            }
            whole.notes.extend(document.notes);
            whole.root = match (whole.root, document.root) {
                (Some(strong), Some(weak)) => Some(merged(strong, weak, group.host.layers.joined)),
                (strong, weak) => strong.or(weak),
            };
        }
        let servers = self.answer.files[first].servers;
        let judged = self.judge(first, &whole);
        self.answer.files[first].servers = servers;
        for server in &judged.servers {
            let all = definitions.remove(&server.name).unwrap_or_default();
            let others = all.into_iter().filter(|at| *at != server.at);
            let others = others.map(|at| (at, Other::Merged)).collect();
            self.card(first, server, others, None);
        }
    }

    /// The servers of a file, and what its host says about it.
    fn judge(&mut self, file: usize, document: &Document<'t>) -> JudgedFile {
        let ShownFile {
            host,
            place,
            workspace,
            aside,
            ..
        } = &self.files[file];
        let mut judged = judge(document, host, place, workspace, (self.scene.sources, file));
        let card = &mut self.answer.files[file];
        card.servers = judged.servers.len();
        let private = |server: &&Judged| server.reach == RootReach::Private;
        card.private = judged.servers.iter().filter(private).count();
        match aside {
            Some(aside) if !judged.servers.is_empty() => card.complaints.push(Complaint {
                rule: "ignored-config-location",
                message: if aside.sure {
                    format!("{} does not read servers from this file", host.name)
                } else {
                    format!("{} is not documented to read this file", host.name)
                },
                label: String::new(),
                help: Some(format!("move them to `{}`", aside.instead)),
                at: judged.servers[0].at,
                cost: Cost::File,
            }),
            Some(_) => card.idle = true,
            None => {}
        }
        let top = document.root.as_ref();
        for (aside, top) in aside.iter().zip(top) {
            for (item, name, is_refused) in aside.stopped(top) {
                let into = match is_refused {
                    true => &mut judged.denied,
                    false => &mut judged.off,
                };
                let at = self.scene.sources.at(item.span);
                into.entry(name.to_ascii_lowercase()).or_insert(at);
            }
        }
        let rules = aside.iter().flat_map(|aside| aside.rules);
        for (path, refuses) in rules {
            let Some(list) = top.and_then(|top| top.at(path)) else {
                continue;
            };
            // Commands and URLs are compared by the host alone.
            if !refuses || list.items().iter().any(|item| refused_name(item).is_none()) {
                let remark = format!(
                    "`{}` in {} also limits servers, which is not shown",
                    path.join("."),
                    self.files[file].name
                );
                if !self.answer.remarks.contains(&remark) {
                    self.answer.remarks.push(remark);
                }
            }
        }
        card.complaints.append(&mut judged.complaints);
        self.lose(file, &mut judged.servers);
        judged
    }

    /// Where a variable is put into the text of the file, or before its URLs are looked at, one that is not set may cost all
    /// servers of the file.
    fn lose(&self, file: usize, servers: &mut [Judged]) {
        let ShownFile {
            place, workspace, ..
        } = &self.files[file];
        let mut dialects = place.format.dialects.iter();
        let checks_urls = place.format.checks_urls && place.format.bad_server == Cost::File;
        let rejects = dialects.any(|(_, dialect)| dialect.unset == WhenUnset::RejectsFile);
        if !checks_urls && !rejects {
            return;
        }
        let unset = servers.iter().find_map(|server| match &server.verdict {
            Outcome::Used(read) if rejects => self.scene.unset(place, read, workspace),
            Outcome::Used(read) => self.scene.no_url(place, read, workspace),
            _ => None,
        });
        let Some((name, at)) = unset else { return };
        let why = format!(
            "with the whole file, because {} is unset",
            unset_name(&name)
        );
        for server in servers {
            if matches!(server.verdict, Outcome::Used(_)) {
                server.verdict = Outcome::Skipped(why.clone(), Some(at));
            }
        }
    }

    /// The card of a server, on a host that something may `stop` from starting.
    fn card(
        &mut self,
        file: usize,
        server: &Judged,
        others: Vec<(Spot, Other)>,
        stop: Option<&Complaint>,
    ) {
        if !self.request.selection.takes(&server.name) {
            return;
        }
        let ShownFile {
            host,
            place,
            workspace,
            ..
        } = &self.files[file];
        let mut ignored = Vec::new();
        let verdict = match &server.verdict {
            Outcome::Used(read) => match self.answer.files[file].complaints.first().or(stop) {
                Some(complaint) => Outcome::Rejected(vec![complaint.clone()]),
                None => {
                    ignored = self.scene.ignored(read);
                    let folder = self.folder(file);
                    self.scene.verdict(host, place, read, workspace, &folder)
                }
            },
            Outcome::Skipped(why, at) => Outcome::Skipped(why.clone(), *at),
            Outcome::Rejected(list) => Outcome::Rejected(list.clone()),
        };
        self.answer.cards.push(Card {
            name: server.name.clone(),
            host,
            at: server.at,
            verdict,
            others,
            ignored,
        });
    }
}

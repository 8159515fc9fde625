//! What hosts do, for people.

use super::arrange::{Answer, FileCard};
use super::card::{Base, Card, Does, Other, Process, Remote, Variable, Way};
use super::page::{Cell, Ink, Paper, words};
use super::sources::Spot;
use super::value::{Shown, Visible};
use super::verdict::{Complaint, Verdict};
use super::words as said;
use crate::cli::count;
use crate::effect::{Becomes, Missing};
use crate::host::Cost;
use crate::report::Look;

/// Names that are longer do not push the values of their neighbours away.
const MAX_NAME: usize = 28;

/// More reasons would not help anybody.
const MAX_WHY: usize = 5;

/// The whole answer.
pub(super) fn text(answer: &Answer, look: &Look) -> String {
    let mut printer = CardPrinter {
        answer,
        page: Paper::new(look),
        look,
        file: usize::MAX,
    };
    let mut cards = answer.cards.iter().peekable();
    for (at, file) in answer.files.iter().enumerate() {
        printer.file(at, file);
        while let Some(card) = cards.next_if(|card| card.at.file <= at) {
            printer.card(card);
        }
    }
    cards.for_each(|card| printer.card(card));
    printer.summary();
    printer.page.finish()
}

struct CardPrinter<'p> {
    answer: &'p Answer,
    page: Paper<'p>,
    look: &'p Look,
    /// The file that the last heading named in full.
    file: usize,
}

impl CardPrinter<'_> {
    /// A file of which there is more to say than about its servers.
    fn file(&mut self, at: usize, file: &FileCard) {
        self.file = at;
        let others = file.servers == file.private;
        if file.complaints.is_empty() && (file.idle || !others) {
            return;
        }
        if file.complaints.is_empty() {
            let what = match file.private {
                0 => "no servers".to_owned(),
                private => format!("{} of other projects", count(private, "server")),
            };
            self.heading(
                ("○", "-"),
                &file.name,
                file.host.name,
                (Ink::Dim, &what),
                "",
            );
            return;
        }
        let what = (Ink::Bad, "rejected");
        self.heading(("✗", "x"), &file.name, file.host.name, what, "");
        let (first, rest) = file.complaints.split_at(file.complaints.len().min(MAX_WHY));
        self.complaints(first);
        if !rest.is_empty() {
            let more = format!("and {} more", rest.len());
            self.page.row("", &words(Ink::Dim, &more), "");
        }
    }

    fn card(&mut self, card: &Card) {
        let (marks, style, verdict) = match &card.verdict {
            Verdict::Used(does) => {
                let what = match does.how {
                    Way::Starts(_) => "starts",
                    Way::Connects(_) => "connects",
                };
                (("●", "*"), Ink::Good, what.to_owned())
            }
            Verdict::Skipped(why, at) => {
                let at = match at.filter(|at| *at != card.at) {
                    Some(Spot { file, line }) if file == card.at.file => format!(" in line {line}"),
                    Some(at) => format!(" at {}", self.full(at)),
                    None => String::new(),
                };
                (("○", "-"), Ink::Dim, format!("skipped: {why}{at}"))
            }
            Verdict::Rejected(_) => (("✗", "x"), Ink::Bad, "rejected".to_owned()),
        };
        self.file = card.at.file;
        let at = self.full(card.at);
        self.heading(marks, &card.name, card.host.name, (style, &verdict), &at);
        match &card.verdict {
            Verdict::Used(does) => self.does(does, card),
            Verdict::Skipped(..) => {}
            Verdict::Rejected(list) => {
                let file = &self.answer.files[card.at.file];
                let whole = |it: &&Complaint| matches!(it.cost, Cost::File | Cost::Start);
                // What the file is rejected for was said with the file.
                let own: Vec<Complaint> = list.iter().filter(|it| !whole(it)).cloned().collect();
                if own.is_empty() && !file.complaints.is_empty() {
                    self.page
                        .row("why", &words(Ink::Plain, "the whole file is rejected"), "");
                } else {
                    self.complaints(list);
                }
            }
        }
        self.others(card);
    }

    fn heading(
        &mut self,
        (mark, plain): (&str, &str),
        name: &str,
        host: &str,
        (style, verdict): (Ink, &str),
        at: &str,
    ) {
        self.page.blank();
        let (mark, dot) = if self.look.unicode {
            (mark, "·")
        } else {
            (plain, "-")
        };
        let name = if name.is_empty() { "(no name)" } else { name };
        let mut cells = vec![
            Cell::new(style, mark),
            Cell::new(Ink::Bold, name),
            Cell::new(Ink::Dim, dot),
        ];
        cells.extend(words(Ink::Plain, host));
        cells.push(Cell::new(Ink::Dim, dot));
        cells.extend(words(style, verdict));
        self.page.heading(&cells, at);
    }

    fn complaints(&mut self, list: &[Complaint]) {
        for complaint in list {
            let at = self.at(complaint.at);
            self.page
                .row("why", &words(Ink::Plain, &complaint.message), &at);
            if !complaint.label.is_empty() {
                self.page.row("", &words(Ink::Dim, &complaint.label), "");
            }
            if let Some(help) = &complaint.help {
                self.page.row("fix", &words(Ink::Plain, help), "");
            }
        }
    }

    fn does(&mut self, does: &Does, card: &Card) {
        match &does.how {
            Way::Starts(process) => self.process(process),
            Way::Connects(remote) => self.remote(remote),
        }
        for (label, time) in [("startup", does.startup), ("timeout", does.call)] {
            if let Some((millis, at)) = time {
                let text = match label {
                    "startup" => format!("{} to start", said::time(millis)),
                    _ => format!("{} per call", said::time(millis)),
                };
                self.plain(label, &text, Some(at));
            }
        }
        if let Some(text) = said::visible(&does.tools) {
            self.plain("tools", &text, does.tools_at);
        }
        if let Some(text) = said::approved(&does.tools) {
            self.plain("no prompt", &text, does.approvals_at);
        }
        if does.sandbox {
            self.plain("sandbox", "yes", None);
        }
        if does.id != card.name {
            self.plain("tool id", &does.id, None);
        }
        for (field, reason, at) in &card.ignored {
            let at = self.at(*at);
            let mut cells = vec![Cell::new(Ink::Warn, field)];
            cells.extend(words(Ink::Dim, said::reason(*reason)));
            self.page.row("ignored", &cells, &at);
        }
    }

    fn process(&mut self, process: &Process) {
        self.value("command", &process.program);
        if !process.args.is_empty() {
            let at = self.at(process.args[0].at);
            let mut cells: Vec<Cell> = process.args.iter().map(|arg| self.arg(arg)).collect();
            cells.extend(notes(&said::notes(&Shown::summed_up(&process.args))));
            self.page.row("args", &cells, &at);
        }
        self.folder(process);
        self.env(process);
        if let Some(file) = &process.env_file {
            self.value("env file", file);
        }
    }

    fn folder(&mut self, process: &Process) {
        let base = match &process.base {
            Base::Project(path) => path.as_str(),
            Base::Words(words) => words,
            Base::Unknown => "not documented",
        };
        match &process.folder {
            None => {
                let mut cells = words(Ink::Plain, base);
                if matches!(process.base, Base::Project(_)) {
                    cells.extend(words(Ink::Dim, "(the project)"));
                }
                self.page.row("folder", &cells, "");
            }
            Some(folder) => {
                let at = self.at(folder.at);
                let mut cells = self.pieces(folder);
                cells.extend(notes(&said::notes(folder)));
                if folder.is_relative() {
                    cells.extend(words(Ink::Dim, &format!("below {base}")));
                }
                self.page.row("folder", &cells, &at);
            }
        }
    }

    fn env(&mut self, process: &Process) {
        let names = process.env.iter().map(|(name, _)| name.chars().count());
        let width = names.filter(|width| *width <= MAX_NAME).max().unwrap_or(0);
        let mut label = "env";
        for (name, variable) in &process.env {
            let name = Cell::new(Ink::Plain, name).padded(width + 1);
            match variable {
                Variable::Set(shown) => self.pair(label, name, shown, ""),
                Variable::Appended(shown) => {
                    self.pair(label, name, shown, "appended to the inherited value");
                }
                Variable::Removed(at) => {
                    let at = self.at(*at);
                    let mut cells = vec![name];
                    cells.extend(words(Ink::Dim, "removed"));
                    self.page.row(label, &cells, &at);
                }
            }
            label = "";
        }
        let inherits = words(Ink::Dim, &said::inherits(process.inherits));
        self.page.row(label, &inherits, "");
    }

    fn remote(&mut self, remote: &Remote) {
        self.value("url", &remote.url);
        self.plain("transport", &said::transports(&remote.transports), None);
        let names = remote.headers.iter().map(|(name, _)| name.chars().count());
        let width = names.filter(|width| *width <= MAX_NAME).max().unwrap_or(0);
        let mut label = "headers";
        for (name, shown) in &remote.headers {
            let name = Cell::new(Ink::Plain, name).padded(width + 1);
            self.pair(label, name, shown, "");
            label = "";
        }
        if let Some(helper) = &remote.helper {
            self.value("helper", helper);
        }
        if let Some((_, at)) = remote.oauth.first() {
            let fields: Vec<&str> = remote.oauth.iter().map(|(field, _)| &**field).collect();
            self.plain("oauth", &fields.join(", "), Some(*at));
        }
    }

    fn pair(&mut self, label: &str, name: Cell, shown: &Shown, note: &str) {
        let at = self.at(shown.at);
        let mut cells = vec![name];
        cells.extend(self.pieces(shown));
        cells.extend(words(Ink::Dim, note));
        cells.extend(notes(&said::notes(shown)));
        self.page.row(label, &cells, &at);
    }

    fn value(&mut self, label: &str, shown: &Shown) {
        let at = self.at(shown.at);
        let mut cells = self.pieces(shown);
        cells.extend(notes(&said::notes(shown)));
        self.page.row(label, &cells, &at);
    }

    fn plain(&mut self, label: &str, text: &str, at: Option<Spot>) {
        let at = at.map_or_else(String::new, |at| self.at(at));
        self.page.row(label, &words(Ink::Plain, text), &at);
    }

    fn others(&mut self, card: &Card) {
        for (at, other) in &card.others {
            let text = match other {
                Other::Merged => "merged with the definition at",
                Other::Hidden => "hides the definition at",
            };
            let at = self.full(*at);
            let mut cells = words(Ink::Dim, text);
            cells.push(Cell::new(Ink::Dim, &at));
            self.page.row("also", &cells, "");
        }
    }

    /// A value, or that it is empty; nothing where it is not there at all.
    fn pieces(&self, shown: &Shown) -> Vec<Cell> {
        let absent = |missing: &Missing| missing.becomes == Becomes::Absent;
        if shown.missing.iter().any(absent) {
            return Vec::new();
        }
        if shown.is_empty() {
            return words(Ink::Dim, "(empty)");
        }
        vec![self.cell(shown, Cell::default())]
    }

    fn cell(&self, shown: &Shown, cell: Cell) -> Cell {
        shown.pieces.iter().fold(cell, |cell, piece| {
            let style = match piece {
                Visible::Text(_) => Ink::Plain,
                Visible::Mask | Visible::Unknown(_) => Ink::Dim,
                Visible::Unset(_) | Visible::Broken => Ink::Warn,
            };
            cell.with(style, &piece.text(self.mask()))
        })
    }

    /// An argument as a shell would need it.
    fn arg(&self, shown: &Shown) -> Cell {
        let safe = |c: char| c.is_alphanumeric() || "-_=+:,./@%^".contains(c);
        let plain = |piece: &Visible| match piece {
            Visible::Text(text) | Visible::Unset(text) => text.chars().all(safe),
            _ => true,
        };
        if !shown.is_empty() && shown.pieces.iter().all(plain) {
            return self.cell(shown, Cell::default());
        }
        let quoted = shown.quoted();
        self.cell(&quoted, Cell::new(Ink::Plain, "'"))
            .with(Ink::Plain, "'")
    }

    fn mask(&self) -> &'static str {
        if self.look.unicode {
            "••••••••"
        } else {
            "********"
        }
    }

    fn full(&self, at: Spot) -> String {
        format!("{}:{}", self.answer.files[at.file].name, at.line)
    }

    /// A place in a row. The heading has the whole path already.
    fn at(&self, at: Spot) -> String {
        let full = self.full(at);
        match full.rsplit_once('/') {
            Some((_, name)) if at.file == self.file => name.to_owned(),
            _ => full,
        }
    }

    /// How many of each.
    fn summary(&mut self) {
        let count = |fits: &dyn Fn(&Verdict<Does>) -> bool| {
            let cards = self.answer.cards.iter();
            cards.filter(|card| fits(&card.verdict)).count()
        };
        let how = |verdict: &Verdict<Does>, starts: bool| match verdict {
            Verdict::Used(does) => matches!(does.how, Way::Starts(_)) == starts,
            _ => false,
        };
        let (starts, connects) = (count(&|it| how(it, true)), count(&|it| how(it, false)));
        let skipped = count(&|it| matches!(it, Verdict::Skipped(..)));
        let rejected = count(&|it| matches!(it, Verdict::Rejected(_)));
        if self.answer.cards.len() < 2 {
            return;
        }
        let verb = |number: usize, one: &str, many: &str| match number {
            0 => None,
            1 => Some(format!("1 {one}")),
            number => Some(format!("{number} {many}")),
        };
        let parts: Vec<String> = [
            verb(starts, "starts", "start"),
            verb(connects, "connects", "connect"),
            verb(skipped, "skipped", "skipped"),
            verb(rejected, "rejected", "rejected"),
        ]
        .into_iter()
        .flatten()
        .collect();
        self.page.blank();
        let servers = crate::cli::count(self.answer.cards.len(), "server");
        let text = format!("{servers}: {}", parts.join(", "));
        self.page.heading(&words(Ink::Dim, &text), "");
    }
}

/// Remarks after a value.
fn notes(notes: &[(String, bool)]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (at, (text, warning)) in notes.iter().enumerate() {
        let style = if *warning { Ink::Warn } else { Ink::Dim };
        let end = if at + 1 < notes.len() { ";" } else { "" };
        cells.extend(words(style, &format!("{text}{end}")));
    }
    match cells.first_mut() {
        Some(first) => {
            *first = Cell::new(Ink::Plain, " ").and(std::mem::take(first));
            cells
        }
        None => cells,
    }
}

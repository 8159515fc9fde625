//! What hosts do, for people.

use super::card::{Answer, Card, Does, FileCard, Other, Way};
use super::page::{Cell, Ink, Paper, words};
use super::rows::notes;
use super::sources::Spot;
use super::verdict::{Complaint, Outcome};
use super::words as said;
use crate::cli::count;
use crate::report::Look;
use crate::secret::veiled_name;

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

pub(super) struct CardPrinter<'p> {
    answer: &'p Answer,
    pub(super) page: Paper<'p>,
    pub(super) look: &'p Look,
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
            Outcome::Used(does) => {
                let what = match does.how {
                    Way::Starts(_) => "starts",
                    Way::Connects(_) => "connects",
                };
                (("●", "*"), Ink::Good, what.to_owned())
            }
            Outcome::Skipped(why, at) => {
                let at = match at.filter(|at| *at != card.at) {
                    Some(Spot { file, line }) if file == card.at.file => format!(" (line {line})"),
                    Some(at) => format!(" ({})", self.full(at)),
                    None => String::new(),
                };
                (("○", "-"), Ink::Dim, format!("skipped: {why}{at}"))
            }
            Outcome::Rejected(_) => (("✗", "x"), Ink::Bad, "rejected".to_owned()),
        };
        self.file = card.at.file;
        let at = self.full(card.at);
        self.heading(marks, &card.name, card.host.name, (style, &verdict), &at);
        match &card.verdict {
            Outcome::Used(does) => self.does(does, card),
            Outcome::Skipped(..) => {}
            Outcome::Rejected(list) => {
                let file = &self.answer.files[card.at.file];
                let whole = |it: &&Complaint| it.cost.is_of_the_file();
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
        let name = if name.is_empty() {
            "(no name)".into()
        } else {
            veiled_name(name)
        };
        let mut cells = vec![
            Cell::new(style, mark),
            Cell::new(Ink::Bold, &name),
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
        for (field, at) in &does.limits {
            self.plain("limited by", field, Some(*at));
        }
        if does.sandbox {
            self.plain("sandbox", "yes", None);
        }
        if does.id != card.name {
            self.plain("tool id", does.shown_id(&card.name), None);
        }
        for (field, reason, at) in &card.ignored {
            let at = self.at(*at);
            let mut cells = vec![Cell::new(Ink::Warn, field)];
            cells.extend(notes(&[(said::reason(*reason).to_owned(), false)]));
            self.page.row("ignored", &cells, &at);
        }
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

    fn full(&self, at: Spot) -> String {
        format!("{}:{}", self.answer.files[at.file].name, at.line)
    }

    /// A place in a row. The heading has the whole path already.
    pub(super) fn at(&self, at: Spot) -> String {
        let full = self.full(at);
        match full.rsplit_once('/') {
            Some((_, name)) if at.file == self.file => name.to_owned(),
            _ => full,
        }
    }

    /// Way many of each.
    fn summary(&mut self) {
        let count = |fits: &dyn Fn(&Outcome<Does>) -> bool| {
            let cards = self.answer.cards.iter();
            cards.filter(|card| fits(&card.verdict)).count()
        };
        let how = |verdict: &Outcome<Does>, starts: bool| match verdict {
            Outcome::Used(does) => matches!(does.how, Way::Starts(_)) == starts,
            _ => false,
        };
        let (starts, connects) = (count(&|it| how(it, true)), count(&|it| how(it, false)));
        let skipped = count(&|it| matches!(it, Outcome::Skipped(..)));
        let rejected = count(&|it| matches!(it, Outcome::Rejected(_)));
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

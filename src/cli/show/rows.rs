//! The rows of a process and of a connection.

use super::card::{Base, Process, Remote, Variable};
use super::human::CardPrinter;
use super::page::{Cell, Ink, words};
use super::sources::Spot;
use super::value::{MASK, Shown, Visible};
use super::words as said;
use crate::effect::{Becomes, Missing};
use crate::secret::veiled_name;

/// Names that are longer do not push the values of their neighbours away.
const MAX_NAME: usize = 28;

impl CardPrinter<'_> {
    pub(super) fn process(&mut self, process: &Process) {
        self.program(&process.program);
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

    /// The program, quoted like an argument: a whole command line in its place is one name to the host.
    fn program(&mut self, shown: &Shown) {
        let at = self.at(shown.at);
        let mut cells = self.pieces(shown);
        if !shown.is_empty() && !cells.is_empty() {
            cells = vec![self.arg(shown)];
        }
        cells.extend(notes(&said::notes(shown)));
        self.page.row("command", &cells, &at);
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
                    let from = match &process.base {
                        Base::Unknown => "below a folder that is not documented".to_owned(),
                        _ => format!("below {base}"),
                    };
                    cells.extend(words(Ink::Dim, &from));
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
            let name = Cell::new(Ink::Plain, &variable.shown_name(name)).padded(width + 1);
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
        let inherits = said::inherits(process.inherits, process.env.is_empty());
        self.page.row(label, &words(Ink::Dim, &inherits), "");
    }

    pub(super) fn remote(&mut self, remote: &Remote) {
        self.value("url", &remote.url);
        self.plain("transport", &said::transports(&remote.transports), None);
        let names = remote.headers.iter().map(|(name, _)| name.chars().count());
        let width = names.filter(|width| *width <= MAX_NAME).max().unwrap_or(0);
        let mut label = "headers";
        for (name, shown) in &remote.headers {
            let name = Cell::new(Ink::Plain, &veiled_name(name)).padded(width + 1);
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

    pub(super) fn plain(&mut self, label: &str, text: &str, at: Option<Spot>) {
        let at = at.map_or_else(String::new, |at| self.at(at));
        self.page.row(label, &words(Ink::Plain, text), &at);
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
            MASK
        }
    }
}

/// Remarks after a value.
pub(super) fn notes(notes: &[(String, bool)]) -> Vec<Cell> {
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

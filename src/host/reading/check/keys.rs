//! What is wrong with how a server is reached.

use super::super::reach::ReachFault;
use super::super::universal;
use super::super::{At, FieldState, Problem, Reading};
use super::is_filled;
use crate::host::{Cost, MissingTag, TagRule, Write};
use crate::model::{Slot, Transport};
use crate::order::Order as _;
use crate::syntax::{Node, Tree};

impl<'n> Reading<'n> {
    /// How it is reached.
    pub(super) fn reach(&self, problems: &mut Vec<Problem<'n>>) {
        let own = |slot| self.known(slot).next().is_some();
        if !own(Slot::Command) && !own(Slot::Url) {
            if self.is_toggle() {
                return problems.push(Problem::Toggle);
            }
            if self.is_reference() {
                return problems.push(Problem::Reference);
            }
        }
        let place = |node: &Node<'_>| {
            self.fields
                .iter()
                .position(|at| std::ptr::eq(&at.member.value, node))
        };
        match self.fault {
            Some(ReachFault::UnknownWord) => {
                if let Some((at, word)) =
                    self.tag.and_then(|tag| Some((place(tag)?, tag.as_str()?)))
                {
                    problems.push(Problem::UnknownTransport { at, word });
                }
            }
            Some(ReachFault::MissingTag(meant)) => {
                let slot = if meant == Transport::Stdio {
                    Slot::Command
                } else {
                    Slot::Url
                };
                let told = self
                    .fields
                    .iter()
                    .position(|at| at.field.is_some() && at.slot == Some(slot));
                if let Some(at) = told {
                    problems.push(Problem::MissingTag { at, meant });
                }
            }
            None => {}
        }
        self.keys(problems);
    }

    /// The program and the URL: none of them, both of them, or one that the tag speaks against.
    fn keys(&self, problems: &mut Vec<Problem<'n>>) {
        let given = |slot: Slot| {
            let known = move |(_, at): &(usize, &At<'_>)| {
                at.slot == Some(slot) && at.field.is_some() && is_filled(&at.member.value)
            };
            self.fields
                .iter()
                .enumerate()
                .filter(known)
                .map(|(at, _)| at)
        };
        let mut keys = given(Slot::Command).take(1).chain(given(Slot::Url));
        match (keys.next(), keys.next()) {
            (None, _) => problems.push(Problem::MissingTransport {
                refused: self.lacks_what_it_needs(),
            }),
            (Some(only), None) => {
                let tag = self.tag_at();
                if let Some(tag) = tag.filter(|tag| self.contradicts(*tag, only)) {
                    problems.push(Problem::Contradiction { tag, only });
                }
            }
            (Some(first), Some(second)) => {
                let mut keys: Vec<usize> = [first, second].into_iter().chain(keys).collect();
                keys.order_by_key(|at| self.fields[*at].member.key_span);
                let winner = self.winner(&keys);
                if let Some(loser) = keys.iter().rev().find(|at| **at != winner) {
                    problems.push(Problem::Conflict {
                        winner,
                        loser: *loser,
                    });
                }
            }
        }
    }

    /// The member that names the transport.
    pub(crate) fn tag_at(&self) -> Option<usize> {
        let tag = self.tag?;
        self.fields
            .iter()
            .position(|at| std::ptr::eq(&at.member.value, tag))
    }

    /// Of several keys, the one that counts; the first where the host takes only one.
    fn winner(&self, keys: &[usize]) -> usize {
        let format = self.place.format;
        let by_tag = self
            .tag
            .and_then(Node::as_str)
            .filter(|word| format.word_decides(word))
            .and_then(|word| format.word(word))
            .map(|spelling| spelling.transport);
        let fits = |at: &&usize| {
            by_tag.is_some_and(|kind| {
                (kind == Transport::Stdio) == (self.fields[**at].slot == Some(Slot::Command))
            })
        };
        let first = || {
            format
                .transports
                .infer
                .iter()
                .find_map(|(key, _)| keys.iter().find(|at| self.fields[**at].name == *key))
        };
        let found = if format.other_transport == Cost::Ignored {
            keys.iter().find(fits).or_else(first)
        } else {
            None
        };
        *found.unwrap_or(&keys[0])
    }

    /// Whether the tag says the opposite of the only key.
    fn contradicts(&self, tag: usize, only: usize) -> bool {
        self.said(tag).is_some_and(|said| {
            (said == Transport::Stdio) != (self.fields[only].slot == Some(Slot::Command))
                || self.is_other_remote(tag)
        })
    }

    /// The field for a URL of the transport that the tag speaks of.
    pub(crate) fn key_for_tag(&self) -> Option<&'static str> {
        let said = self.said(self.tag_at()?)?;
        let mut fields = self.place.format.fields.iter();
        fields
            .find(|field| {
                field.slot == Slot::Url && field.on.has(said) && field.write != Write::Never
            })
            .map(|field| field.name)
    }

    /// The transport that the tag speaks of.
    pub(crate) fn said(&self, tag: usize) -> Option<Transport> {
        let format = self.place.format;
        let word = self.fields[tag].member.value.as_str()?;
        let known = format.word(word).map(|spelling| spelling.transport);
        known.or_else(|| universal(word).filter(|_| format.transports.rule == TagRule::Unused))
    }

    /// Whether the host refuses the word of the tag, and no other host has it either: what the server is taken for is a
    /// guess, and the word itself is lost.
    pub(crate) fn is_guessed(&self) -> bool {
        let word = self.tag.and_then(Node::as_str);
        self.fault == Some(ReachFault::UnknownWord)
            && self.place.format.refuses_word(self.kind)
            && word.is_some_and(|word| universal(word).is_none())
    }

    /// Whether the tag speaks of streamable HTTP and the key is for SSE, or the other way round.
    pub(crate) fn is_other_remote(&self, tag: usize) -> bool {
        let remote = |kind: &Transport| *kind != Transport::Stdio;
        match (self.said(tag).filter(remote), self.kind.filter(remote)) {
            (Some(said), Some(kind)) => said != kind,
            _ => false,
        }
    }

    /// Whether the host goes by the tag, and then lacks a key that it insists on.
    pub(in crate::host::reading) fn needs_other(&self, tag: &At<'_>) -> bool {
        let decides = tag
            .member
            .value
            .as_str()
            .is_some_and(|word| self.place.format.word_decides(word));
        decides && self.lacks_what_it_needs()
    }

    /// Whether the host insists on a program or a URL that is not there.
    fn lacks_what_it_needs(&self) -> bool {
        let Some(kind) = self.kind else { return true };
        if self.is_blank() {
            return true;
        }
        let slot = if kind == Transport::Stdio {
            Slot::Command
        } else {
            Slot::Url
        };
        let there = |at: &At<'_>| at.slot == Some(slot) && at.state == FieldState::Read;
        let mut fields = self.place.format.fields.iter();
        fields.any(|field| field.required && field.slot == slot && field.on.has(kind))
            && !self.fields.iter().any(there)
    }

    /// Whether the host takes a server for a setting of one that is defined elsewhere, because it does not say how it is
    /// reached (observed with opencode 1.18.33, also where the word is one that it does not know).
    pub(crate) fn passes_for_toggle(&self) -> bool {
        let format = self.place.format;
        format.runtime.toggles
            && format.transports.missing != MissingTag::Infer
            && self
                .known(Slot::Enabled)
                .any(|at| matches!(at.member.value.value, Tree::Bool(_)))
    }

    /// Whether the host takes the entry for such a setting and looks at none of its other fields, so that a wrong value in
    /// them costs nothing more.
    pub(crate) fn is_taken_for_toggle(&self) -> bool {
        let word = self.tag.and_then(Node::as_str);
        self.passes_for_toggle() && word.is_none_or(|word| self.place.format.word(word).is_none())
    }

    /// Whether the program or the URL is empty, which the host only finds out when it starts the server.
    pub(in crate::host::reading) fn fails_late(&self) -> bool {
        self.fields.iter().any(|at| {
            let late = at.field.is_some_and(|field| field.late_empty);
            late && at.state == FieldState::Read && at.member.value.as_str() == Some("")
        })
    }

    /// Whether the program is a text of blanks, which is one to every parser.
    pub(in crate::host::reading) fn names_nothing(&self) -> bool {
        self.known(Slot::Command).any(|at| {
            let text = at.member.value.as_str().unwrap_or_default();
            !text.is_empty() && text.trim().is_empty()
        })
    }

    /// Whether the command line of a process has no word in it, so that there is nothing to start.
    pub(crate) fn is_blank(&self) -> bool {
        let command = |at: &&At<'n>| at.slot == Some(Slot::Command) && at.state == FieldState::Read;
        self.fields
            .iter()
            .find(command)
            .is_some_and(|at| match &at.member.value.value {
                Tree::Array(items) => items.is_empty(),
                Tree::String(_) => self.command_words(at).is_some_and(|words| words.is_empty()),
                _ => false,
            })
    }
}

//! A line that tells how far a long run has come, if somebody is watching.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::terminal::write_stderr;

/// Nothing is said about a run that is over before anybody could read it.
const PATIENCE: u64 = 500;
const BETWEEN: u64 = 100;

pub(super) struct Progress {
    watched: bool,
    total: usize,
    /// What is counted.
    what: &'static str,
    start: Instant,
    /// When something was last said, in milliseconds since the start; 0 if nothing was.
    last: AtomicU64,
}

impl Progress {
    /// Counts up to `total`, if `wanted` and somebody is there to see it.
    pub(super) fn new(wanted: bool, total: usize, what: &'static str) -> Self {
        Self {
            watched: wanted && io::stderr().is_terminal(),
            total,
            what,
            start: Instant::now(),
            last: AtomicU64::new(0),
        }
    }

    pub(super) fn tell(&self, done: usize) {
        if !self.watched {
            return;
        }
        let now = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        let last = self.last.load(Ordering::Relaxed);
        let due = now >= PATIENCE && now - last >= BETWEEN;
        if due
            && self
                .last
                .compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
        {
            write_stderr(&format!("\r{done} of {} {}\x1b[K", self.total, self.what));
        }
    }

    pub(super) fn end(&self) {
        if self.last.load(Ordering::Relaxed) > 0 {
            write_stderr("\r\x1b[K");
        }
    }
}

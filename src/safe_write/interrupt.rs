//! Ctrl-C and its kin: what lies beside a file goes away, and files that are being exchanged are all exchanged first.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

/// The drafts and new folders that exist now.
static DRAFTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Held while files are exchanged; whoever has to end the process waits for it.
static EXCHANGE: Mutex<()> = Mutex::new(());

/// Makes a draft and remembers it until it is gone. No signal ends the process in between.
pub(super) fn remembered(
    make: impl FnOnce() -> io::Result<NamedTempFile>,
) -> io::Result<NamedTempFile> {
    #[cfg(unix)]
    watch();
    let mut drafts = drafts();
    let draft = make()?;
    drafts.insert(draft.path().to_owned());
    Ok(draft)
}

/// Makes a folder that goes away again, unless it is forgotten.
pub(super) fn remembered_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    watch();
    let mut drafts = drafts();
    std::fs::create_dir(folder)?;
    drafts.insert(folder.to_owned());
    Ok(())
}

/// Forgets what is gone, or has become something else.
pub(super) fn forget(draft: &Path) {
    drafts().remove(draft);
}

/// No signal ends the process while this is held.
pub(super) fn hold() -> MutexGuard<'static, ()> {
    EXCHANGE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn drafts() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    DRAFTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for signals, from the first draft on: nothing else needs to be cleaned up.
#[cfg(unix)]
fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    static WATCHING: std::sync::Once = std::sync::Once::new();
    WATCHING.call_once(|| {
        let wanted = [SIGINT, SIGTERM, SIGHUP];
        let wanted = wanted.into_iter().filter(|signal| !is_ignored(*signal));
        let Ok(mut signals) = Signals::new(wanted) else {
            return;
        };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                let _exchanged = hold();
                // Held on to, so that no other is made before the process is gone.
                let drafts = drafts();
                // What is in a folder comes before the folder, which goes if it is empty.
                for draft in drafts.iter().rev() {
                    let _ = std::fs::remove_file(draft).or_else(|_| std::fs::remove_dir(draft));
                }
                // Ends the process as the signal would have.
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}

/// Beyond the limit that somebody has set to the size of files, writing fails as on a full disk, and what was begun is put
/// right. Without this the system would end the process there.
#[cfg(unix)]
pub(crate) fn outlive_limits() {
    // Nobody asks the flag: the error says it.
    let beyond = std::sync::Arc::default();
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, beyond);
}

/// Whether a signal was ignored when we were started, as `nohup` does, which has to stay so.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

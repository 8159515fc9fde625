//! Reading files and standard input, within bounds.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::border::{self, Border, LeadsOutside};
use crate::diagnostic::{Diagnostic, Level};
use crate::syntax::{Decoded, Span, decode};

/// An input and where it came from.
#[derive(Debug)]
pub(crate) struct InputFile {
    /// What to call it in messages.
    pub(crate) name: String,
    /// Its path; nothing for standard input.
    pub(crate) path: Option<PathBuf>,
    /// What is in it.
    pub(crate) bytes: Result<Vec<u8>, FileFault>,
}

impl InputFile {
    /// The file at `path`, or standard input if that is `-`.
    pub(crate) fn read(path: &Path, limit: u64) -> Self {
        if path == Path::new("-") {
            return Self {
                name: "<stdin>".to_owned(),
                path: None,
                bytes: bounded(io::stdin().lock(), 0, limit),
            };
        }
        Self {
            name: path.display().to_string(),
            path: Some(path.to_owned()),
            bytes: read(path, limit),
        }
    }

    /// The same for a path of the command line; a link on the way may not lead out of `border`.
    pub(crate) fn read_named(path: &Path, limit: u64, border: &Border) -> Self {
        if path == Path::new("-") {
            return Self::read(path, limit);
        }
        let full = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let checked = border.check_named(&full).map_err(FileFault::Outside);
        let bytes = checked
            .and_then(|()| read_where(path, limit, |real| border.check_found_named(&full, real)));
        Self {
            name: path.display().to_string(),
            path: Some(path.to_owned()),
            bytes,
        }
    }
}

/// Why an input cannot be used.
#[derive(Debug)]
pub(crate) enum FileFault {
    /// It is missing, or may not be read.
    Io(io::Error),
    /// It is a folder.
    Directory,
    /// It is a pipe, a socket or a device, and reading it might never end.
    Special,
    /// It is the kernel's, below `/proc` or `/sys`.
    Kernel,
    /// It leads out of the root.
    Outside(LeadsOutside),
    /// It has more than this many bytes.
    TooLarge(u64),
}

impl FileFault {
    /// The fault as a message about the file it belongs to.
    pub(crate) fn diagnostic(&self) -> Diagnostic {
        let fault = |rule, message: String| Diagnostic::new(rule, Level::Error, None, message);
        match self {
            Self::Io(error) => fault(
                "unreadable-file",
                format!("cannot read the file: {}", cause(error)),
            ),
            Self::Directory => fault(
                "unreadable-file",
                "cannot read the file: it is a directory".to_owned(),
            )
            .help("name the file in it"),
            Self::Special => fault(
                "unreadable-file",
                "cannot read the file: it is a pipe, a socket or a device".to_owned(),
            )
            .help("pass it through standard input"),
            Self::Kernel => fault(
                "unreadable-file",
                "cannot read the file: it belongs to the kernel".to_owned(),
            )
            .help("nothing below `/proc` and `/sys` is read"),
            Self::Outside(outside) => fault(
                "unreadable-file",
                format!("the file was not read: {outside}"),
            )
            .help(border::HELP),
            Self::TooLarge(limit) => fault(
                "oversized-file",
                format!("the file is larger than {limit} bytes"),
            )
            .help("allow more with `--max-size`, up to 4 GiB"),
        }
    }
}

/// What the system says, without its number.
pub(crate) fn cause(error: &io::Error) -> String {
    // Systems have words of their own for these.
    match error.kind() {
        io::ErrorKind::NotFound => return "no such file or directory".to_owned(),
        io::ErrorKind::PermissionDenied if cfg!(windows) => return "permission denied".to_owned(),
        _ => {}
    }
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_lowercase().chain(letters).collect())
        .unwrap_or_default()
}

/// The bytes of a regular file of at most `limit` bytes.
///
/// # Errors
/// It is no such file. What it is, is found out before it is opened, since opening a pipe can wait forever.
fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileFault> {
    let length = length(path, limit)?;
    bounded(File::open(path).map_err(FileFault::Io)?, length, limit)
}

/// Whether there is something at `path` that is not to be read: no regular file, or one of more than `limit` bytes.
pub(crate) fn is_odd(path: &Path, limit: u64) -> bool {
    match length(path, limit) {
        // What cannot be opened does no harm.
        Ok(_) | Err(FileFault::Io(_)) => false,
        Err(_) => true,
    }
}

/// How long a regular file of at most `limit` bytes is. It is not opened.
fn length(path: &Path, limit: u64) -> Result<u64, FileFault> {
    if border::is_device(path) {
        return Err(FileFault::Special);
    }
    let metadata = fs::metadata(path).map_err(FileFault::Io)?;
    refuse_kernels(path, &metadata)?;
    if metadata.is_dir() {
        return Err(FileFault::Directory);
    }
    if !metadata.is_file() {
        return Err(FileFault::Special);
    }
    if metadata.len() > limit {
        return Err(FileFault::TooLarge(limit));
    }
    Ok(metadata.len())
}

/// Fails if `path` leads to something of the kernel.
fn refuse_kernels(path: &Path, metadata: &fs::Metadata) -> Result<(), FileFault> {
    if is_on_disk(metadata) {
        return Ok(());
    }
    match fs::canonicalize(path) {
        Ok(real) if border::is_kernels(&real) => Err(FileFault::Kernel),
        _ => Ok(()),
    }
}

/// Whether a file lies on some device, as nothing does that the kernel makes up. To ask where a path leads takes longer than
/// to read a small file.
#[cfg(target_os = "linux")]
fn is_on_disk(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    rustix::fs::major(metadata.dev()) != 0
}

#[cfg(not(target_os = "linux"))]
fn is_on_disk(_: &fs::Metadata) -> bool {
    false
}

/// The bytes of a regular file of at most `limit` bytes that a configuration named.
///
/// # Errors
/// It is no such file, or leads out of `border`.
pub(crate) fn read_inside(path: &Path, limit: u64, border: &Border) -> Result<Vec<u8>, FileFault> {
    border.check(path).map_err(FileFault::Outside)?;
    read_where(path, limit, |real| border.check_found(path, real))
}

/// The same, if `admits` says so of where the file is that was opened: a link may have been pointed elsewhere since its path
/// was checked.
fn read_where(
    path: &Path,
    limit: u64,
    admits: impl FnOnce(&Path) -> Result<(), LeadsOutside>,
) -> Result<Vec<u8>, FileFault> {
    let length = length(path, limit)?;
    let file = File::open(path).map_err(FileFault::Io)?;
    let real = fs::canonicalize(path).map_err(FileFault::Io)?;
    admits(&real).map_err(FileFault::Outside)?;
    if !border::is_at(&file.metadata().map_err(FileFault::Io)?, &real) {
        return Err(FileFault::Io(io::Error::other(
            "it changed while it was read",
        )));
    }
    bounded(file, length, limit)
}

/// The bytes of a file or a pipe that somebody named on purpose, such as `<(decrypt secrets)`.
///
/// # Errors
/// It cannot be read, or has more than `limit` bytes.
pub(crate) fn read_stream(path: &Path, limit: u64) -> Result<Vec<u8>, FileFault> {
    let metadata = fs::metadata(path).map_err(FileFault::Io)?;
    if metadata.is_dir() {
        return Err(FileFault::Directory);
    }
    // A pipe of the shell lies below `/proc`, under a name that leads nowhere else.
    if metadata.is_file() {
        refuse_kernels(path, &metadata)?;
    }
    bounded(File::open(path).map_err(FileFault::Io)?, 0, limit)
}

/// At most `limit` bytes of `reader`; `expected` is how many there probably are.
///
/// # Errors
/// There are more, or reading fails.
fn bounded(reader: impl Read, expected: u64, limit: u64) -> Result<Vec<u8>, FileFault> {
    let mut bytes = Vec::with_capacity(usize::try_from(expected).unwrap_or(0) + 1);
    reader
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(FileFault::Io)?;
    if bytes.len() as u64 > limit {
        Err(FileFault::TooLarge(limit))
    } else {
        Ok(bytes)
    }
}

/// The text in `bytes`.
///
/// # Errors
/// The bytes are no text: what comes before the first of them that is none, and a message that points there.
pub(crate) fn text(bytes: &[u8]) -> Result<Decoded<'_>, (Cow<'_, str>, Box<Diagnostic>)> {
    let fault = match decode(bytes) {
        // UTF-16 grows when it becomes UTF-8, and places in a text have 32 bits.
        Ok(decoded) if u32::try_from(decoded.text.len()).is_err() => {
            return Err((
                Cow::Borrowed(""),
                FileFault::TooLarge(u64::from(u32::MAX)).diagnostic().into(),
            ));
        }
        Ok(decoded) => return Ok(decoded),
        Err(fault) => fault.range().start,
    };
    let utf16 = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
    let encoding = if utf16 { "UTF-16" } else { "UTF-8" };
    let message = format!("the file is not valid {encoding} at byte {fault}");
    let problem = Diagnostic::new("file-encoding", Level::Error, None, message)
        .help("save the file as UTF-8");
    let before = if utf16 {
        ""
    } else {
        std::str::from_utf8(&bytes[..fault]).unwrap_or_default()
    };
    let before = before.strip_prefix('\u{feff}').unwrap_or(before);
    let span = (!utf16).then(|| Span::new(before.len(), before.len()));
    Err((
        Cow::Borrowed(before),
        Diagnostic { span, ..problem }.label("from here on").into(),
    ))
}

/// The text in `bytes` with U+FFFD in the place of what is no text, as hosts read it that do not mind. Nothing for UTF-16.
pub(crate) fn loosely(bytes: &[u8]) -> Option<Decoded<'_>> {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return None;
    }
    let plain = bytes.strip_prefix(b"\xEF\xBB\xBF");
    let text = String::from_utf8_lossy(plain.unwrap_or(bytes));
    u32::try_from(text.len()).ok()?;
    Some(Decoded {
        text,
        bom: plain.is_some(),
        utf16: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_the_last_size_that_is_read() {
        assert_eq!(
            bounded(&b"1234"[..], 0, 4).expect("within the limit"),
            b"1234"
        );
        assert!(matches!(
            bounded(&b"12345"[..], 0, 4),
            Err(FileFault::TooLarge(4))
        ));
    }

    #[test]
    fn invalid_text_is_named_by_its_byte_and_shown_up_to_there() {
        let (before, problem) = text(b"\xEF\xBB\xBF{\"a\": \"\xC3\"}").expect_err("no text");
        assert_eq!(before, "{\"a\": \"");
        assert_eq!(
            (problem.message.as_str(), problem.span),
            (
                "the file is not valid UTF-8 at byte 10",
                Some(Span::new(7, 7))
            )
        );
        let (before, problem) = text(b"\xFF\xFE{\0}").expect_err("half a character");
        assert_eq!(
            (before.as_ref(), problem.message.as_str(), problem.span),
            ("", "the file is not valid UTF-16 at byte 4", None)
        );
    }
}

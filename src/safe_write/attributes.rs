//! Access control lists and extended attributes. A file that takes the place of another one has to have the same: a list
//! lets people in, or keeps them out.

use std::fs::File;
use std::io;
use std::path::Path;

/// Gives `file` the extended attributes of the file at `from`, which on these systems include its access control list, and
/// takes from it what it has got from its folder.
///
/// # Errors
/// One of them cannot be read, given or taken.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos"))]
pub(super) fn give(file: &File, from: &Path) -> io::Result<()> {
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fremovexattr, fsetxattr};
    let source = File::open(from)?;
    let value = |of: &File, name: &str| sized(|buffer| fgetxattr(of, name, buffer));
    let names = |of: &File| -> io::Result<Vec<String>> {
        let list = sized(|buffer| flistxattr(of, buffer))?;
        let names = list
            .split(|byte| *byte == 0)
            .filter(|name| !name.is_empty());
        Ok(names
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect())
    };
    let wanted = names(&source)?;
    for name in names(file)? {
        if !wanted.contains(&name) {
            fremovexattr(file, name.as_str())?;
        }
    }
    for name in &wanted {
        let value_of = value(&source, name)?;
        if value(file, name).ok().as_ref() != Some(&value_of) {
            fsetxattr(file, name.as_str(), &value_of, XattrFlags::empty())?;
        }
    }
    Ok(())
}

/// Reads something of unknown size. A filesystem without such things has none.
///
/// The size is not asked for, since what is there may change, and what is asked with no room for it answers 0 here.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos"))]
fn sized(read: impl Fn(&mut [u8]) -> rustix::io::Result<usize>) -> io::Result<Vec<u8>> {
    for size in [1 << 10, 1 << 16, 1 << 24] {
        let mut bytes = vec![0; size];
        match read(&mut bytes) {
            Ok(length) => {
                bytes.truncate(length);
                return Ok(bytes);
            }
            Err(rustix::io::Errno::NOTSUP) => return Ok(Vec::new()),
            Err(rustix::io::Errno::RANGE) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(io::ErrorKind::FileTooLarge.into())
}

/// There are none, or no way to ask for them that we know.
#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos")))]
#[expect(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
pub(super) fn give(_file: &File, _from: &Path) -> io::Result<()> {
    Ok(())
}

//! A git work tree without git: its index, which is all that anybody asks.

use std::fs;
use std::path::Path;

/// Makes `folder` a work tree in which these files, and no others, are tracked.
pub(crate) fn track(folder: &Path, files: &[&str]) {
    let mut files = files.to_vec();
    files.sort_unstable();
    let mut bytes = b"DIRC\0\0\0\x02".to_vec();
    bytes.extend(u32::try_from(files.len()).expect("a few").to_be_bytes());
    for name in files {
        let start = bytes.len();
        bytes.extend([0; 60]);
        bytes.extend(u16::try_from(name.len()).expect("short").to_be_bytes());
        bytes.extend(name.as_bytes());
        bytes.push(0);
        while !(bytes.len() - start).is_multiple_of(8) {
            bytes.push(0);
        }
    }
    bytes.extend([0; 20]);
    fs::create_dir_all(folder.join(".git")).expect("a folder");
    fs::write(folder.join(".git/index"), bytes).expect("an index");
    fs::write(folder.join(".git/HEAD"), "ref: refs/heads/main\n").expect("a head");
}

//! A git work tree without git: its index, which is all that anybody asks.

use std::fs;
use std::path::Path;

/// Makes `folder` a work tree in which these files, and no others, are tracked. A name with a slash at its end is the folder
/// of a submodule.
pub(crate) fn track(folder: &Path, files: &[&str]) {
    fs::create_dir_all(folder.join(".git")).expect("a folder");
    fs::write(folder.join(".git/index"), index(files, b"")).expect("an index");
    fs::write(folder.join(".git/HEAD"), "ref: refs/heads/main\n").expect("a head");
}

/// Splits the index of `folder`, as `git update-index --split-index` does: these files are `added` to the ones so far, and
/// of those the ones at the bits of `deleted` do not count.
pub(crate) fn split(folder: &Path, added: &[&str], deleted: u64) {
    let git = folder.join(".git");
    let shared = git.join(format!("sharedindex.{}", "07".repeat(20)));
    fs::rename(git.join("index"), shared).expect("an index");
    let mut link = vec![7; 20];
    for bits in [deleted, 0] {
        // 64 bits in two words: one bit pattern comes next, and this is it.
        link.extend([0, 0, 0, 64, 0, 0, 0, 2]);
        link.extend((1_u64 << 33).to_be_bytes());
        link.extend(bits.to_be_bytes());
        link.extend([0; 4]);
    }
    fs::write(git.join("index"), index(added, &link)).expect("an index");
}

/// An index of version 2 with these files and the extension `link`.
fn index(files: &[&str], link: &[u8]) -> Vec<u8> {
    let mut files = files.to_vec();
    files.sort_unstable();
    let mut bytes = b"DIRC\0\0\0\x02".to_vec();
    bytes.extend(u32::try_from(files.len()).expect("a few").to_be_bytes());
    for name in files {
        let start = bytes.len();
        let (name, mode) = match name.strip_suffix('/') {
            Some(folder) => (folder, 0o160_000_u32),
            None => (name, 0o100_644),
        };
        bytes.extend([0; 24]);
        bytes.extend(mode.to_be_bytes());
        bytes.extend([0; 32]);
        bytes.extend(u16::try_from(name.len()).expect("short").to_be_bytes());
        bytes.extend(name.as_bytes());
        bytes.push(0);
        while !(bytes.len() - start).is_multiple_of(8) {
            bytes.push(0);
        }
    }
    if !link.is_empty() {
        bytes.extend(b"link");
        bytes.extend(u32::try_from(link.len()).expect("short").to_be_bytes());
        bytes.extend(link);
    }
    bytes.extend([0; 20]);
    bytes
}

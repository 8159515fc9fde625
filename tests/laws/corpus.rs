//! Real files, where they are at hand.

use std::path::Path;

use mcpconv::hosts::{HOSTS, by_name};

use crate::support::{Sample, acceptance, assert_all, conservation, run};

#[test]
fn the_laws_hold_for_real_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let Ok(manifest) = std::fs::read_to_string(root.join("MANIFEST.tsv")) else {
        eprintln!("skipped: there is no corpus beside this checkout");
        return;
    };
    let mut wrong = Vec::new();
    let mut files = 0;
    for line in manifest.lines().skip(1) {
        let mut columns = line.split('\t');
        let (Some(file), Some(id)) = (columns.next(), columns.next()) else { continue };
        let Some(sample) = by_name(id).and_then(|host| Sample::new(host, &root.join(file))) else { continue };
        if mcpconv::syntax::parse(&sample.text, sample.place.language).is_err() {
            continue;
        }
        files += 1;
        for to in HOSTS {
            let conversion = run(&sample, to);
            if conversion.rows.is_empty() && conversion.text.is_none() {
                continue;
            }
            let lines = conservation(&sample, to, &conversion).into_iter().chain(acceptance(&sample, to, &conversion));
            wrong.extend(lines.map(|line| format!("{file} -> {}: {line}", to.id)));
        }
    }
    eprintln!("{files} real files into {} hosts", HOSTS.len());
    assert!(files > 100, "only {files} files of the corpus were read");
    assert_all(wrong);
}

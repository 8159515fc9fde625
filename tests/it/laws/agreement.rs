//! Convert, merge, `diff` and `sync` give one answer: what was carried without a loss is no difference afterwards.

use mcpconv::hosts::HOSTS;
use mcpconv::internals::host::Host;
use mcpconv::internals::syntax::Language;

use crate::support::samples::{Sample, fixtures, own_corpus};
use crate::support::{Folder, assert_all};

/// A name that tells nothing but the language.
fn file(stem: &str, language: Language) -> String {
    let extension = match language {
        Language::Json => "json",
        Language::Toml => "toml",
        Language::Yaml | Language::YamlMerge => "yaml",
    };
    format!("{stem}.{extension}")
}

/// What the other commands say of a lossless conversion; nothing if it is none.
fn disagreements(sample: &Sample, to: &'static Host) -> Option<Vec<String>> {
    let from = sample.host;
    let (source, target) = (
        file("source", sample.place.language),
        file("target", to.places[0].language),
    );
    let config = format!(
        "[sync]\nsource = \"{source}\"\nfrom = \"{}\"\n\n[[sync.target]]\nhost = \"{}\"\nfile = \"{target}\"\n",
        from.id, to.id
    );
    let folder = Folder::new(&[(&source, &sample.text), ("mcpconv.toml", &config)]);
    let convert = format!(
        "{source} --from {} --to {} -o {target} --strict",
        from.id, to.id
    );
    if folder.run(&convert).code != 0 || !folder.path().join(&target).exists() {
        return None;
    }
    let sides = format!("--left-host {} --right-host {}", from.id, to.id);
    let asked = [
        format!("diff {source} {target} {sides}"),
        "sync --check".to_owned(),
        format!("{convert} --dry-run"),
    ];
    let wrong = asked.iter().filter_map(|args| {
        let ran = folder.run(args);
        let first = ran
            .stdout
            .lines()
            .chain(ran.stderr.lines())
            .take(4)
            .collect::<Vec<_>>()
            .join(" | ");
        let case = format!("{} -> {}: `{args}`", sample.name, to.id);
        (ran.code != 0).then(|| format!("{case} exits {}: {first}", ran.code))
    });
    Some(wrong.collect())
}

#[test]
fn what_was_carried_without_a_loss_is_no_difference() {
    let (mut lossless, mut wrong) = (0, Vec::new());
    for sample in fixtures().into_iter().chain(own_corpus()) {
        // A target with a list of commands gets `npx` for a path to it, which is another command to anybody else.
        let listed = |to: &&&Host| !to.places[0].format.limits.commands.is_empty();
        for to in HOSTS
            .iter()
            .filter(|to| to.id != sample.host.id && !listed(to))
        {
            if let Some(lines) = disagreements(&sample, to) {
                lossless += 1;
                wrong.extend(lines);
            }
        }
    }
    assert!(lossless > 30, "only {lossless} conversions were lossless");
    assert_all(&wrong);
}

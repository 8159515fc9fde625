//! Convert, merge, `diff`, `sync` and the linter give one answer: what was carried without a loss is no difference afterwards.

use std::fmt::Write as _;

use mcpconv::convert::{Environment, Options, Target, convert, merge};
use mcpconv::hosts::HOSTS;
use mcpconv::internals::host::{Host, Scope};
use mcpconv::internals::syntax::Language;
use mcpconv::lint::{Outline, Subject, lint, project};
use rayon::prelude::*;

use super::case::is_asked_for;
use crate::support::samples::{Sample, fixtures, own_corpus};
use crate::support::{Folder, assert_all, subject};

/// A name that tells nothing but the language.
fn file(stem: &str, language: Language) -> String {
    let extension = match language {
        Language::Json => "json",
        Language::Toml => "toml",
        Language::Yaml | Language::YamlMerge => "yaml",
    };
    format!("{stem}.{extension}")
}

/// A target that nothing is lost in, and its new document.
type Carried = (&'static Host, String);

/// The hosts that nothing of a document is lost in.
fn lossless(sample: &Sample) -> Vec<Carried> {
    // A target with a list of commands gets `npx` for a path to it, which is another command to anybody else.
    let listed = |to: &Host| !to.places[0].format.limits.commands.is_empty();
    let others = HOSTS
        .iter()
        .filter(|to| to.id != sample.host.id && !listed(to) && is_asked_for(sample.host, to));
    let environment = Environment::default();
    let carried = others.filter_map(|to| {
        let done = convert(&[sample.input()], &Options::new(to, &environment));
        (done.losses == 0).then_some((*to, done.text?))
    });
    carried.collect()
}

/// What the linter calls a drift between a document and what became of it, were they files of one project.
fn drift(sample: &Sample, to: &'static Host, text: &str) -> Vec<String> {
    let outline = |source, text, host, place| {
        let subject = Subject {
            source,
            scope: Scope::Project,
            ..subject("x", text, host, place, None)
        };
        lint(&subject).outline
    };
    let sides = [
        outline(0, &sample.text, sample.host, sample.place),
        outline(1, text, to, &to.places[0]),
    ];
    let outlines: Vec<Outline> = sides.into_iter().flatten().collect();
    let found = project(&outlines).into_iter();
    found
        .filter(|finding| finding.rule.id == "server-drift")
        .map(|finding| format!("{} -> {}: {}", sample.name, to.id, finding.message))
        .collect()
}

/// What a merge of the same source, `diff` and `sync` say of conversions that lost nothing.
fn disagreements(sample: &Sample, carried: &[Carried]) -> Vec<String> {
    let from = sample.host.id;
    let source = file("source", sample.place.language);
    let mut config = format!("[sync]\nsource = \"{source}\"\nfrom = \"{from}\"\n");
    let mut folder = Folder::new(&[(&source, &sample.text)]);
    let mut asked = vec!["sync --check".to_owned()];
    let mut wrong = Vec::new();
    for (to, text) in carried {
        let target = file(&format!("target-{}", to.id), to.places[0].language);
        let _ = write!(
            config,
            "\n[[sync.target]]\nhost = \"{}\"\nfile = \"{target}\"\n",
            to.id
        );
        folder = folder.with(&target, text);
        let sides = format!("--left-host {from} --right-host {}", to.id);
        asked.push(format!("diff {source} {target} {sides}"));
        let environment = Environment::default();
        let there = Target {
            text,
            bom: false,
            place: &to.places[0],
            mirror: false,
            project: None,
        };
        let again = merge(&[sample.input()], &Options::new(to, &environment), &there);
        if again.text.as_ref() != Some(text) {
            wrong.push(format!("{} -> {}: a merge changes it", sample.name, to.id));
        }
        wrong.extend(drift(sample, to, text));
    }
    folder.write("mcpconv.toml", &config);
    wrong.extend(asked.iter().filter_map(|args| {
        let ran = folder.run(args);
        let lines = ran.stdout.lines().chain(ran.stderr.lines());
        let first = lines.take(6).collect::<Vec<_>>().join(" | ");
        let case = format!("{}: `{args}`", sample.name);
        (ran.code != 0).then(|| format!("{case} exits {}: {first}", ran.code))
    }));
    wrong
}

#[test]
fn what_was_carried_without_a_loss_is_no_difference() {
    let samples: Vec<Sample> = fixtures().into_iter().chain(own_corpus()).collect();
    let tried = samples.par_iter().map(|sample| {
        let carried = lossless(sample);
        let wrong = if carried.is_empty() {
            Vec::new()
        } else {
            disagreements(sample, &carried)
        };
        (carried.len(), wrong)
    });
    let tried: Vec<(usize, Vec<String>)> = tried.collect();
    let count: usize = tried.iter().map(|(count, _)| count).sum();
    assert!(count > 30, "only {count} conversions were lossless");
    let wrong: Vec<String> = tried.into_iter().flat_map(|(_, wrong)| wrong).collect();
    assert_all(&wrong);
}

//! A header with a space in it, for a bridge that is started through something that cuts arguments at spaces.

use crate::diagnostic::Level;
use crate::launch::{Word, WrapperKind};
use crate::lint::argv::is_whole;
use crate::lint::file::{File, LintServer};
use crate::lint::fix::below;
use crate::lint::refs::{Ref, RefForm, refs};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Slot;
use crate::model::refs::as_variable;
use crate::syntax::Span;

pub(super) static RULE: Rule = Rule {
    id: "mcp-remote-header-space",
    level: Level::Warning,
    group: Group::Transport,
    fix: Some(Safety::Unsafe),
    page: crate::lint::page!("../../../docs/rules/mcp-remote-header-space.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let Some(launch) = server
        .launch()
        .filter(|launch| launch.second_stage.is_some())
    else {
        return;
    };
    let cmd = launch
        .wrappers
        .iter()
        .any(|wrapper| wrapper.kind == WrapperKind::Cmd);
    if !file.runtime().splits_arguments && !cmd {
        return;
    }
    for word in launch
        .package_option("--header")
        .filter(|word| word.text.contains(' '))
    {
        let name = word.text.split(':').next().unwrap_or_default().trim();
        let who = if cmd { "`cmd`" } else { file.host_name() };
        out.add(
            server.word(file, &word),
            format!(
                "`{}` passes a header with a space in it to its bridge",
                server.name
            ),
        )
        .label(format!("{who} may cut the argument at the space"))
        .help(format!(
            "write `{name}:${{VARIABLE}}` without a space, and set the variable in `env`"
        ))
        .fix(fix(file, server, &word));
    }
}

fn fix(file: &File<'_>, server: &LintServer<'_>, word: &Word<'_>) -> Option<Fix> {
    let text = server
        .value_of(word)
        .filter(|text| is_whole(server, text, word))?;
    let (name, rest) = word.text.split_once(':')?;
    let value = rest.trim_start();
    if name.contains(' ') || value.is_empty() {
        return None;
    }
    let blank = rest.len() - value.len();
    if !value.contains(' ') {
        let span = file.part(text, name.len() + 1..name.len() + 1 + blank);
        return (span.range().len() == blank).then(|| remove(span))?;
    }
    // Only what a reference holds can be moved: a value that is written out would be written a second time.
    let found = refs(value);
    let [reference] = &found[..] else { return None };
    let scheme = &value[..reference.range.start];
    let known = ["Bearer ", "Basic ", "Token ", "token "].contains(&scheme)
        && reference.range.end == value.len();
    let held = held(file, server, reference, &value[reference.range.clone()]).filter(|_| known)?;
    let field = file
        .fields()
        .find(|field| field.slot == Slot::Env && field.kind.is_map())?;
    let variable = as_variable(name) + "_HEADER";
    if server.env.iter().any(|pair| pair.key == variable) {
        return None;
    }
    let env = below(&file.path_of(server.node.span), field.name);
    let title = format!("move the value into `{variable}`");
    Some(
        Fix::risky(title)
            .set_text(file.path_of(text.span), format!("{name}:${{{variable}}}"))
            .set_text(below(&env, &variable), format!("{scheme}{held}")),
    )
}

/// What stands for a reference among the server's variables, where the host puts values in and not the bridge.
fn held(
    file: &File<'_>,
    server: &LintServer<'_>,
    reference: &Ref<'_>,
    written: &str,
) -> Option<String> {
    let own = file.reference(reference.name, Slot::Env)?;
    if own == written {
        return Some(own);
    }
    if reference.form != RefForm::Braces {
        return None;
    }
    // The bridge looks among the server's variables first.
    match server.env.iter().find(|pair| pair.key == reference.name) {
        Some(pair) => {
            let text = pair.value?.text;
            let found = file.place.format.dialect(Slot::Env).references(text);
            matches!(&found[..], [(range, _)] if *range == (0..text.len())).then(|| text.to_owned())
        }
        None => Some(own),
    }
}

fn remove(span: Span) -> Option<Fix> {
    Fix::risky("remove the space").splice(span, "")
}

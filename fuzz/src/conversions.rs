//! Every pair of hosts: what is written can be read, and every difference in what runs is accounted for.

use std::collections::HashSet;

use mcpconv::convert::{Environment, Options, Unset};
use mcpconv::effect::compare;
use mcpconv::internals::syntax::parse;
use mcpconv::{Input, Server};

pub fn convert(data: &[u8]) {
    let Some((from, to, text)) = super::chosen(data) else {
        return;
    };
    let input = super::input(from, text);
    let environment = Environment::default();
    let options = Options {
        unset: Unset::Empty,
        report: true,
        limit: usize::MAX,
        ..Options::new(to, &environment)
    };
    let conversion = mcpconv::convert(&[input], &options);
    for said in conversion.diagnostics.list() {
        if let Some(span) = said.span {
            super::languages::on_characters(super::input(from, text).text, span.range());
        }
    }
    let Some(output) = &conversion.text else {
        return;
    };
    // A file that is edited for its own host stays where it is.
    if std::ptr::eq(from, to) {
        return;
    }
    let place = &to.places[0];
    let document = parse(output.trim_start_matches('\u{feff}'), place.language);
    let document = document.unwrap_or_else(|error| panic!("{}: {output}", error.reason));
    let read = mcpconv::internals::host::read(&document, to, place);
    let read = read.unwrap_or_else(|problem| panic!("{}: {output}", problem.message));
    let source = super::input(from, text);
    let rows = &conversion.effects;
    let mut names = HashSet::new();
    for server in servers(&source) {
        // Of several definitions only the first is used, which is said.
        if !names.insert(server.name.clone()) {
            continue;
        }
        let name = rows
            .iter()
            .find(|row| row.server == server.name)
            .map_or(&server.name, |row| &row.target);
        let twin = read.config.servers.iter().find(|twin| twin.name == *name);
        let Some(twin) = twin else {
            let told = !conversion.diagnostics.list().is_empty();
            assert!(told, "`{name}` is gone without a word: {output}");
            continue;
        };
        for change in compare(source.place, &server, place, twin) {
            let row = rows
                .iter()
                .find(|row| row.server == server.name && row.aspect == change.aspect);
            let aspect = change.aspect.name();
            let row = row.unwrap_or_else(|| panic!("`{name}`: {aspect} has no row\n{output}"));
            let silent = change.is_plain() && row.rule.is_none() && !row.replaced;
            assert!(!silent, "`{name}`: {aspect} differs in silence\n{output}");
        }
    }
}

fn servers(input: &Input<'_>) -> Vec<Server> {
    mcpconv::read(input)
        .map(|read| read.config.servers)
        .unwrap_or_default()
}

//! Every pair of hosts: what is written can be read, and where nothing is reported, everything is the same.

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
        assert_ne!(said.rule, "conversion-failed", "{}", said.message);
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
    if !conversion.diagnostics.list().is_empty() {
        return;
    }
    let source = super::input(from, text);
    for server in servers(&source) {
        let twin = read
            .config
            .servers
            .iter()
            .find(|twin| twin.name == server.name);
        let twin =
            twin.unwrap_or_else(|| panic!("`{}` is gone without a word: {output}", server.name));
        let changes = compare(source.place, &server, place, twin);
        let changed: Vec<&str> = changes.iter().map(|change| change.aspect.name()).collect();
        assert!(
            changed.is_empty(),
            "`{}`: {changed:?}\n{output}",
            server.name
        );
    }
}

fn servers(input: &Input<'_>) -> Vec<Server> {
    mcpconv::read(input)
        .map(|read| read.config.servers)
        .unwrap_or_default()
}

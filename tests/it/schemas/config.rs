//! The schema of the configuration: well formed, and of one mind with the parser.

use jsonschema::Validator;
use mcpconv::internals::config::{Settings, schema};
use mcpconv::internals::syntax::{Language, parse};

use crate::support::plain;

/// What both take.
const GOOD: &[&str] = &[
    "",
    "preset = 'default'",
    "preset = 'strict'",
    "preset = 'locked'",
    "[rules]",
    "[rules]\nmissing-type = 'off'\njsonc-in-strict-json = 'error'\nconversion-name-changed = 'info'",
    "rules.missing-type = 'warning'",
    "[files]\ninclude = ['a/**', '*.json']\nexclude = []\nmax-size = '16MB'",
    "files.max-size = '1 GiB'",
    "files.max-size = '17'",
    "files.max-size = '3mib'",
    "[files.hosts]\n'a/*.json' = 'claude-code'\n'b' = 'codex'",
    "[[ignore]]\nrule = 'missing-type'\nreason = 'r'",
    "[[ignore]]\nrule = 'missing-type'\nreason = 'r'\nfile = 'a'\nserver = '*'\npointer = '/a/b~1c/~0/0'\n[[ignore]]\nrule = 'unused-ignore'\nreason = 'r'",
    "[[ignore]]\nrule = 'missing-type'\nreason = 'r'\npointer = ''",
    "[[ignore]]\nrule = 'missing-type'\nreason = 'r'\npointer = '/a//'",
    "[policy]",
    "[policy]\ncommands = ['npx']\npackages = ['@acme/*', 'pypi:acme-*', 'image:ghcr.io/acme/*']\nurls = ['https://*.acme.dev/**']",
    "policy.commands = []",
    "[sync]\nsource = 'a'\n[[sync.target]]\nhost = 'codex'",
    "[sync]\nsource = 'a'\nfrom = 'cursor'\n[[sync.target]]\nfile = 'b'\nservers = ['*']\nskip = ['x']\nmode = 'mirror'\nexpand = 'never'",
    "sync = { source = 'a', target = [{ host = 'codex', file = 'b', mode = 'merge', expand = 'auto' }, { host = 'cursor', expand = 'always' }] }",
];

/// What neither takes.
const BAD: &[&str] = &[
    "other = 1",
    "preset = 'loose'",
    "preset = 1",
    "preset = ['strict']",
    "rules = 'off'",
    "rules = []",
    "[rules]\nno-such-rule = 'off'",
    "[rules]\nmissing-type = 'fatal'",
    "[rules]\nmissing-type = false",
    "[rules]\nmissing-type = { level = 'off' }",
    "files = 1",
    "files.include = 'a'",
    "files.include = [1]",
    "files.include = ['']",
    "files.exclud = ['a']",
    "files.max-size = 16",
    "files.max-size = 'big'",
    "files.max-size = '1TB'",
    "files.max-size = ''",
    "files.max-size = '1.5M'",
    "files.hosts = ['a']",
    "[files.hosts]\na = 'nobody'",
    "[files.hosts]\na = 1",
    "[files.hosts]\n'' = 'codex'",
    "ignore = {}",
    "ignore = []",
    "ignore = ['missing-type']",
    "[[ignore]]",
    "[[ignore]]\nrule = 'missing-type'",
    "[[ignore]]\nreason = 'r'",
    "[[ignore]]\nrule = '*'\nreason = 'r'",
    "[[ignore]]\nrule = 'missing-type'\nreason = ''",
    "[[ignore]]\nrule = 'missing-type'\nreason = ' '",
    "[[ignore]]\nrule = 'missing-type'\nreason = 'r'\nfile = ['a']",
    "[[ignore]]\nrule = 'missing-type'\nreason = 'r'\nfile = ''",
    "[[ignore]]\nrule = 'missing-type'\nreason = 'r'\nserver = 5",
    "[[ignore]]\nrule = 'missing-type'\nreason = 'r'\npointer = 'a'",
    "[[ignore]]\nrule = 'missing-type'\nreason = 'r'\npointer = '/a~2'",
    "[[ignore]]\nrule = 'missing-type'\nreason = 'r'\npointer = '/a~'",
    "[[ignore]]\nrule = 'missing-type'\nreason = 'r'\nline = 5",
    "policy = []",
    "policy.commands = 'npx'",
    "policy.commands = [1]",
    "policy.packages = ['']",
    "policy.urls = ['acme.dev']",
    "policy.urls = ['https://']",
    "policy.tools = []",
    "[sync]",
    "sync.source = 'a'",
    "sync = { source = 'a', target = [] }",
    "sync = { source = '', target = [{ host = 'codex' }] }",
    "sync = { source = 'a', target = { host = 'codex' } }",
    "sync = { target = [{ host = 'codex' }] }",
    "sync = { source = 'a', from = 'nobody', target = [{ host = 'codex' }] }",
    "sync = { source = 'a', target = [{ mode = 'merge' }] }",
    "sync = { source = 'a', target = [{ host = 'nobody' }] }",
    "sync = { source = 'a', target = [{ host = 'codex', mode = 'mix' }] }",
    "sync = { source = 'a', target = [{ host = 'codex', expand = true }] }",
    "sync = { source = 'a', target = [{ host = 'codex', servers = '*' }] }",
    "sync = { source = 'a', target = [{ host = 'codex', other = '*' }] }",
];

#[test]
fn the_schema_is_valid() {
    let schema = schema();
    assert_eq!(
        schema["$schema"],
        "https://json-schema.org/draft/2020-12/schema"
    );
    if let Err(error) = jsonschema::draft202012::meta::validate(&schema) {
        panic!("{error}");
    }
}

#[test]
fn schema_and_parser_agree() {
    let validator = jsonschema::draft202012::new(&schema()).expect("a schema");
    GOOD.iter()
        .for_each(|text| assert!(agree(&validator, text), "refused:\n{text}"));
    BAD.iter()
        .for_each(|text| assert!(!agree(&validator, text), "taken:\n{text}"));
}

/// What a schema cannot say is refused by the parser alone.
#[test]
fn patterns_and_large_sizes_are_beyond_the_schema() {
    let validator = jsonschema::draft202012::new(&schema()).expect("a schema");
    for text in [
        "files.include = ['a[']",
        "policy.packages = ['images:x']",
        "files.max-size = '5G'",
        "files.hosts = { '{a' = 'codex' }",
    ] {
        assert!(
            is_valid(&validator, text) && Settings::parse(text).is_err(),
            "{text}"
        );
    }
}

fn is_valid(validator: &Validator, text: &str) -> bool {
    let document =
        parse(text, Language::Toml).unwrap_or_else(|error| panic!("{error:?} in {text}"));
    validator.is_valid(&document.root.as_ref().map(plain).expect("a table"))
}

/// Whether the document is fine, as both the schema and the parser see it.
fn agree(validator: &Validator, text: &str) -> bool {
    let (valid, parsed) = (is_valid(validator, text), Settings::parse(text));
    assert_eq!(
        valid,
        parsed.is_ok(),
        "schema and parser differ about\n{text}\n{:#?}",
        parsed.err()
    );
    valid
}

//! Random documents of a host, made from its own table: mostly right, with every kind of mistake now and then.

use mcpconv::diagnostic::Level;
use mcpconv::internals::host::{Field, Host, Kind};
use mcpconv::model::Slot;
use serde_json::{Map, Value, json};

/// Always the same numbers for the same seed.
pub(crate) struct Dice {
    state: u64,
}

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        }
    }

    fn below(&mut self, end: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 16) as usize % end
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

/// A document for the main place of `host`.
pub(crate) fn document(dice: &mut Dice, host: &'static Host) -> Value {
    let mut document = wrap(host, Vec::new());
    for root in host.places[0].roots {
        if dice.percent(70) {
            let servers = (0..1 + dice.below(2)).map(|_| server(dice, host)).collect();
            nest(&mut document, root, collection(host, servers));
        }
    }
    if dice.percent(5) {
        let keys: Vec<&str> = host.places[0].roots[0]
            .iter()
            .map(|key| if *key == "*" { "any" } else { key })
            .collect();
        let depth = 1 + dice.below(keys.len());
        document = json!({});
        let value = anything(dice);
        nest(&mut document, &keys[..depth], value);
    }
    let name = host.places[0].inner.filter(|_| dice.percent(10));
    if let (Some(name), Some(servers)) = (
        name,
        document.pointer_mut(&format!("/{}", host.places[0].roots[0].join("/"))),
    ) {
        put(
            servers,
            name,
            if dice.percent(50) {
                server(dice, host)
            } else {
                anything(dice)
            },
        );
    }
    document
}

/// A document with these servers under the first root.
pub(crate) fn wrap(host: &'static Host, servers: Vec<Value>) -> Value {
    let mut document = empty(host);
    nest(
        &mut document,
        host.places[0].roots[0],
        collection(host, servers),
    );
    document
}

/// A document without servers, with all that it needs otherwise.
pub(crate) fn empty(host: &'static Host) -> Value {
    // Some hosts refuse a file with a key that they do not know.
    let strict = host.places[0].unknown_key.level() == Level::Error;
    let mut document = match strict {
        true => json!({}),
        false => json!({ "other": 1 }),
    };
    let texts = host.places[0].required.iter();
    let tables = host.places[0].tables.iter();
    let needed = texts.map(|(key, text)| (*key, json!(text)));
    for (key, value) in needed.chain(tables.map(|key| (*key, json!({})))) {
        let path: Vec<&str> = key.split('.').collect();
        nest(&mut document, &path, value);
    }
    document
}

fn collection(host: &'static Host, servers: Vec<Value>) -> Value {
    let named = servers
        .into_iter()
        .enumerate()
        .map(|(at, server)| (format!("s{at}"), server));
    if !host.places[0].list {
        return named.collect::<Map<_, _>>().into();
    }
    let mut list = Vec::new();
    for (name, mut server) in named {
        if let Value::Object(server) = &mut server {
            server.entry("name").or_insert(json!(name));
        }
        list.push(server);
    }
    list.into()
}

fn nest(document: &mut Value, path: &[&str], value: Value) {
    let (Some((key, rest)), Value::Object(members)) = (path.split_first(), &mut *document) else {
        *document = value;
        return;
    };
    // A key may have dots of its own.
    let key = if *key == "*" { "any" } else { key };
    nest(members.entry(key).or_insert(json!({})), rest, value);
}

/// Puts `value` at the dotted `path`, unless something on the way there is no object.
pub(crate) fn put(target: &mut Value, path: &str, value: Value) {
    let Value::Object(members) = target else {
        return;
    };
    match path.split_once('.') {
        Some((key, rest)) => put(members.entry(key).or_insert(json!({})), rest, value),
        None => _ = members.insert(path.to_owned(), value),
    }
}

fn server(dice: &mut Dice, host: &'static Host) -> Value {
    if dice.percent(2) {
        return anything(dice);
    }
    let transport = dice.pick(
        &host
            .main()
            .transports
            .words
            .iter()
            .map(|spelling| spelling.transport)
            .collect::<Vec<_>>(),
    );
    let word = host
        .main()
        .transports
        .words
        .iter()
        .find(|spelling| spelling.transport == transport)
        .map_or("", |spelling| spelling.word);
    let key = host
        .main()
        .transports
        .infer
        .iter()
        .find(|(_, of)| *of == transport)
        .map(|(key, _)| *key);
    let mut parts = Vec::new();
    for field in host.main().fields {
        let chance = if field.kind == Kind::Tag {
            70
        } else if !field.on.has(transport) {
            2
        } else if field.required || key == Some(field.name) {
            93
        } else {
            25
        };
        if dice.percent(chance) {
            let value = if dice.percent(6) {
                mistake(dice, field, host)
            } else {
                right(dice, field, host)
            };
            let value = if field.kind == Kind::Tag && !word.is_empty() && dice.percent(85) {
                json!(word)
            } else {
                value
            };
            parts.push((spelled(dice, field), value));
        }
    }
    let groups: Vec<&str> = host
        .main()
        .fields
        .iter()
        .filter_map(|field| Some(field.name.rsplit_once('.')?.0))
        .collect();
    if !groups.is_empty() && dice.percent(5) {
        let group = dice.pick(&groups);
        if host.main().fields.iter().all(|field| field.name != group) {
            parts.push((group.to_owned(), anything(dice)));
        }
        parts.push((format!("{group}.unheardOf"), anything(dice)));
    }
    if dice.percent(3) {
        parts.push(("unheardOf".to_owned(), anything(dice)));
    }
    if host.places[0].list && dice.percent(3) {
        parts.push((
            "name".to_owned(),
            dice.pick(&[json!(""), json!(5), json!([])]),
        ));
    }
    let mut server = json!({});
    while !parts.is_empty() {
        let (path, value) = parts.swap_remove(dice.below(parts.len()));
        put(&mut server, &path, value);
    }
    wrapped(dice, host, &mut server);
    if !groups.is_empty() && dice.percent(5) {
        let field = dice.pick(
            &host
                .main()
                .fields
                .iter()
                .filter(|field| field.name.contains('.'))
                .collect::<Vec<_>>(),
        );
        server[field.name] = anything(dice);
    }
    server
}

/// Puts most of the members that may stand one level down there, now and then.
fn wrapped(dice: &mut Dice, host: &'static Host, server: &mut Value) {
    let (Some(wrapper), Value::Object(members)) = (host.main().wrapper, server) else {
        return;
    };
    if !dice.percent(40) {
        return;
    }
    let mut inner = Map::new();
    for (key, value) in std::mem::take(members) {
        let inside = !wrapper.beside.contains(&&*key);
        let all = if inside { &mut inner } else { &mut *members };
        if dice.percent(95) {
            all.insert(key, value);
        } else {
            members.insert(key, value);
        }
    }
    members.insert(wrapper.key.to_owned(), inner.into());
}

/// One of the names of `field`.
fn spelled(dice: &mut Dice, field: &Field) -> String {
    let names: Vec<&str> = [field.name]
        .into_iter()
        .chain(field.aliases.iter().copied())
        .collect();
    dice.pick(&names).to_owned()
}

/// A value that fits, from the plainest to the oddest.
pub(crate) fn right(dice: &mut Dice, field: &Field, host: &Host) -> Value {
    let texts = ["text", "", "a b", "${X}", "true", "5"].map(Value::from);
    let options: Vec<Value> = match field.kind {
        Kind::Text if field.slot == Slot::Command && !host.main().limits.commands.is_empty() => {
            host.main()
                .limits
                .commands
                .iter()
                .map(|word| json!(word))
                .collect()
        }
        Kind::Text
        | Kind::Line
        | Kind::LoneLine
        | Kind::Spaced
        | Kind::BearerVar
        | Kind::BearerText
        | Kind::KeyVar
        | Kind::KeyText
        | Kind::TextVar
        | Kind::OwnName
        | Kind::DefaultPolicy(_) => texts.to_vec(),
        Kind::OffText => vec![json!("text"), json!(false)],
        Kind::BearerOrOauth => vec![json!("text"), json!("oauth")],
        Kind::Argv => vec![json!(["npx"]), json!(["npx", "-y"]), json!([""])],
        Kind::LineOrArgv => vec![json!("npx"), json!("npx -y"), json!(["npx", "-y"])],
        Kind::ShellLine => vec![json!("npx"), json!("npx -y"), json!("'my tools/run' -y")],
        Kind::ShellWords => vec![json!(["a"]), json!([]), json!(["'a b' c", 5, true])],
        Kind::ScalarList => vec![json!(["a"]), json!([]), json!(["b", 5, true])],
        Kind::List | Kind::Approved | Kind::ApprovedNames => {
            vec![json!(["a"]), json!([]), json!(["*", ""])]
        }
        Kind::Map | Kind::HeaderVars => vec![json!({ "K": "v" }), json!({}), json!({ "": "" })],
        Kind::MillisInMap => vec![json!("60000")],
        Kind::SiftedMap => vec![json!({ "K": "v" }), json!({})],
        Kind::NumberMap => vec![json!({ "K": "v" }), json!({}), json!({ "K": -1.5 })],
        Kind::ScalarMap => vec![json!({ "K": "v" }), json!({ "K": true, "L": null, "M": 2 })],
        Kind::LooseMap => vec![
            json!({ "K": "v" }),
            json!({}),
            json!({ "K": -1.5, "L": null }),
        ],
        Kind::Flag | Kind::NotFlag | Kind::OffFlag | Kind::Trusted => {
            vec![json!(true), json!(false)]
        }
        Kind::Millis | Kind::Seconds | Kind::WholeSeconds | Kind::Number => {
            vec![json!(5), json!(0), json!(1e9)]
        }
        Kind::Whole => vec![json!(5), json!(-1), json!(30.0)],
        Kind::Either(kinds) => {
            let inner = |kind: &Kind| {
                right(
                    dice,
                    &Field {
                        kind: *kind,
                        ..*field
                    },
                    host,
                )
            };
            kinds.iter().map(inner).collect()
        }
        Kind::Port => vec![json!(8080), json!(1), json!(65535), json!(80.0)],
        Kind::EnvNames => vec![
            json!(["X"]),
            json!([]),
            json!(["X", { "name": "Y", "source": 1 }]),
        ],
        Kind::Policies(words) => vec![json!({ "tool": words[0], "other": words[2] }), json!({})],
        Kind::PolicyList(key, words) => vec![json!([{ "name": "tool", key: words[1] }]), json!([])],
        Kind::PolicyTables(key, words) => vec![
            json!({ "tool": { key: words[0] } }),
            json!({ "tool": { key: 5, "other": null } }),
            json!({}),
        ],
        Kind::Tag => host
            .main()
            .transports
            .words
            .iter()
            .map(|spelling| json!(spelling.word))
            .collect(),
        Kind::Group(groups) => groups.iter().map(|(word, _)| json!(word)).collect(),
        Kind::Word(words) => words.iter().map(|word| json!(word)).collect(),
        Kind::Inputs => vec![
            json!({ "K": { "title": "k", "description": "" } }),
            json!({}),
            json!({ "": { "title": "", "description": "d", "sensitive": false } }),
        ],
        Kind::Object => vec![json!({}), json!({ "a": [null] })],
        Kind::Any => vec![json!(1), json!({}), json!([null])],
    };
    let odd = dice.below(options.len());
    if dice.percent(60) {
        options[0].clone()
    } else {
        options[odd].clone()
    }
}

/// A value that may or may not fit.
fn mistake(dice: &mut Dice, field: &Field, host: &Host) -> Value {
    let value = match field.kind {
        Kind::Tag if dice.percent(70) => json!(dice.pick(&WORDS)),
        Kind::Policies(words) if dice.percent(60) => dice.pick(&[
            json!({ "t": words[1], "u": "unheardOf" }),
            json!({ "t": null }),
        ]),
        Kind::PolicyList(key, words) if dice.percent(60) => dice.pick(&[
            json!([{ "name": "t", key: "unheardOf" }]),
            json!([{ "name": 5, key: words[0] }]),
            json!([{ "name": "t", key: words[0], "other": 1 }]),
            json!([{ "name": "t" }, 5]),
            json!(null),
        ]),
        Kind::Line | Kind::LoneLine | Kind::LineOrArgv if dice.percent(50) => {
            dice.pick(&[json!(" "), json!("\u{85}\t"), json!("\u{feff}"), json!([])])
        }
        _ => anything(dice),
    };
    let limited = field.slot == Slot::Command && !host.main().limits.commands.is_empty();
    if limited && value.is_string() {
        json!(host.main().limits.commands[0])
    } else {
        value
    }
}

/// Words for transports as people write them, and words that are none.
const WORDS: [&str; 18] = [
    "stdio",
    "STDIO",
    "std-io",
    "local",
    "process",
    "command",
    "http",
    "https",
    "streamable_http",
    "Streamable HTTP",
    "http-stream",
    "remote",
    "sse",
    "SSE",
    "ws",
    "web-socket",
    "carrier pigeon",
    "",
];

fn anything(dice: &mut Dice) -> Value {
    let scalars = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(70000),
        json!(""),
        json!(" "),
        json!("true"),
        json!("1"),
        json!("x"),
    ];
    let inner = dice.pick(&scalars);
    match dice.below(8) {
        0 => json!([]),
        1 => json!([inner]),
        2 => json!({}),
        3 => json!({ "a": inner }),
        4 => json!({ "name": inner, "command": "x" }),
        5 => json!({ "a": { "b": inner } }),
        _ => inner,
    }
}

/// The same document in TOML, which has no `null`: what would be one is left out.
pub(crate) fn toml(document: &Value) -> String {
    let mut text = toml_edit::DocumentMut::new();
    for (key, value) in document.as_object().into_iter().flatten() {
        if let Some(value) = toml_value(value) {
            text.insert(key, toml_edit::Item::Value(value));
        }
    }
    text.to_string()
}

fn toml_value(value: &Value) -> Option<toml_edit::Value> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(flag) => (*flag).into(),
        Value::Number(number) => number
            .as_i64()
            .map_or_else(|| number.as_f64().unwrap_or_default().into(), Into::into),
        Value::String(text) => text.into(),
        Value::Array(items) => items.iter().filter_map(toml_value).collect(),
        Value::Object(members) => members
            .iter()
            .filter_map(|(key, value)| Some((key.as_str(), toml_value(value)?)))
            .collect(),
    })
}

/// The same document in YAML, in block style.
pub(crate) fn yaml(document: &Value) -> String {
    let mut text = String::new();
    yaml_value(&mut text, document, 0);
    text.push('\n');
    text
}

fn yaml_value(text: &mut String, value: &Value, column: usize) {
    let begin = |text: &mut String, first: bool| {
        if !first {
            text.push('\n');
            text.push_str(&" ".repeat(column));
        }
    };
    match value {
        Value::Array(items) if !items.is_empty() => {
            for (index, item) in items.iter().enumerate() {
                begin(text, index == 0);
                text.push_str("- ");
                yaml_value(text, item, column + 2);
            }
        }
        Value::Object(members) if !members.is_empty() => {
            for (index, (key, value)) in members.iter().enumerate() {
                begin(text, index == 0);
                text.push_str(&format!("{}:", json!(key)));
                let nested = value.as_object().is_some_and(|members| !members.is_empty())
                    || value.as_array().is_some_and(|items| !items.is_empty());
                if nested {
                    text.push('\n');
                    text.push_str(&" ".repeat(column + 2));
                } else {
                    text.push(' ');
                }
                yaml_value(text, value, column + 2);
            }
        }
        // JSON is YAML.
        value => text.push_str(&value.to_string()),
    }
}

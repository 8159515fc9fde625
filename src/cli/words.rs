//! The vocabulary of host descriptions in words that `mcpconv hosts` can show.

use crate::host::{Cost, Field, Format, GateKind, Kind, Names, Outside, Scope, TagRule};
use crate::model::Transport;
use crate::model::dialect::{Dialect, Form, WhenUnset};

/// How the value of a field is written.
pub(super) fn kind(kind: Kind) -> String {
    let plain = match kind {
        Kind::Text => "string",
        Kind::Line => "string: a program, or a command line",
        Kind::LoneLine => "string: a program, or a line for the shell",
        Kind::Argv => "list: program and arguments",
        Kind::LineOrArgv => "command line, or list: program and arguments",
        Kind::ShellLine => "string that a shell reads",
        Kind::ShellWords => "list of strings, numbers and booleans that a shell reads",
        Kind::List => "list of strings",
        Kind::ScalarList => "list of strings, numbers and booleans",
        Kind::Spaced => "string, separated by spaces",
        Kind::Map => "map of strings",
        Kind::LooseMap => "map of strings, numbers and nulls",
        Kind::NumberMap => "map of strings and numbers",
        Kind::ScalarMap => "map of strings, numbers, booleans and nulls",
        Kind::SiftedMap => "map of strings; other values are dropped one by one",
        Kind::Flag => "boolean",
        Kind::NotFlag => "boolean",
        Kind::OffFlag => "`false`",
        Kind::OffText => "string or `false`",
        Kind::Millis => "milliseconds",
        Kind::Seconds => "seconds",
        Kind::WholeSeconds => "whole seconds",
        Kind::MillisInMap => "milliseconds, as a string",
        Kind::Port => "port",
        Kind::EnvNames => "list of names",
        Kind::HeaderVars => "map of headers to names",
        Kind::BearerVar => "name",
        Kind::BearerText | Kind::BearerOrOauth => "string",
        Kind::KeyVar => "name",
        Kind::KeyText => "string",
        Kind::TextVar => "name",
        Kind::OwnName => "string",
        Kind::Inputs => "map of names to `title` and `description`",
        Kind::Approved | Kind::ApprovedNames => "list of tools",
        Kind::Trusted => "boolean",
        Kind::Tag => "string",
        Kind::Number => "number",
        Kind::Whole => "whole number",
        Kind::Either(kinds) => {
            let kinds: Vec<String> = kinds.iter().map(|it| self::kind(*it)).collect();
            return kinds.join(" or ");
        }
        Kind::Object => "object",
        Kind::Any => "anything",
        Kind::Policies(words) => return format!("map of tools to {}", one_of(&words)),
        Kind::PolicyList(key, words) => {
            return format!("list of tools with `{key}`: {}", one_of(&words));
        }
        Kind::PolicyTables(key, words) => {
            return format!("map of tools to `{key}`: {}", one_of(words));
        }
        Kind::DefaultPolicy(words) => return one_of(words),
        Kind::Word(words) => return one_of(words),
        Kind::Group(groups) => {
            return one_of(&groups.iter().map(|(word, _)| *word).collect::<Vec<_>>());
        }
    };
    plain.to_owned()
}

/// Which numbers a field takes, in its own unit.
pub(super) fn range(field: &Field) -> Option<String> {
    let unit = match field.kind {
        Kind::Seconds | Kind::WholeSeconds => 1000.0,
        _ => 1.0,
    };
    let words = field.range.in_units(unit).words()?;
    Some(match field.range.outside {
        Outside::Ignored => format!("{words}, others are ignored"),
        Outside::Refused => words,
        Outside::Clamped => format!("{words}, others become the nearest of these"),
    })
}

fn one_of(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(" or ")
}

/// The spellings of a form, with `X` for a variable.
pub(super) fn form(form: &Form) -> Vec<String> {
    let plain = match form {
        Form::Braces => "${X}",
        Form::Default => "${X:-d}",
        Form::Operators => "${X-d}",
        Form::Bash => {
            let all = [
                "${X}",
                "$X",
                "${X:-d}",
                "${X-d}",
                "${X:+x}",
                "${X:?e}",
                "$(command)",
            ];
            return all.map(str::to_owned).into();
        }
        Form::Prefixed => "${env:X}",
        Form::Bare => "$X",
        Form::Curly => "{env:X}",
        Form::File => "{file:path}",
        Form::BracedFile => "${file:path}",
        Form::Input => "${input:id}",
        Form::Workflow(words) => {
            let spelled = |word: &&str| format!("${{{{ {word}.X }}}}");
            return words.iter().map(spelled).collect();
        }
        Form::Mustache(own) => {
            let own = own.iter().map(|word| format!("{{{{{word}…}}}}"));
            return std::iter::once("{{X}}".to_owned()).chain(own).collect();
        }
        Form::OwnKey => "{{X}}",
        Form::Shell => "!command",
        Form::Name => "X",
        Form::Tilde => "~/",
        Form::Vars(vars) => {
            return vars
                .iter()
                .map(|(word, _)| format!("${{{word}}}"))
                .collect();
        }
        Form::Own(words) => return words.iter().map(|word| format!("${{{word}}}")).collect(),
    };
    vec![plain.to_owned()]
}

/// All spellings of a dialect.
pub(super) fn forms(dialect: &Dialect) -> Vec<String> {
    let later = dialect.then.map(forms).unwrap_or_default();
    let mut list: Vec<String> = dialect.forms.iter().flat_map(form).collect();
    list.extend(later);
    let mut seen = std::collections::HashSet::new();
    list.retain(|spelling| seen.insert(spelling.clone()));
    list
}

/// Fields that hold names of variables instead of references to them.
pub(super) fn by_name(format: &Format) -> Vec<&'static str> {
    let names = |field: &&Field| {
        matches!(
            field.kind,
            Kind::EnvNames | Kind::HeaderVars | Kind::BearerVar | Kind::KeyVar | Kind::TextVar
        )
    };
    format
        .fields
        .iter()
        .filter(names)
        .map(|field| field.name)
        .collect()
}

/// The transports that `format` supports.
pub(super) fn transports(format: &Format) -> Vec<&'static str> {
    supported(format).map(Transport::name).collect()
}

/// Those of them that have `field`.
pub(super) fn transports_of(format: &Format, field: &Field) -> Vec<&'static str> {
    supported(format)
        .filter(|transport| field.on.has(*transport))
        .map(Transport::name)
        .collect()
}

fn supported(format: &Format) -> impl Iterator<Item = Transport> {
    [
        Transport::Stdio,
        Transport::Http,
        Transport::Sse,
        Transport::Ws,
    ]
    .into_iter()
    .filter(|transport| format.spelling(*transport).is_some())
}

/// Who a file is for.
pub(super) fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Project => "project",
        Scope::User => "user",
    }
}

/// What a key outside the servers says about them.
pub(super) fn gate(kind: GateKind) -> &'static str {
    match kind {
        GateKind::Off => "disabled servers",
        GateKind::Only => "the only enabled servers",
        GateKind::Tools => "tools that are enabled or disabled",
        GateKind::Permissions => "tools that are allowed, asked about or denied",
        GateKind::DenyTools | GateKind::DenyIds => "tools that are hidden",
        GateKind::AllowTools => "the only tools that are available",
        GateKind::CoreTools => "the only tools that are available, with those of the host itself",
        GateKind::AgentTools => "tools that one agent may use",
        GateKind::Mentions => "the only servers and tools that are available",
        GateKind::All => "enables or disables all servers",
        GateKind::Rules => "servers that are allowed or rejected, by command or URL",
        GateKind::ToolRules | GateKind::ToolTables => "rules about single tools",
        GateKind::ProfileTools => "tools that one profile may use",
        GateKind::Default(_) => "value for servers that have none of their own",
        GateKind::ApprovedTools | GateKind::ApprovedMentions => "tools that run without asking",
        GateKind::AskedTools => "tools that always ask",
        GateKind::Variables => "variables that every process gets",
        GateKind::Hosts => "the only hosts that URLs may have",
        GateKind::PrivateHosts => "private hosts that URLs may have too",
    }
}

/// What the field that names the transport is worth.
pub(super) fn tag_rule(rule: TagRule) -> &'static str {
    match rule {
        TagRule::Decides => "decides",
        TagRule::Hints => "decides if its value is known",
        TagRule::Refines => "chooses between HTTP and SSE; the other fields decide the rest",
        TagRule::Unused => "is ignored; the other keys decide",
        TagRule::Listed(_) => "decides for some of its values",
    }
}

/// Which names a server may have.
pub(super) fn names(names: &Names) -> String {
    let mut text = match names.extra {
        None => "any".to_owned(),
        Some("") => "letters and digits".to_owned(),
        Some(extra) => format!(
            "letters, digits and {}",
            extra
                .chars()
                .map(|c| format!("`{c}`"))
                .collect::<Vec<_>>()
                .join(" ")
        ),
    };
    let banned = &names.banned;
    let mut without: Vec<String> = banned.chars.chars().map(|c| format!("`{c}`")).collect();
    if banned.control {
        without.push("control characters".to_owned());
    }
    if let Some(mark) = banned.lone {
        without.push(format!("`{mark}` at an end or twice in a row"));
    }
    if !without.is_empty() {
        text.push_str(&format!(" without {}", without.join(" or ")));
    }
    if names.max < usize::MAX {
        text.push_str(&format!(", at most {} characters", names.max));
    }
    if !names.reserved.is_empty() {
        let quoted = names.reserved.iter().map(|name| match *name {
            "" => "empty".to_owned(),
            name => format!("`{name}`"),
        });
        let names = quoted.collect::<Vec<_>>().join(", ");
        text.push_str(&format!(", but not {names}"));
    }
    text
}

/// What becomes of a variable that is not set.
pub(super) fn unset(unset: WhenUnset) -> &'static str {
    match unset {
        WhenUnset::Kept => "the reference stays as text",
        WhenUnset::Empty => "it becomes empty",
        WhenUnset::SkipsServer => "the server is skipped",
        WhenUnset::RejectsFile => "the whole file is rejected",
    }
}

/// What happens because of a mistake.
pub(super) fn cost(cost: Cost) -> &'static str {
    match cost {
        Cost::Ignored => "ignored",
        Cost::Server => "the server is skipped",
        Cost::File => "the whole file is rejected",
        Cost::Start => "the host refuses to start",
    }
}

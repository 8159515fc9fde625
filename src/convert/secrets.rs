//! Secrets that stand in the source in plain text: found, named after their fields, and replaced where that is asked for.

mod variables;

use std::ops::Range;

use variables::NamedSecrets;

use super::answers::variable_name;
use super::options::{Expand, Options, Secrets};
use crate::diagnostic::{Diagnostic, Level};
use crate::host::kinds::is_key;
use crate::host::{Format, Kind, Place, Scope};
use crate::model::dialect::is_name;
use crate::model::refs::refs;
use crate::model::{Lacks, Part, Server, Slot, Template, Transport, Value};
use crate::order::Order as _;
use crate::secret;
use crate::syntax::Span;

/// A secret in plain text.
pub(super) struct Literal<'s> {
    /// The name of a variable that could hold it.
    pub(super) variable: String,
    pub(super) value: &'s str,
    /// There is more in the value that it stands in.
    pub(super) is_part: bool,
}

/// Where a value stands.
#[derive(Clone, Copy)]
pub(super) struct Site<'s> {
    pub(super) server: &'s str,
    pub(super) field: &'s str,
    pub(super) slot: Slot,
    /// The name of a variable, a header or an option whose value it is.
    pub(super) key: Option<&'s str>,
    /// Its position in a list.
    index: usize,
}

/// The same, to find a value again: the server, the field, and the key or position in it.
pub(super) type SitePlace = (String, Slot, String);

/// Who decides what is written instead of secrets.
pub(super) trait Replace {
    /// What to write instead of a secret that stands after these parts of a value.
    fn part(&mut self, site: &Site<'_>, secret: &Literal<'_>, before: &[Part]) -> Option<Part>;

    /// Whether the value is to be `text`, in which all its secrets are replaced.
    fn accepts(&mut self, site: &Site<'_>, text: &Template) -> bool;
}

/// More than anybody calls an option or a variable.
const LONGEST_NAME: usize = 200;

/// Shows every secret of a server to `with`.
pub(super) fn each(server: &mut Server, with: &mut dyn Replace) {
    each_site(server, &mut |site, text| site.template(text, with));
}

/// Calls `look` for every text of a server.
pub(super) fn each_site(server: &mut Server, look: &mut dyn FnMut(&Site<'_>, &mut Template)) {
    let name = server.name.clone();
    for entry in &mut server.entries {
        let site = Site {
            server: &name,
            field: &entry.field,
            slot: entry.slot,
            key: None,
            index: 0,
        };
        match &mut entry.value {
            Value::Text(text) => look(&site, text),
            Value::List(list) => {
                let mut flag: Option<String> = None;
                for (index, text) in list.iter_mut().enumerate() {
                    let next = text.as_literal().filter(|word| secret::secret_flag(word));
                    let next = next.map(|word| word.trim_start_matches('-').to_owned());
                    let key = flag.as_deref();
                    look(&Site { key, index, ..site }, text);
                    flag = next;
                }
            }
            Value::Map(pairs) => {
                for pair in pairs {
                    let field = pair.name(site.field);
                    let (field, key) = (&*field, Some(&*pair.key));
                    if let Some(text) = &mut pair.value {
                        look(&Site { field, key, ..site }, text);
                    }
                }
            }
            _ => {}
        }
    }
}

impl Site<'_> {
    /// Where the same server of another file would have it.
    pub(super) fn spot(&self) -> SitePlace {
        let name = match (self.slot, self.key) {
            (Slot::Headers, Some(key)) => key.to_ascii_lowercase(),
            (Slot::Args, _) | (_, None) => self.index.to_string(),
            (_, Some(key)) => key.to_owned(),
        };
        (self.server.to_owned(), self.slot, name)
    }

    fn template(&self, text: &mut Template, with: &mut dyn Replace) {
        let mut done = Template::new(Vec::new(), text.span);
        let mut changed = false;
        let alone = text.parts.len() == 1;
        for part in &text.parts {
            let Part::Text(literal) = part else {
                done.push(part.clone());
                continue;
            };
            let mut at = 0;
            let mut ranges = self.ranges(literal);
            // Whoever has a variable of that name has all of its value in it, such as a URL with a password.
            if self.own_variable().is_some() && alone && !ranges.is_empty() {
                ranges.clear();
                ranges.push(0..literal.len());
            }
            for range in ranges {
                let is_part = !alone || range != (0..literal.len());
                let secret = Literal {
                    variable: self.variable(&literal[..range.start], is_part),
                    value: &literal[range.clone()],
                    is_part,
                };
                done.push_text(&literal[at..range.start]);
                at = range.start;
                if let Some(part) = with.part(self, &secret, &done.parts) {
                    done.push(part);
                    at = range.end;
                    changed = true;
                }
            }
            done.push_text(&literal[at..]);
        }
        if changed && with.accepts(self, &done) {
            *text = done;
        }
    }

    /// Whole secrets, with the prefixes that their issuers give them.
    fn ranges(&self, literal: &str) -> Vec<Range<usize>> {
        let mut end = 0;
        let mut ranges = Vec::new();
        let found = refs(literal);
        // What looks like a reference, though not to this host, says where the secret is and not what it is.
        let says = |range: &Range<usize>| {
            let meets = |other: &Range<usize>| other.start < range.end && range.start < other.end;
            !found.iter().any(|found| meets(&found.range))
        };
        for range in secret::sensitive_ranges(self.key, literal)
            .into_iter()
            .filter(says)
        {
            let before = literal[end..range.start].trim_end_matches(|c: char| {
                c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
            });
            ranges.push(end + before.len()..range.end);
            end = range.end;
        }
        ranges
    }

    /// The variable whose value it is.
    fn own_variable(&self) -> Option<&str> {
        self.key
            .filter(|key| self.slot == Slot::Env && is_name(key))
    }

    /// A variable for a secret that stands after `before`, or for the whole value.
    fn variable(&self, before: &str, is_part: bool) -> String {
        let of_server = |word: &str| variable_name(&format!("{}_{word}", self.server));
        match (self.own_variable(), self.key) {
            (Some(key), _) if is_part => of_server(&format!("{key}_secret")),
            (Some(key), _) => key.to_owned(),
            (_, Some(key)) => of_server(key),
            _ => {
                // A name is short; the text before may be as long as the file, and is looked at once for each secret.
                let near = before.len().saturating_sub(LONGEST_NAME);
                let before = &before[before.floor_char_boundary(near)..];
                let word = before.trim_end_matches(['=', ':', ' ', '"', '\'']);
                let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
                let word = word.rsplit(|c| !is_name(c)).next().unwrap_or_default();
                let word = word.trim_matches(['-', '_']);
                let named = before.ends_with(['=', ' ']) && !word.is_empty();
                of_server(if named { word } else { "secret" })
            }
        }
    }
}

/// What becomes of the secrets of a conversion: they are reported, or become references.
pub(super) struct Keeper<'o> {
    options: &'o Options<'o>,
    place: &'static Place,
    /// The target is the source's own document, where secrets are already.
    own: bool,
    variables: NamedSecrets,
}

impl<'o> Keeper<'o> {
    pub(super) fn new(options: &'o Options<'o>, place: &'static Place, own: bool) -> Self {
        Self {
            options,
            place,
            own,
            variables: NamedSecrets::default(),
        }
    }

    /// Whether a secret has this variable.
    pub(super) fn has(&self, name: &str) -> bool {
        self.variables.secrets.contains_key(name)
    }

    /// Looks at a server from `source`; whether anything in it was replaced. Secrets do not get variables that stand for
    /// something `elsewhere`.
    pub(super) fn server(
        &mut self,
        source: &Place,
        server: &mut Server,
        elsewhere: &dyn Fn(&str) -> bool,
        problems: &mut Vec<Diagnostic>,
    ) -> bool {
        // A reference that is expanded right away would only ask for a variable that nobody has set.
        let expands = match self.options.expand {
            Expand::Auto => self.place.format.expects_values,
            Expand::Always => true,
            Expand::Never => false,
        };
        let wanted = self.options.secrets == Secrets::Reference;
        let replaces = wanted && !expands;
        // Standard output may go anywhere; then only what leaves a private file is worth a word.
        let moves = !self.own && !std::ptr::eq(source, self.place);
        let shared = moves
            && self.place.scope == Scope::Project
            && (self.options.place.is_some() || source.scope != Scope::Project);
        if !wanted && !shared {
            return false;
        }
        let refers = |value: Option<&Template>| value.is_some_and(Template::has_references);
        let mut headers = server.map(Slot::Headers).iter();
        let mut run = Round {
            format: self.place.format,
            transport: server.transport,
            replaces,
            keyed: headers.any(|pair| refers(pair.value.as_ref())),
            elsewhere,
            variables: &mut self.variables,
            pending: Vec::new(),
            replaced: Vec::new(),
            copied: Vec::new(),
            could: false,
        };
        each(server, &mut run);
        let Round {
            replaced,
            copied,
            could,
            ..
        } = run;
        if !replaced.is_empty() {
            problems.push(self.replaced(server, &replaced));
        }
        if !copied.is_empty() {
            problems.push(self.copied(server, &copied, shared, !could));
        }
        !replaced.is_empty()
    }

    fn replaced(&self, server: &Server, list: &[Replaced]) -> Diagnostic {
        let fields: Vec<String> = list
            .iter()
            .map(|it| {
                let what = if it.is_part { "the secret in " } else { "" };
                let (field, variable) = (&it.field, &it.variable);
                format!("{what}`{field}` becomes a reference to `{variable}`")
            })
            .collect();
        let named = |parts: &dyn Fn(&Replaced) -> bool| {
            let list = list.iter().filter(|it| parts(it));
            let mut names: Vec<String> = list.map(|it| format!("`{}`", it.variable)).collect();
            names.order();
            names.dedup();
            names
        };
        let (all, parts) = (named(&|_| true), named(&|it| it.is_part));
        let mut help = format!("set {} where {} runs", all.join(", "), self.options.to.name);
        if parts.len() == all.len() {
            help.push_str(", to the secret alone");
        } else if !parts.is_empty() {
            help.push_str(&format!("; {} to the secret alone", parts.join(", ")));
        }
        let message = format!("`{}`: {}", server.name, fields.join(", "));
        let problem = Diagnostic::new(
            "conversion-secret-copied",
            Level::Info,
            list[0].span,
            message,
        );
        problem.label("the secret itself is not written").help(help)
    }

    fn copied(
        &self,
        server: &Server,
        list: &[(String, Span)],
        shared: bool,
        helpless: bool,
    ) -> Diagnostic {
        let mut fields: Vec<String> = list.iter().map(|(field, _)| format!("`{field}`")).collect();
        fields.dedup();
        let target = self.options.to.name;
        let (name, fields) = (&server.name, fields.join(", "));
        // Whoever asked for references is told where there are none.
        if !shared {
            let message = format!("`{name}`: the secret in {fields} stays in plain text");
            let at = list[0].1;
            let why = match self.options.expand {
                Expand::Always => "`--expand always` writes values".to_owned(),
                _ => format!("{target} has no references there"),
            };
            return Diagnostic::new("conversion-secret-copied", Level::Warning, at, message)
                .label(why);
        }
        let message = format!(
            "`{name}`: the secret in {fields} is copied into a file that a repository shares"
        );
        let help = match (helpless, self.place.prompts.is_some()) {
            (true, false) => {
                format!("{target} has no references there; keep the file out of the repository")
            }
            (true, true) => "use `--inputs secrets` to write an input instead".to_owned(),
            (false, true) => {
                "use `--secrets reference` for a variable, or `--inputs secrets` for an input"
                    .to_owned()
            }
            (false, false) => {
                "use `--secrets reference` to write a reference to a variable".to_owned()
            }
        };
        Diagnostic::new(
            "conversion-secret-copied",
            Level::Warning,
            list[0].1,
            message,
        )
        .label("readable for everybody who has the repository")
        .help(help)
    }
}

/// A secret that a reference stands for now.
struct Replaced {
    field: String,
    variable: String,
    span: Span,
    is_part: bool,
}

/// The secrets of one server.
struct Round<'k> {
    format: &'static Format,
    transport: Transport,
    replaces: bool,
    /// A header refers to a variable, so that a field for the only one that may is used.
    keyed: bool,
    elsewhere: &'k dyn Fn(&str) -> bool,
    variables: &'k mut NamedSecrets,
    /// The variables of the value that is looked at, and whether each is only a part of it.
    pending: Vec<(String, bool)>,
    replaced: Vec<Replaced>,
    copied: Vec<(String, Span)>,
    /// A reference could be written for one that is copied.
    could: bool,
}

impl Replace for Round<'_> {
    fn part(&mut self, site: &Site<'_>, secret: &Literal<'_>, _: &[Part]) -> Option<Part> {
        let stem = self
            .format
            .dialect(site.slot)
            .names
            .nearest(&secret.variable);
        let name = self.variables.of(stem, secret.value, self.elsewhere);
        self.pending.push((name.clone(), secret.is_part));
        // Nobody counts on what a host does without the secret.
        Some(Part::Env {
            name,
            default: None,
            lacks: Lacks::Needed,
        })
    }

    fn accepts(&mut self, site: &Site<'_>, text: &Template) -> bool {
        let pending = std::mem::take(&mut self.pending);
        let keyed = self.keyed && site.slot == Slot::Headers;
        let holds = holds(self.format, self.transport, keyed, site, text);
        if !self.replaces || !holds {
            self.could |= holds;
            self.copied.push((site.field.to_owned(), text.span));
            self.variables.forget();
            return false;
        }
        self.keyed |= site.slot == Slot::Headers;
        self.variables.keep();
        for (variable, is_part) in pending {
            self.replaced.push(Replaced {
                field: site.field.to_owned(),
                variable,
                span: text.span,
                is_part,
            });
        }
        true
    }
}

/// Whether the target can say `text` in a field, or has a place of its own for it.
fn holds(
    format: &Format,
    transport: Transport,
    keyed: bool,
    site: &Site<'_>,
    text: &Template,
) -> bool {
    let (slot, key) = (site.slot, site.key);
    let whole = text.as_env();
    let bearer = matches!(text.parts.as_slice(), [Part::Text(scheme), part] if scheme == "Bearer " && part.as_env().is_some());
    let authorization = key.is_some_and(|key| key.eq_ignore_ascii_case("authorization"));
    let own = |kind| match kind {
        Kind::EnvNames => slot == Slot::Env && whole.is_some() && whole == key,
        Kind::HeaderVars => slot == Slot::Headers && whole.is_some(),
        Kind::BearerVar | Kind::BearerText => slot == Slot::Headers && authorization && bearer,
        Kind::KeyVar => slot == Slot::Headers && !keyed && is_key(text),
        _ => false,
    };
    let dialect = format.dialect(slot);
    // A process that inherits the variable needs no word about it, where its users are not asked either.
    let asks = || dialect.spell(&Part::Input(String::new())).is_some();
    let inherited = slot == Slot::Env
        && whole.is_some_and(|name| Some(name) == key && format.runtime.inherit.passes(name))
        && !(dialect.has_variables() || format.expects_values || asks());
    let mut fields = format.fields.iter();
    dialect.print(text).is_ok()
        || inherited
        || fields.any(|field| field.on.has(transport) && own(field.kind))
}

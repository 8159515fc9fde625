//! What hosts do, for programs. `docs/show.md` describes it.

use serde_json::{Map, Value, json};

use super::card::{Answer, Base, Card, Does, Other, Process, Remote, Variable, Way};
use super::sources::Spot;
use super::value::{MASK, Shown, Visible};
use super::verdict::{Complaint, Outcome};
use super::words;
use crate::host::Inherit;
use crate::report::escaped;
use crate::secret::{veiled_name, veiled_variable};

/// The whole answer.
pub(super) fn text(answer: &Answer) -> String {
    let data = Data { answer };
    let shown = answer.files.iter().filter(|file| !file.idle);
    let files: Vec<Value> = shown
        .map(|file| {
            let mut object = json!({
                "file": file.name,
                "host": file.host.id,
                "servers": file.servers,
                "rejected": !file.complaints.is_empty(),
            });
            if !file.complaints.is_empty() {
                object["problems"] = data.complaints(&file.complaints);
            }
            object
        })
        .collect();
    // One server after another: as a tree, all of them would take many times the room of their text.
    let mut text = format!("{:#}", json!({ "version": 1, "files": files }));
    text.truncate(text.trim_end_matches(['}', '\n']).len());
    text.push_str(",\n  \"servers\": [");
    for (at, card) in answer.cards.iter().enumerate() {
        text.push_str(if at == 0 { "" } else { "," });
        let server = format!("{:#}", data.card(card));
        for line in server.lines() {
            text.push_str("\n    ");
            text.push_str(line);
        }
    }
    text.push_str(if answer.cards.is_empty() {
        "]\n}\n"
    } else {
        "\n  ]\n}\n"
    });
    escaped(&text)
}

struct Data<'d> {
    answer: &'d Answer,
}

impl Data<'_> {
    fn card(&self, card: &Card) -> Value {
        let mut object = Map::new();
        object.insert("name".to_owned(), json!(veiled_name(&card.name)));
        object.insert("host".to_owned(), json!(card.host.id));
        self.place(&mut object, card.at);
        match &card.verdict {
            Outcome::Used(does) => {
                let effect = match does.how {
                    Way::Starts(_) => "starts",
                    Way::Connects(_) => "connects",
                };
                object.insert("effect".to_owned(), json!(effect));
                self.does(&mut object, does, card);
            }
            Outcome::Skipped(why, at) => {
                object.insert("effect".to_owned(), json!("skipped"));
                object.insert("why".to_owned(), json!(why));
                if let Some(at) = at {
                    object.insert("at".to_owned(), self.at(*at));
                }
            }
            Outcome::Rejected(list) => {
                object.insert("effect".to_owned(), json!("rejected"));
                let why = list.first().map(|complaint| &complaint.message);
                object.insert("why".to_owned(), json!(why));
                object.insert("problems".to_owned(), self.complaints(list));
            }
        }
        let ignored = card.ignored.iter().map(|(field, reason, at)| {
            let mut object = Map::new();
            object.insert("field".to_owned(), json!(field));
            object.insert("why".to_owned(), json!(words::reason(*reason)));
            self.place(&mut object, *at);
            Value::Object(object)
        });
        let others = card.others.iter().map(|(at, other)| {
            let mut object = Map::new();
            self.place(&mut object, *at);
            let state = match other {
                Other::Merged => "merged",
                Other::Hidden => "hidden",
            };
            object.insert("state".to_owned(), json!(state));
            Value::Object(object)
        });
        for (key, list) in [
            ("ignored", ignored.collect::<Vec<_>>()),
            ("definitions", others.collect()),
        ] {
            if !list.is_empty() {
                object.insert(key.to_owned(), Value::Array(list));
            }
        }
        Value::Object(object)
    }

    fn does(&self, object: &mut Map<String, Value>, does: &Does, card: &Card) {
        match &does.how {
            Way::Starts(process) => self.process(object, process),
            Way::Connects(remote) => self.remote(object, remote),
        }
        for (key, time) in [
            ("startupTimeoutMs", does.startup),
            ("callTimeoutMs", does.call),
        ] {
            if let Some((millis, at)) = time {
                let mut value = Map::new();
                value.insert("value".to_owned(), json!(millis));
                self.place(&mut value, at);
                object.insert(key.to_owned(), Value::Object(value));
            }
        }
        let tools = &does.tools;
        let names = |list: &[crate::effect::Pattern]| -> Vec<String> {
            list.iter().map(words::pattern).collect()
        };
        let approvals: Map<String, Value> = tools
            .approvals
            .iter()
            .map(|(pattern, approved)| (words::pattern(pattern), json!(approved)))
            .collect();
        object.insert(
            "tools".to_owned(),
            json!({
                "only": tools.allow.as_deref().map(names),
                "hidden": names(&tools.deny),
                "withoutPrompt": approvals,
                "allWithoutPrompt": tools.all_approved,
            }),
        );
        if !does.limits.is_empty() {
            let limits = does.limits.iter().map(|(field, at)| {
                let mut limit = Map::new();
                limit.insert("field".to_owned(), json!(field));
                self.place(&mut limit, *at);
                Value::Object(limit)
            });
            object.insert("limits".to_owned(), limits.collect());
        }
        if does.sandbox {
            object.insert("sandbox".to_owned(), json!(true));
        }
        object.insert("id".to_owned(), json!(does.shown_id(&card.name)));
    }

    fn process(&self, object: &mut Map<String, Value>, process: &Process) {
        object.insert("command".to_owned(), self.value(&process.program));
        let args: Vec<Value> = process.args.iter().map(|arg| self.value(arg)).collect();
        object.insert("args".to_owned(), Value::Array(args));
        let env = process.env.iter().map(|(name, variable)| {
            let value = match variable {
                Variable::Set(shown) => self.with(shown, "action", "set"),
                Variable::Appended(shown) => self.with(shown, "action", "append"),
                Variable::Removed(at) => {
                    let mut object = Map::new();
                    object.insert("action".to_owned(), json!("remove"));
                    self.place(&mut object, *at);
                    Value::Object(object)
                }
            };
            (variable.shown_name(name).into_owned(), value)
        });
        object.insert("env".to_owned(), Value::Object(env.collect()));
        if let Some(file) = &process.env_file {
            object.insert("envFile".to_owned(), self.value(file));
        }
        let inherits = match process.inherits {
            Inherit::All => json!({ "all": true }),
            Inherit::Unknown => json!({ "all": null }),
            Inherit::Few(names) => json!({ "all": false, "only": names }),
            Inherit::Filtered(words) => json!({ "all": false, "exceptNamesWith": words }),
        };
        object.insert("inherits".to_owned(), inherits);
        let base = match &process.base {
            Base::Project(path) => json!(path),
            Base::Words(words) => json!(words),
            Base::Unknown => Value::Null,
        };
        let folder = match &process.folder {
            Some(folder) => self.value(folder),
            None => json!({ "value": base, "default": true }),
        };
        object.insert("folder".to_owned(), folder);
    }

    fn remote(&self, object: &mut Map<String, Value>, remote: &Remote) {
        object.insert("url".to_owned(), self.value(&remote.url));
        let transports = remote.transports.iter().map(|transport| transport.name());
        object.insert(
            "transports".to_owned(),
            json!(transports.collect::<Vec<_>>()),
        );
        let headers = remote.headers.iter();
        let headers =
            headers.map(|(name, shown)| (veiled_name(name).into_owned(), self.value(shown)));
        object.insert("headers".to_owned(), Value::Object(headers.collect()));
        if let Some(helper) = &remote.helper {
            object.insert("headersHelper".to_owned(), self.value(helper));
        }
        if !remote.oauth.is_empty() {
            let fields: Vec<&str> = remote.oauth.iter().map(|(field, _)| &**field).collect();
            object.insert("oauth".to_owned(), json!(fields));
        }
    }

    fn with(&self, shown: &Shown, key: &str, word: &str) -> Value {
        let mut value = self.value(shown);
        value[key] = json!(word);
        value
    }

    fn value(&self, shown: &Shown) -> Value {
        let mut object = Map::new();
        object.insert("value".to_owned(), json!(shown.line(MASK)));
        object.insert("masked".to_owned(), json!(shown.is_masked()));
        let unknown = shown.pieces.iter().filter_map(|piece| match piece {
            Visible::Unknown(words) => Some(json!(words)),
            _ => None,
        });
        let unset = shown.missing.iter();
        let unset =
            unset.map(|it| json!({ "name": veiled_variable(&it.name), "becomes": words::becomes(&it.becomes) }));
        let names = |list: &[String]| -> Vec<Value> {
            list.iter().map(|it| json!(veiled_variable(it))).collect()
        };
        for (key, list) in [
            ("from", names(&shown.from)),
            ("empty", names(&shown.empty)),
            ("unset", unset.collect()),
            ("unknown", unknown.collect()),
        ] {
            if !list.is_empty() {
                object.insert(key.to_owned(), Value::Array(list));
            }
        }
        self.place(&mut object, shown.at);
        Value::Object(object)
    }

    fn complaints(&self, list: &[Complaint]) -> Value {
        let complaint = |complaint: &Complaint| {
            let mut object = Map::new();
            object.insert("rule".to_owned(), json!(complaint.rule));
            object.insert("message".to_owned(), json!(complaint.message));
            if !complaint.label.is_empty() {
                object.insert("consequence".to_owned(), json!(complaint.label));
            }
            if let Some(help) = &complaint.help {
                object.insert("help".to_owned(), json!(help));
            }
            self.place(&mut object, complaint.at);
            Value::Object(object)
        };
        Value::Array(list.iter().map(complaint).collect())
    }

    fn at(&self, at: Spot) -> Value {
        let mut object = Map::new();
        self.place(&mut object, at);
        Value::Object(object)
    }

    fn place(&self, object: &mut Map<String, Value>, at: Spot) {
        object.insert("file".to_owned(), json!(self.answer.files[at.file].name));
        object.insert("line".to_owned(), json!(at.line));
    }
}

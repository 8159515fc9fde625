//! FastMCP's `fastmcp.json`: how to run one server written with it.
//!
//! FastMCP itself builds a command for `uv` from it; the same command is written here.

use super::make::{Asked, document, list, member, object, scalar, server_name, text};
use super::{SourceFormat, Transcript};
use crate::diagnostic::{Diagnostic, Level};
use crate::syntax::Node;

pub(crate) static FASTMCP: SourceFormat = SourceFormat {
    fits,
    transcribe,
    becomes: &[
        (
            "`source.path`",
            "the server's name: that of the file, or of the folder of an `__init__.py`",
        ),
        (
            "`source`",
            "`fastmcp run PATH:ENTRYPOINT`, started by `uv run`",
        ),
        (
            "`environment.project`, `python`",
            "`--project`, or else `--python`",
        ),
        ("`environment.dependencies`", "`--with`, one for each"),
        (
            "`environment.requirements`, `editable`",
            "`--with-requirements`, `--with-editable`",
        ),
        ("`deployment.env`, `cwd`", "`env`, `cwd`"),
        ("`deployment.args`", "the arguments after `--`"),
        (
            "`deployment.transport` other than stdio",
            "the URL of host, port and path; somebody has to start the server",
        ),
    ],
};

fn fits(root: &Node<'_>) -> bool {
    let schema = root
        .member("$schema")
        .and_then(|member| member.value.as_str());
    let source = root.at(&["source", "path"]).and_then(Node::as_str);
    // People also put the servers of a client there.
    let client = root.member("mcpServers").is_some() && root.member("source").is_none();
    schema.is_some_and(|schema| schema.contains("gofastmcp.com/") && !client)
        || source.is_some_and(|path| path.contains(".py"))
            && ["environment", "deployment"]
                .iter()
                .any(|key| root.member(key).is_some())
}

fn transcribe<'t>(root: &Node<'t>) -> Transcript<'t> {
    let path = root.at(&["source", "path"]);
    let at = path.map_or(root.span, |path| path.span);
    let file = path.and_then(Node::as_str).unwrap_or("server.py");
    let file = file.split(':').next().unwrap_or(file);
    let name = server_name(module(file));
    let mut remarks = Vec::new();
    let kind = root
        .at(&["deployment", "transport"])
        .filter(|kind| kind.as_str() != Some("stdio"));
    let server = match (path, kind) {
        (_, Some(kind)) => {
            let message = format!("`{name}` listens on a URL, and no host starts it");
            remarks.push(
                Diagnostic::new(
                    "conversion-field-dropped",
                    Level::Warning,
                    kind.span,
                    message,
                )
                .label("only its URL is written")
                .help("start it with `fastmcp run`")
                .loss(),
            );
            Some(remote(root, kind))
        }
        (Some(path), None) => Some(process(root, path)),
        (None, None) => {
            let message = "missing `source.path`";
            remarks.push(
                Diagnostic::new("missing-required-field", Level::Error, root.span, message)
                    .help("add `source` with the `path` of the server"),
            );
            None
        }
    };
    Transcript {
        root: document(&name, at, server, Asked::default(), root.span),
        remarks,
    }
}

/// What Python calls the module in a file: a package is called like its folder.
fn module(file: &str) -> &str {
    let mut parts = file.rsplit(['/', '\\']);
    let stem = parts.next().unwrap_or(file).trim_end_matches(".py");
    let folder = parts
        .next()
        .filter(|folder| !matches!(*folder, "" | "." | ".."));
    match (stem, folder) {
        ("__init__" | "__main__", Some(folder)) => folder,
        _ => stem,
    }
}

fn remote<'t>(root: &Node<'t>, kind: &Node<'t>) -> Node<'t> {
    let part = |key: &str, default: &str| {
        let found = root.at(&["deployment", key]).and_then(scalar);
        found.unwrap_or_else(|| default.to_owned())
    };
    let usual = if kind.as_str() == Some("sse") {
        "/sse"
    } else {
        "/mcp"
    };
    let host = match part("host", "127.0.0.1") {
        any if any == "0.0.0.0" => "127.0.0.1".to_owned(),
        host => host,
    };
    let path = part("path", usual);
    let path = path.trim_start_matches('/');
    let url = format!("http://{host}:{}/{path}", part("port", "8000"));
    let at = root
        .at(&["deployment", "port"])
        .map_or(kind.span, |port| port.span);
    let members = vec![
        member("type", kind.span, kind.clone()),
        member("url", at, text(url, at)),
    ];
    object(members, root.span)
}

fn process<'t>(root: &Node<'t>, path: &Node<'t>) -> Node<'t> {
    let at = path.span;
    let mut args = vec![text("run", at)];
    let mut option = |flag: &'static str, value: &Node<'t>| {
        if let Some(words) = scalar(value) {
            args.push(text(flag, value.span));
            args.push(text(words, value.span));
        }
    };
    let environment = |key: &str| root.at(&["environment", key]);
    match environment("project") {
        Some(project) => option("--project", project),
        None => environment("python")
            .into_iter()
            .for_each(|python| option("--python", python)),
    }
    for dependency in environment("dependencies").map_or(&[][..], Node::items) {
        option("--with", dependency);
    }
    if let Some(requirements) = environment("requirements") {
        option("--with-requirements", requirements);
    }
    for editable in environment("editable").map_or(&[][..], Node::items) {
        option("--with-editable", editable);
    }
    args.extend(["fastmcp", "run"].map(|word| text(word, at)));
    args.push(text(entry(root, path), at));
    let own = root
        .at(&["deployment", "args"])
        .map_or(&[][..], Node::items);
    if let Some(first) = own.first() {
        args.push(text("--", first.span));
        args.extend(own.iter().cloned());
    }
    let mut members = vec![
        member("command", at, text("uv", at)),
        member("args", at, list(args, at)),
    ];
    for key in ["env", "cwd"] {
        if let Some(value) = root.at(&["deployment", key]) {
            members.push(member(key, value.span, value.clone()));
        }
    }
    object(members, root.span)
}

#[test]
fn a_package_is_called_like_its_folder() {
    for (file, name) in [
        ("server.py", "server"),
        ("src/notes/__init__.py", "notes"),
        ("src\\notes\\__main__.py", "notes"),
        ("__init__.py", "__init__"),
        ("./__init__.py", "__init__"),
    ] {
        assert_eq!(module(file), name, "{file}");
    }
}

/// The file and, where it is named, the server in it.
fn entry(root: &Node<'_>, path: &Node<'_>) -> String {
    let path = path.as_str().unwrap_or_default();
    match root.at(&["source", "entrypoint"]).and_then(Node::as_str) {
        Some(entry) if !path.contains(".py:") => format!("{path}:{entry}"),
        _ => path.to_owned(),
    }
}

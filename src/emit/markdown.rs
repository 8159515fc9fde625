//! A section of a README: how to add a server to each host.

use super::{EmittedServer, Shell, commands, links};
use crate::host::{Host, Place, Scope};

/// Around the section, so that it can be found again.
const BEGIN: &str = "<!-- mcpconv:begin -->";
const END: &str = "<!-- mcpconv:end -->";

/// What to say about one host.
pub(crate) struct HostSection<'s> {
    pub(crate) host: &'static Host,
    pub(crate) place: &'static Place,
    /// Its config file.
    pub(crate) text: &'s str,
    pub(crate) servers: &'s [EmittedServer],
}

/// The section, with a block to open for each host.
pub(crate) fn markdown(sections: &[HostSection<'_>], shell: Shell) -> String {
    let mut out = format!("{BEGIN}\n");
    for section in sections {
        out.push_str(&block(section, shell));
    }
    out.push_str(END);
    out.push('\n');
    out
}

fn block(section: &HostSection<'_>, shell: Shell) -> String {
    let host = section.host;
    let mut out = format!("<details>\n<summary>{}</summary>\n\n", host.name);
    let all = |lines: super::Lines| lines.into_iter().collect::<Result<Vec<String>, _>>().ok();
    if let Some(links) = all(links(host, section.servers)).filter(|links| !links.is_empty()) {
        for (link, server) in links.iter().zip(section.servers) {
            out.push_str(&format!(
                "[Install {} in {}]({link})\n\n",
                plain(&server.name),
                host.name
            ));
        }
    }
    if let Some(lines) =
        all(commands(host, section.servers, shell)).filter(|lines| !lines.is_empty())
    {
        out.push_str(&fenced("sh", &lines.join("\n")));
        out.push_str("Or, in");
    } else {
        out.push_str("In");
    }
    out.push_str(&format!(" `{}`:\n\n", file(section)));
    let language = section.place.language.name().to_ascii_lowercase();
    out.push_str(&fenced(&language, section.text.trim_end()));
    out.push_str("</details>\n\n");
    out
}

/// The file that people edit.
fn file(section: &HostSection<'_>) -> &'static str {
    let places = section.host.places.iter().filter(|place| place.own);
    let globs = places
        .filter(|place| place.scope == Scope::Project)
        .flat_map(|place| place.globs);
    let user = section
        .place
        .globs
        .first()
        .copied()
        .unwrap_or("config file");
    globs
        .copied()
        .find(|glob| !glob.contains('*'))
        .unwrap_or(user)
}

/// A block of code, whose fence no line in it can close.
fn fenced(language: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{text}\n{fence}\n\n")
}

/// A name without what Markdown would take for its own.
fn plain(name: &str) -> String {
    let marks = |c: &char| !"[]()<>`*\\".contains(*c) && !c.is_control();
    let name: String = name.chars().filter(marks).collect();
    crate::report::sanitize_name(&name).into_owned()
}

/// `page` with its old section replaced by `section`, with the line ends of the page; nothing if it has none.
pub(crate) fn replaced(page: &str, section: &str) -> Option<String> {
    let start = page.find(BEGIN)?;
    let end = start + end(&page[start..])?;
    let (before, after) = (&page[..start], &page[end..]);
    let mut section = section.trim_end().to_owned();
    if before.ends_with("\r\n") || after.starts_with("\r\n") {
        section = section.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    Some(format!("{before}{section}{after}"))
}

/// Where a section ends: not within a block of code, in which a config file may say so too.
fn end(section: &str) -> Option<usize> {
    let (mut at, mut fence) = (0, None);
    for line in section.split_inclusive('\n') {
        let marks = line.bytes().take_while(|byte| *byte == b'`').count();
        match fence {
            Some(open) if marks >= open && line[marks..].trim().is_empty() => fence = None,
            None if marks >= 3 => fence = Some(marks),
            None => {
                if let Some(found) = line.find(END) {
                    return Some(at + found + END.len());
                }
            }
            Some(_) => {}
        }
        at += line.len();
    }
    None
}

//! The documentation is complete, its links lead somewhere, and what is made from the code is in sync with it.
//! `UPDATE=1 cargo test` rewrites the latter.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::support::{convert, json, path, text, updating};

/// Every page, by its path from the top of the repository.
fn pages() -> BTreeMap<String, String> {
    fn collect(folder: &Path, pages: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(path("").join(folder)).expect("a folder") {
            let name = folder.join(entry.expect("a file").file_name());
            let file = path("").join(&name);
            let shown = name.display().to_string().replace('\\', "/");
            if file.is_dir() {
                collect(&name, pages);
            } else if shown.ends_with(".md") {
                pages.insert(shown.clone(), text(&shown));
            }
        }
    }
    let mut pages = BTreeMap::new();
    for folder in ["docs", "examples"] {
        collect(Path::new(folder), &mut pages);
    }
    for name in [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
    ] {
        pages.insert(name.to_owned(), text(name));
    }
    pages
}

/// The page without code, in which brackets mean something else.
fn prose(page: &str) -> String {
    let mut fence: Option<String> = None;
    let mut out = String::new();
    for line in page.lines() {
        let ticks: String = line
            .trim_start()
            .chars()
            .take_while(|c| *c == '`')
            .collect();
        match &fence {
            Some(open) if ticks.len() >= open.len() => fence = None,
            Some(_) => {}
            None if ticks.len() >= 3 => fence = Some(ticks),
            None => {
                // What is between ticks is code, but for the text of a link.
                let parts = line.split('`').enumerate();
                let kept = parts.map(|(at, part)| if at % 2 == 0 { part } else { "" });
                out.push_str(&kept.collect::<String>());
                out.push('\n');
            }
        }
    }
    out
}

fn links(page: &str) -> Vec<String> {
    let prose = prose(page);
    let markdown = prose
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    let html = ["src=\"", "srcset=\"", "href=\""]
        .into_iter()
        .flat_map(|attribute| {
            let rest = prose.split(attribute).skip(1);
            rest.filter_map(|rest| rest.split('"').next())
        });
    markdown.chain(html).map(str::to_owned).collect()
}

/// The anchors of a page's headings, as GitHub and mdBook name them.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let headings = page.lines().filter(|line| {
        fenced ^= line.starts_with("```");
        !fenced && line.starts_with('#')
    });
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter_map(|c| match c {
                ' ' => Some('-'),
                c if c.is_alphanumeric() || matches!(c, '-' | '_') => Some(c),
                _ => None,
            });
            kept.collect()
        })
        .collect()
}

/// `target` as seen from the page `from`.
fn resolved(from: &str, target: &str) -> PathBuf {
    let mut place: PathBuf = Path::new(from).parent().expect("a folder").to_owned();
    for part in Path::new(target).components() {
        match part {
            Component::ParentDir => assert!(place.pop(), "{from}: {target} leaves the repository"),
            Component::CurDir => {}
            part => place.push(part),
        }
    }
    place
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    assert!(pages.len() > 150, "{} pages", pages.len());
    let own = format!("{}/blob/main/", env!("CARGO_PKG_REPOSITORY"));
    let tree = format!("{}/tree/main/", env!("CARGO_PKG_REPOSITORY"));
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for (name, page) in &pages {
        for link in links(page) {
            let (target, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match link.strip_prefix(&own).or(link.strip_prefix(&tree)) {
                Some(inside) => PathBuf::from(inside.split('#').next().expect("a path")),
                None if link.contains("://") || link.starts_with("mailto:") => continue,
                None if target.is_empty() => PathBuf::from(name),
                None => resolved(name, target),
            };
            checked += 1;
            let shown = target.display().to_string().replace('\\', "/");
            // The site has nothing but the pages of its folder.
            let inside = !link.contains("://");
            if !path("").join(&target).exists() {
                wrong.push(format!("{name}: {link} does not exist"));
            } else if inside && name.starts_with("docs/") && !shown.starts_with("docs/") {
                wrong.push(format!(
                    "{name}: {link} is not part of the site; link to {own}{shown}"
                ));
            } else if !anchor.is_empty()
                && !pages
                    .get(&shown)
                    .is_some_and(|page| anchors(page).contains(anchor))
            {
                wrong.push(format!("{name}: {link} has no such heading"));
            }
        }
    }
    assert!(checked > 300, "{checked} links");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks that `name` has this text, or writes it.
fn keep(name: &str, wanted: &str) {
    if updating() {
        fs::write(path(name), wanted).expect("a writable page");
    }
    let there = fs::read_to_string(path(name)).unwrap_or_default();
    assert!(
        there == wanted,
        "{name} is out of sync: UPDATE=1 cargo test --test it docs"
    );
}

fn rules() -> Vec<serde_json::Value> {
    let rules = json(&convert("rules --format json", "").stdout);
    rules.as_array().expect("a list").clone()
}

#[test]
fn the_list_of_rules_is_the_one_of_the_program() {
    let rules = rules();
    let mut page = format!(
        "# Rules\n\n{} rules. `mcpconv rules` prints this list, `mcpconv explain RULE` a page. Levels can be changed in [`mcpconv.toml`](../configuration.md); a fix is applied by `--fix` if it is safe, else by `--fix-unsafe`.\n",
        rules.len()
    );
    let mut group = String::new();
    for rule in rules {
        let text = |key: &str| rule[key].as_str().unwrap_or_default().to_owned();
        if text("group") != group {
            group = text("group");
            let title = format!("{}{}", group[..1].to_uppercase(), &group[1..]);
            page.push_str(&format!(
                "\n## {title}\n\n| Rule | Level | Fix | Finds |\n| --- | --- | --- | --- |\n"
            ));
        }
        let id = text("id");
        page.push_str(&format!(
            "| [`{id}`]({id}.md) | {} | {} | {} |\n",
            text("level"),
            text("fix"),
            text("summary").replace('|', "\\|")
        ));
    }
    keep("docs/rules/README.md", &page);
}

/// The items that belong below a chapter.
fn below(chapter: &str) -> String {
    let line = |title: &str, file: &str| format!("  - [{title}]({file})\n");
    match chapter {
        "- [Hosts](hosts/README.md)" => {
            let hosts = json(&convert("hosts --format json", "").stdout);
            let sources = ["server-json", "mcpb", "fastmcp-json"].map(|id| {
                let page = text(&format!("docs/hosts/{id}.md"));
                let title = page
                    .lines()
                    .next()
                    .expect("a title")
                    .trim_start_matches("# ")
                    .to_owned();
                line(&title, &format!("hosts/{id}.md"))
            });
            let hosts = hosts["hosts"]
                .as_array()
                .expect("a list")
                .iter()
                .map(|host| {
                    let (id, name) = (
                        host["id"].as_str().expect("an id"),
                        host["name"].as_str().expect("a name"),
                    );
                    line(name, &format!("hosts/{id}.md"))
                });
            let fields = line("What hosts support", "hosts/fields.md");
            std::iter::once(fields)
                .chain(hosts)
                .chain(sources)
                .collect()
        }
        "- [Rules](rules/README.md)" => rules()
            .iter()
            .map(|rule| rule["id"].as_str().expect("an id").to_owned())
            .map(|id| line(&id, &format!("rules/{id}.md")))
            .collect(),
        _ => String::new(),
    }
}

#[test]
fn the_table_of_contents_has_every_page() {
    let summary = text("docs/SUMMARY.md");
    let mut wanted = String::new();
    let mut made = false;
    for line in summary.lines() {
        if made && line.starts_with("  - ") {
            continue;
        }
        wanted.push_str(&format!("{line}\n"));
        let items = below(line);
        made = !items.is_empty();
        wanted.push_str(&items);
    }
    let listed: BTreeSet<String> = links(&wanted).into_iter().collect();
    for (name, page) in pages() {
        let Some(name) = name.strip_prefix("docs/") else {
            continue;
        };
        if name != "SUMMARY.md" && !listed.contains(name) {
            let title = page
                .lines()
                .next()
                .unwrap_or_default()
                .trim_start_matches("# ");
            wanted.push_str(&format!("- [{title}]({name})\n"));
        }
    }
    keep("docs/SUMMARY.md", &wanted);
}

/// Made from the pages of the hosts, which are made from the tables.
#[test]
fn the_page_about_variables_has_every_host() {
    let page = text("docs/variables.md");
    let hosts = json(&convert("hosts --format json", "").stdout);
    let mut made = String::new();
    for host in hosts["hosts"].as_array().expect("a list") {
        let (id, name) = (
            host["id"].as_str().expect("an id"),
            host["name"].as_str().expect("a name"),
        );
        let own = text(&format!("docs/hosts/{id}.md"));
        let (_, section) = own.split_once("\n## Variables\n\n").expect("a section");
        let lines: Vec<&str> = section
            .lines()
            .take_while(|line| line.starts_with("- "))
            .collect();
        assert!(!lines.is_empty(), "{id} says nothing about variables");
        made.push_str(&format!(
            "### [{name}](hosts/{id}.md)\n\n{}\n\n",
            lines.join("\n")
        ));
    }
    let (start, end) = ("<!-- variables -->\n", "<!-- /variables -->");
    let (before, rest) = page.split_once(start).expect("a place");
    let (_, after) = rest.split_once(end).expect("an end");
    keep(
        "docs/variables.md",
        &format!("{before}{start}\n{made}{end}{after}"),
    );
}

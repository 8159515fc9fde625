//! A page as data, for the terminal and for Markdown.
//!
//! Texts have names in backticks; a terminal shows those of lists as they are, and takes them off in tables.

use crate::cli::prose::wrapped;

/// A part of a page.
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) blocks: Vec<Block>,
}

/// What a section is made of.
pub(super) enum Block {
    /// The heading of each column, and the rows.
    Table(&'static [&'static str], Vec<Vec<String>>),
    /// Sentences, each on its own.
    List(Vec<String>),
    /// Sentences whose order matters.
    Steps(Vec<String>),
    /// A line before what follows.
    Line(String),
}

/// Where lines end on a terminal.
const WIDTH: usize = 100;

/// For people at a terminal.
pub(super) fn text(title: &str, intro: &str, sections: &[Section]) -> String {
    let mut page = format!("{title}\n{}", wrapped(intro, WIDTH, "  ", "  "));
    for section in sections {
        page.push_str(&format!("\n{}\n", section.title));
        for block in &section.blocks {
            page.push_str(&match block {
                Block::Table(head, rows) => {
                    let head = head.iter().map(|cell| cell.to_uppercase()).collect();
                    let rows = rows
                        .iter()
                        .map(|row| row.iter().map(|cell| cell.replace('`', "")).collect());
                    super::columns("  ", &[head].into_iter().chain(rows).collect::<Vec<_>>())
                }
                Block::List(items) => items
                    .iter()
                    .map(|item| wrapped(item, WIDTH, "  - ", "    "))
                    .collect(),
                Block::Steps(items) => (1..)
                    .zip(items)
                    .map(|(at, item)| wrapped(item, WIDTH, &format!("  {at}. "), "     "))
                    .collect(),
                Block::Line(line) => wrapped(line, WIDTH, "  ", "  "),
            });
        }
    }
    page
}

/// For a browser. Only the test that writes `docs/hosts` needs it.
#[cfg(test)]
pub(super) fn markdown(title: &str, intro: &str, sections: &[Section]) -> String {
    let mut page = format!("# {title}\n\n{intro}\n");
    for section in sections {
        page.push_str(&format!("\n## {}\n", section.title));
        for block in &section.blocks {
            page.push('\n');
            page.push_str(&match block {
                Block::Table(head, rows) => {
                    let rule = vec!["---".to_owned(); head.len()];
                    let head = head.iter().map(|cell| (*cell).to_owned()).collect();
                    [head, rule]
                        .iter()
                        .chain(rows)
                        .map(|row| row_of(row))
                        .collect()
                }
                Block::List(items) => items.iter().map(|item| format!("- {item}\n")).collect(),
                Block::Steps(items) => (1..)
                    .zip(items)
                    .map(|(at, item)| format!("{at}. {item}\n"))
                    .collect(),
                Block::Line(line) => format!("{line}\n"),
            });
        }
    }
    page
}

#[cfg(test)]
fn row_of(row: &[String]) -> String {
    let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Vec<Section> {
        vec![Section {
            title: "Things",
            blocks: vec![
                Block::Table(&["Name", "Type"], vec![vec!["`a`".into(), "x|y".into()]]),
                Block::List(vec!["one `b`".into()]),
                Block::Steps(vec!["first".into(), "second".into()]),
                Block::Line("end".into()),
            ],
        }]
    }

    #[test]
    fn a_page_is_shown_on_a_terminal() {
        assert_eq!(
            text("Title", "intro", &page()),
            "Title\n  intro\n\nThings\n  NAME  TYPE\n  a     x|y\n  - one `b`\n  1. first\n  2. second\n  end\n"
        );
    }

    #[test]
    fn a_page_becomes_markdown() {
        assert_eq!(
            markdown("Title", "intro", &page()),
            "# Title\n\nintro\n\n## Things\n\n| Name | Type |\n| --- | --- |\n| `a` | x\\|y |\n\n- one `b`\n\n1. first\n2. second\n\nend\n"
        );
    }

    #[test]
    fn long_lines_are_wrapped_between_words() {
        let long = "word ".repeat(30);
        let wrapped = wrapped(&long, WIDTH, "- ", "  ");
        assert_eq!(wrapped.lines().count(), 2);
        assert!(wrapped.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(wrapped.matches("word").count(), 30);
    }
}

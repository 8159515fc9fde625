//! The picture of the README: what a terminal shows, as SVG, for light and for dark pages. `UPDATE=1 cargo test` draws it
//! again.

use std::fmt::Write as _;
use std::fs;

use crate::support::{example, path, updating};

/// Columns and rows in pixels.
const COLUMN: f64 = 8.4;
const ROW: usize = 19;
const MARGIN: usize = 16;
const BAR: usize = 30;

struct Theme {
    name: &'static str,
    paper: &'static str,
    border: &'static str,
    text: &'static str,
    dim: &'static str,
    red: &'static str,
    yellow: &'static str,
    cyan: &'static str,
}

const THEMES: [Theme; 2] = [
    Theme {
        name: "light",
        paper: "#ffffff",
        border: "#d0d7de",
        text: "#1f2328",
        dim: "#656d76",
        red: "#cf222e",
        yellow: "#9a6700",
        cyan: "#0969da",
    },
    Theme {
        name: "dark",
        paper: "#0d1117",
        border: "#30363d",
        text: "#e6edf3",
        dim: "#8b949e",
        red: "#ff7b72",
        yellow: "#e3b341",
        cyan: "#79c0ff",
    },
];

/// How a part of a line looks.
#[derive(Clone, Copy, Default, PartialEq)]
struct Pen {
    color: Option<u8>,
    bold: bool,
    dim: bool,
}

impl Pen {
    /// The pen after the codes of an escape sequence.
    fn after(mut self, codes: &str) -> Self {
        for code in codes.split(';') {
            match code.parse().unwrap_or(0) {
                0 => self = Self::default(),
                1 => self.bold = true,
                2 => self.dim = true,
                4 => {}
                color @ 30..=37 => self.color = Some(color - 30),
                39 => self.color = None,
                other => panic!("the picture has no style for the code {other}"),
            }
        }
        self
    }

    fn color(self, theme: &Theme) -> &'static str {
        match self.color {
            _ if self.dim => theme.dim,
            Some(1) => theme.red,
            Some(3) => theme.yellow,
            Some(6 | 4) => theme.cyan,
            _ => theme.text,
        }
    }
}

/// The parts of a line that look alike, each with the column it begins at.
fn parts(line: &str) -> Vec<(usize, Pen, String)> {
    let mut parts: Vec<(usize, Pen, String)> = Vec::new();
    let (mut pen, mut column) = (Pen::default(), 0);
    for (at, piece) in line.split("\u{1b}[").enumerate() {
        let text = match piece.split_once('m').filter(|_| at > 0) {
            Some((codes, text)) => {
                pen = pen.after(codes);
                text
            }
            None => piece,
        };
        if !text.is_empty() {
            parts.push((column, pen, text.to_owned()));
        }
        column += text.chars().count();
    }
    parts
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn draw(text: &str, theme: &Theme) -> String {
    let lines: Vec<Vec<(usize, Pen, String)>> = text.lines().map(parts).collect();
    let longest = lines
        .iter()
        .filter_map(|line| line.last())
        .map(|(column, _, text)| column + text.chars().count())
        .max()
        .expect("a line");
    let width = (longest as f64 * COLUMN).ceil() as usize + 2 * MARGIN;
    let height = lines.len() * ROW + 2 * MARGIN + BAR;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"Output of mcpconv lint\">\n\
         <rect x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"{}\" stroke=\"{}\"/>\n",
        width - 1,
        height - 1,
        theme.paper,
        theme.border
    );
    for (at, color) in ["#ff5f57", "#febc2e", "#28c840"].iter().enumerate() {
        let x = MARGIN + 6 + at * 20;
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"20\" r=\"6\" fill=\"{color}\"/>"
        );
    }
    let _ = writeln!(
        svg,
        "<g font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\" xml:space=\"preserve\">"
    );
    for (row, line) in lines.iter().enumerate() {
        let y = BAR + MARGIN + row * ROW + 14;
        for (column, pen, text) in line {
            let (lead, shown) = (text.len() - text.trim_start().len(), text.trim());
            if shown.is_empty() {
                continue;
            }
            let x = MARGIN as f64 + (column + lead) as f64 * COLUMN;
            let length = shown.chars().count() as f64 * COLUMN;
            let bold = if pen.bold {
                " font-weight=\"bold\""
            } else {
                ""
            };
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y}\" fill=\"{}\"{bold} textLength=\"{length:.1}\" lengthAdjust=\"spacingAndGlyphs\">{}</text>",
                pen.color(theme),
                escaped(shown)
            );
        }
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

#[test]
fn the_picture_is_what_the_program_prints() {
    let folder = example("mistakes").set("COLUMNS", "92");
    let ran = folder.lint(&["--color", "always"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("\u{1b}[31"), "colours");
    let text = format!("$ mcpconv lint\n{}", ran.stdout);
    for theme in &THEMES {
        let name = format!("docs/images/lint-{}.svg", theme.name);
        let drawn = draw(&text, theme);
        if updating() {
            fs::write(path(&name), &drawn).expect("a writable picture");
        }
        let there = fs::read_to_string(path(&name)).unwrap_or_default();
        assert!(
            there == drawn,
            "{name} is out of sync: UPDATE=1 cargo test --test it picture"
        );
    }
}

#[test]
fn colours_and_columns_survive() {
    let parts = parts("a\u{1b}[31;1mbc\u{1b}[0m <d");
    let plain: Vec<(usize, bool, &str)> = parts
        .iter()
        .map(|(column, pen, text)| (*column, pen.bold, text.as_str()))
        .collect();
    assert_eq!(plain, [(0, false, "a"), (1, true, "bc"), (3, false, " <d")]);
    let svg = draw("a\u{1b}[31;1mbc\u{1b}[0m <d", &THEMES[0]);
    assert!(
        svg.contains(&format!("fill=\"{}\" font-weight=\"bold\"", THEMES[0].red)),
        "{svg}"
    );
    assert!(svg.contains(">&lt;d</text>"), "{svg}");
}

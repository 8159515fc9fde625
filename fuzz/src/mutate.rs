//! Changes to inputs, all from one number.

use std::ops::Range;

use mcpconv::HOSTS;

/// Numbers that look random and are the same for the same start (xorshift).
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % (end.max(1) as u64)).unwrap_or_default()
    }

    fn one<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }
}

/// What formats and hosts have a meaning for.
const WORDS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    ",",
    ":",
    "=",
    "\n",
    "\r\n",
    "\t",
    " ",
    "#",
    "//",
    "/*",
    "*/",
    "\\",
    "\\u0041",
    "\u{feff}",
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1e400",
    "\"\"",
    "{}",
    "[]",
    "\"a\": 1,",
    "- ",
    "? ",
    "&a ",
    "*a",
    "<<: *a",
    "|\n",
    ">-\n",
    "---\n",
    "...\n",
    "!!str ",
    "[a.b]\n",
    "[[a]]\n",
    "a.b.c = 1\n",
    "'''",
    "\"\"\"",
    "command",
    "args",
    "env",
    "url",
    "headers",
    "type",
    "mcpServers",
    "servers",
    "mcp",
    "mcp_servers",
    "inputs",
    "tools",
    "timeout",
    "disabled",
    "enabled",
    "cwd",
    "npx",
    "npx -y x",
    "docker run -i",
    "cmd /c ",
    "sh -c ",
    "uvx ",
    "${A}",
    "${A:-b}",
    "${env:A}",
    "${input:a}",
    "{env:A}",
    "$A",
    "%A%",
    "${{ secrets.A }}",
    "{{a}}",
    "${",
    "$(",
    "~/",
    "./",
    "/home/me/",
    "C:\\\\",
    "https://",
    "http://a.example.com/sse",
    "@",
    "Bearer ",
    "--token ",
    "token=",
    "é",
    "🌈",
    "\u{202e}",
    "\u{0}",
    "\u{1b}[31m",
    "<your-key>",
    "__proto__",
    "con",
    "..",
];

/// The input with some changes, of which pieces may come from another one.
pub fn mutated(input: &[u8], other: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut data = input.to_vec();
    for _ in 0..=numbers.below(4) {
        // Most changes to bytes leave a text that cannot be read, and then little of a target is tried.
        if numbers.below(3) > 0 && values(&mut data, other, numbers) {
            continue;
        }
        let at = numbers.below(data.len() + 1);
        let end = (at + numbers.below(40)).min(data.len());
        match numbers.below(9) {
            0 if at < data.len() => data[at] ^= 1 << numbers.below(8),
            1 => drop(data.drain(at..end)),
            2 => {
                let piece = data[at..end].to_vec();
                let to = numbers.below(data.len() + 1);
                data.splice(to..to, piece);
            }
            3 => {
                let from = numbers.below(other.len() + 1);
                let to = (from + numbers.below(200)).min(other.len());
                data.splice(at..end, other[from..to].iter().copied());
            }
            4 => data.truncate(at.max(2)),
            5 => lines(&mut data, numbers),
            6 if at < 2 && !data.is_empty() => data[0] = data[0].wrapping_add(1),
            7 if data.len() > 1 => data[1] = u8::try_from(numbers.below(256)).unwrap_or_default(),
            _ => {
                let word = numbers.one(WORDS).as_bytes();
                data.splice(at..at, word.iter().copied());
            }
        }
    }
    data
}

/// Changes one value and leaves the text one that can be read; `false` if there is none to change.
fn values(data: &mut Vec<u8>, other: &[u8], numbers: &mut Numbers) -> bool {
    let (strings, plain) = (quoted(data), unquoted(data));
    match numbers.below(5) {
        0 if !plain.is_empty() => {
            let value = numbers.one(VALUES).as_bytes().to_vec();
            data.splice(numbers.one(&plain).clone(), value);
        }
        _ if strings.is_empty() => return false,
        1 => {
            let theirs = quoted(other);
            if theirs.is_empty() {
                return false;
            }
            let theirs = other[numbers.one(&theirs).clone()].to_vec();
            data.splice(numbers.one(&strings).clone(), theirs);
        }
        2 => {
            let ours = data[numbers.one(&strings).clone()].to_vec();
            data.splice(numbers.one(&strings).clone(), ours);
        }
        change => {
            let span = numbers.one(&strings).clone();
            let at = span.start + numbers.below(span.len() + 1);
            let from = if change == 3 { at } else { span.start };
            let mut words = Vec::new();
            for _ in 0..=numbers.below(3) {
                let fits = |word: &str| !word.contains(['"', '\'', '\\', '\n', '\0', '\u{1b}']);
                let word = numbers.one(WORDS);
                words.extend_from_slice(if fits(word) { word.as_bytes() } else { b"a" });
            }
            data.splice(from..at, words);
        }
    }
    true
}

/// Values that need no quotes and that hosts take for something.
const VALUES: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "60",
    "1000",
    "0.5",
    "1.0",
    "1e3",
    "99999999999",
    "[]",
    "{}",
    "\"\"",
    "\"a\"",
    "[\"a\"]",
    "[\"*\"]",
    "{\"a\": \"b\"}",
    "[1]",
];

/// What a value of any host may be that is odd somewhere.
const ODD: &[&str] = &[
    "",
    " ",
    "*",
    ".",
    "..",
    "./x",
    "~",
    "~/x",
    "/x",
    "C:/x",
    "-x",
    "@a",
    "a b",
    " a",
    "a ",
    "a.b",
    "a=b",
    "a,b",
    "a:b",
    "a_b",
    "a/b",
    "A",
    "0",
    "true",
    "null",
    "é",
    "__proto__",
    "https://x.example/sse",
    "sse",
    "stdio",
    "npx",
    "$A",
    "${A}",
    "${A:-b}",
    "${A:-}",
    "${env:A}",
    "{env:A}",
    "${input:a}",
    "${workspaceFolder}",
    "{{A}}",
    "%A%",
];

/// The input with each value in it replaced by each odd one, and by a reference to each variable that is named in it; one
/// change at a time, for one target after the other.
pub fn each(input: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let mut words: Vec<String> = ODD.iter().map(|word| (*word).to_owned()).collect();
    let strings = quoted(input);
    for span in &strings {
        let text = String::from_utf8_lossy(&input[span.clone()]);
        let is_name = text
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte == b'_');
        if is_name && text.len() > 2 {
            words.extend([format!("${{{text}}}"), format!("${{env:{text}}}")]);
        }
    }
    words.sort();
    words.dedup();
    let texts = strings.into_iter().flat_map(move |span| {
        words
            .clone()
            .into_iter()
            .map(move |word| (span.clone(), word))
    });
    let plain = unquoted(input).into_iter().flat_map(|span| {
        let values = VALUES.iter();
        values.map(move |value| (span.clone(), (*value).to_owned()))
    });
    texts.chain(plain).flat_map(move |(span, word)| {
        let mut data = input.to_vec();
        data.splice(span, word.into_bytes());
        to_each(&data).collect::<Vec<_>>()
    })
}

/// The input for each target.
pub fn to_each(input: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    (0..HOSTS.len()).map(|to| {
        let mut data = input.to_vec();
        data[1] = u8::try_from(to).expect("few hosts");
        data
    })
}

/// What stands between quotes on one line.
fn quoted(data: &[u8]) -> Vec<Range<usize>> {
    let (mut found, mut open) = (Vec::new(), None);
    for (at, byte) in data.iter().enumerate() {
        match (*byte, open) {
            (b'\n', _) => open = None,
            (b'"' | b'\'', None) => open = Some((at + 1, *byte)),
            (byte, Some((start, quote))) if byte == quote => {
                found.push(start..at);
                open = None;
            }
            _ => {}
        }
    }
    found
}

/// Numbers and words that stand after `:` or `=` without quotes.
fn unquoted(data: &[u8]) -> Vec<Range<usize>> {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-+".contains(byte);
    let mut found = Vec::new();
    for (at, pair) in data.windows(2).enumerate() {
        if matches!(pair, b": " | b"= ") {
            let start = at + 2;
            let length = data[start..]
                .iter()
                .take_while(|byte| is_plain(byte))
                .count();
            if length > 0 {
                found.push(start..start + length);
            }
        }
    }
    found
}

/// Takes a line away, doubles it, or puts it elsewhere.
fn lines(data: &mut Vec<u8>, numbers: &mut Numbers) {
    let mut lines: Vec<Vec<u8>> = data
        .split_inclusive(|byte| *byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    if lines.len() < 2 {
        return;
    }
    let (from, to) = (
        1 + numbers.below(lines.len() - 1),
        1 + numbers.below(lines.len() - 1),
    );
    match numbers.below(3) {
        0 => drop(lines.remove(from)),
        1 => lines.insert(to, lines[from].clone()),
        _ => lines.swap(from, to),
    }
    *data = lines.concat();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_number_gives_the_same_input() {
        let of = |seed| mutated(b"ab{\"a\": 1}", b"cd[1, 2]", &mut Numbers::new(seed));
        assert_eq!(of(7), of(7));
        assert!((1..50).any(|seed| of(seed) != of(7)));
    }

    #[test]
    fn most_changed_texts_can_still_be_read() {
        let mut numbers = Numbers::new(1);
        let text = b"ab{\"a\": {\"b\": \"c\", \"d\": 1}, \"e\": [\"f\", \"g\"]}\n";
        let read =
            |data: &[u8]| serde_json::from_slice::<serde_json::Value>(&data[2.min(data.len())..]);
        let good = (0..1000).filter(|_| read(&mutated(text, text, &mut numbers)).is_ok());
        assert!(good.count() > 400);
    }

    #[test]
    fn every_target_is_tried_with_its_seeds() {
        for (name, target) in crate::TARGETS {
            let seeds = crate::seeds::all();
            assert!(seeds.len() > 40, "{name} has {} seeds", seeds.len());
            seeds.iter().for_each(|seed| target(seed));
        }
    }
}

//! Characters that nobody sees, and letters that look like others.

/// What an invisible character is called, if it is one.
pub(crate) fn invisible(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{a0}' => "no-break space",
        '\u{ad}' => "soft hyphen",
        '\u{200b}' => "zero width space",
        '\u{200c}' => "zero width non-joiner",
        '\u{200d}' => "zero width joiner",
        '\u{200e}' => "left-to-right mark",
        '\u{200f}' | '\u{61c}' => "right-to-left mark",
        '\u{202a}' => "left-to-right embedding",
        '\u{202b}' => "right-to-left embedding",
        '\u{202c}' => "pop directional formatting",
        '\u{202d}' => "left-to-right override",
        '\u{202e}' => "right-to-left override",
        '\u{2060}' => "word joiner",
        '\u{2066}'..='\u{2069}' => "directional isolate",
        '\u{3000}' => "ideographic space",
        '\u{feff}' => "zero width no-break space",
        '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' => {
            "a space of another width"
        }
        '\u{2028}' | '\u{2029}' => "line or paragraph separator",
        '\u{e0000}'..='\u{e007f}' => "tag character",
        // What else Unicode calls a format character.
        '\u{600}'..='\u{605}'
        | '\u{6dd}'
        | '\u{70f}'
        | '\u{890}'..='\u{891}'
        | '\u{8e2}'
        | '\u{180e}'
        | '\u{2061}'..='\u{2064}'
        | '\u{206a}'..='\u{206f}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{110bd}'
        | '\u{110cd}'
        | '\u{13430}'..='\u{1343f}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' => "format character",
        _ => return None,
    })
}

/// The first invisible character of `text`: where, which, and its name.
pub(crate) fn first_invisible(text: &str) -> Option<(usize, char, &'static str)> {
    if text.is_ascii() {
        return None;
    }
    let mut before = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        // This is how one picture is made of several.
        let joins = c == '\u{200d}'
            && before.is_some_and(is_picture)
            && chars.peek().is_some_and(|(_, next)| is_picture(*next));
        if let Some(name) = invisible(c).filter(|_| !joins) {
            return Some((at, c, name));
        }
        before = Some(c);
    }
    None
}

fn is_picture(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2bff}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
}

/// Whether a part of a host name is made of letters that belong to different scripts, also if it is written in ASCII.
pub(crate) fn mixes_scripts(label: &str) -> bool {
    let decoded;
    let label = match label
        .get(..4)
        .filter(|prefix| prefix.eq_ignore_ascii_case("xn--"))
    {
        Some(_) => match punycode(&label[4..]) {
            Some(text) => {
                decoded = text;
                decoded.as_str()
            }
            None => return false,
        },
        None if label.is_ascii() => return false,
        None => label,
    };
    let mut seen = 0u32;
    for script in label.chars().filter_map(script) {
        seen |= 1 << script;
    }
    // Latin letters are at home in Chinese, Japanese and Korean names.
    seen.count_ones() > 1 && seen != (1 << LATIN | 1 << EAST_ASIAN)
}

const LATIN: u32 = 0;
const EAST_ASIAN: u32 = 1;

/// A number for the script of a letter; none for digits, marks and what we cannot tell.
fn script(c: char) -> Option<u32> {
    Some(match c {
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => LATIN,
        '\u{3040}'..='\u{312f}'
        | '\u{3400}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}' => EAST_ASIAN,
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => 2,
        '\u{400}'..='\u{52f}'
        | '\u{1c80}'..='\u{1c8f}'
        | '\u{2de0}'..='\u{2dff}'
        | '\u{a640}'..='\u{a69f}' => 3,
        '\u{530}'..='\u{58f}' => 4,
        '\u{590}'..='\u{5ff}' => 5,
        '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' => 6,
        '\u{10a0}'..='\u{10ff}' => 7,
        '\u{13a0}'..='\u{13ff}' => 8,
        '\u{e00}'..='\u{e7f}' => 9,
        // The scripts of India have a block of 128 each.
        '\u{900}'..='\u{d7f}' => 10 + (u32::from(c) - 0x900) / 0x80,
        _ => return None,
    })
}

/// The text that `encoded`, without its `xn--`, stands for (RFC 3492).
fn punycode(encoded: &str) -> Option<String> {
    const BASE: u32 = 36;
    const T_MIN: u32 = 1;
    const T_MAX: u32 = 26;
    const SKEW: u32 = 38;
    const DAMP: u32 = 700;
    let (plain, rest) = encoded.rsplit_once('-').unwrap_or(("", encoded));
    let mut output: Vec<char> = plain.chars().collect();
    let (mut n, mut i, mut bias) = (128u32, 0u32, 72u32);
    let mut digits = rest.bytes();
    while digits.len() > 0 {
        let start = i;
        let (mut weight, mut k) = (1u32, BASE);
        loop {
            let digit = match digits.next()? {
                byte @ b'a'..=b'z' => u32::from(byte - b'a'),
                byte @ b'A'..=b'Z' => u32::from(byte - b'A'),
                byte @ b'0'..=b'9' => u32::from(byte - b'0') + 26,
                _ => return None,
            };
            i = i.checked_add(digit.checked_mul(weight)?)?;
            let threshold = k.saturating_sub(bias).clamp(T_MIN, T_MAX);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
            k += BASE;
        }
        let length = u32::try_from(output.len()).ok()? + 1;
        let mut delta = if start == 0 {
            i / DAMP
        } else {
            (i - start) / 2
        };
        delta += delta / length;
        let mut steps = 0;
        while delta > (BASE - T_MIN) * T_MAX / 2 {
            delta /= BASE - T_MIN;
            steps += BASE;
        }
        bias = steps + (BASE - T_MIN + 1) * delta / (delta + SKEW);
        n = n.checked_add(i / length)?;
        i %= length;
        output.insert(i as usize, char::from_u32(n)?);
        i += 1;
    }
    Some(output.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_one_script_are_fine() {
        for label in [
            "docs",
            "文档",
            "документы",
            "ドキュメント",
            "東京tokyo",
            "münchen",
            "xn--mnchen-3ya",
            "xn--fiq228c",
            "xn--",
            "xn--99999999999",
        ] {
            assert!(!mixes_scripts(label), "{label}");
        }
    }

    #[test]
    fn lookalikes_are_seen_through_their_encoding() {
        assert_eq!(punycode("mnchen-3ya").as_deref(), Some("münchen"));
        assert_eq!(punycode("80ak6aa92e").as_deref(), Some("аррӏе"));
        for label in ["gіthub", "xn--gthub-r2e", "аpple"] {
            assert!(
                mixes_scripts(label),
                "{label}: {:?}",
                label.get(4..).and_then(punycode)
            );
        }
    }

    #[test]
    fn pictures_are_no_hidden_text() {
        assert_eq!(first_invisible("👩\u{200d}💻 tools"), None);
        assert_eq!(
            first_invisible("a\u{200d}b"),
            Some((1, '\u{200d}', "zero width joiner"))
        );
    }
}

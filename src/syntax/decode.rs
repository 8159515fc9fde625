//! Bytes to text: the byte-order mark is taken off and remembered, UTF-16 is read, anything else is refused.

use std::borrow::Cow;

use super::Span;

/// The text of a file and how it was encoded.
#[derive(Debug, PartialEq, Eq)]
pub struct Decoded<'b> {
    /// The text without a byte-order mark.
    pub text: Cow<'b, str>,
    /// Whether it began with the UTF-8 byte-order mark.
    pub bom: bool,
    /// Whether it was UTF-16, which no host reads.
    pub utf16: bool,
}

/// The text in `bytes`.
///
/// # Errors
/// The first byte that belongs to no character.
pub fn decode(bytes: &[u8]) -> Result<Decoded<'_>, Span> {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => Ok(Decoded {
            text: Cow::Borrowed(utf8(rest, 3)?),
            bom: true,
            utf16: false,
        }),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => Ok(Decoded {
            text: Cow::Borrowed(utf8(bytes, 0)?),
            bom: false,
            utf16: false,
        }),
    }
}

fn utf8(bytes: &[u8], skipped: usize) -> Result<&str, Span> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = skipped + error.valid_up_to();
        Span::new(at, at + 1)
    })
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Decoded<'static>, Span> {
    let mut at = 2;
    let mut text = String::with_capacity(bytes.len() / 2);
    let units = bytes.chunks(2).map(|pair| {
        if let &[a, b] = pair {
            unit([a, b])
        } else {
            0xD800
        }
    });
    for c in char::decode_utf16(units) {
        let c = c.map_err(|_| Span::new(at, at + 2))?;
        at += 2 * c.len_utf16();
        text.push(c);
    }
    Ok(Decoded {
        text: Cow::Owned(text),
        bom: false,
        utf16: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_taken_off_and_remembered() {
        let decoded = decode(b"\xEF\xBB\xBF{}").expect("utf-8");
        assert_eq!(
            (decoded.text.as_ref(), decoded.bom, decoded.utf16),
            ("{}", true, false)
        );
    }

    #[test]
    fn utf16_is_read_in_both_byte_orders() {
        assert_eq!(decode(b"\xFF\xFE{\0}\0").expect("utf-16").text, "{}");
        assert_eq!(decode(b"\xFE\xFF\0{\0}").expect("utf-16").text, "{}");
        assert_eq!(decode(b"\xFF\xFE{\0}"), Err(Span::new(4, 6)));
    }

    #[test]
    fn a_byte_that_is_no_text_is_named() {
        assert_eq!(decode(b"{\"a\": \"\xC3\"}"), Err(Span::new(7, 8)));
    }
}

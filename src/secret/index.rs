//! What the table of shapes says about the first bytes and the least length of a token, worked out at build time, so that
//! nearly all places of a text can be passed over.

use super::shapes::{SHAPES, TokenPart};

/// No row of the table matches fewer bytes.
pub(super) const SHORTEST: usize = 18;

/// The rows whose tokens have white space in them, as a bit set.
pub(super) const SPACED: u128 = spaced();

/// How many bytes at least follow the prefix in each row.
pub(super) static LEAST: [usize; SHAPES.len()] = least();

/// For each byte the rows that can have it as their first, second and third one, as bit sets.
static STARTS: [[u128; 256]; 3] = [starts(0), starts(1), starts(2)];

/// A byte that tokens without white space are made of.
pub(super) const PLAIN: u8 = 1;
/// A byte that a token with white space can begin with.
pub(super) const STARTS_SPACED: u8 = 2;

static KINDS: [u8; 256] = kinds();

/// The rows that a text can begin with, as far as its first bytes tell.
pub(super) fn candidates(text: &[u8]) -> u128 {
    let rows = |place: usize| {
        text.get(place)
            .map_or(0, |byte| STARTS[place][usize::from(*byte)])
    };
    let first = rows(0);
    if first == 0 {
        0
    } else {
        first & rows(1) & rows(2)
    }
}

/// What a byte can be in a token: [`PLAIN`], [`STARTS_SPACED`], both or none of them.
pub(super) fn kind(byte: u8) -> u8 {
    KINDS[usize::from(byte)]
}

const fn spaced() -> u128 {
    assert!(SHAPES.len() <= 128, "one bit per row");
    let mut rows = 0;
    let mut row = 0;
    while row < SHAPES.len() {
        if matches!(SHAPES[row].body, [.., TokenPart::Pem]) {
            rows |= 1 << row;
        }
        row += 1;
    }
    rows
}

const fn least() -> [usize; SHAPES.len()] {
    let mut table = [0; SHAPES.len()];
    let mut row = 0;
    while row < SHAPES.len() {
        let mut part = 0;
        while part < SHAPES[row].body.len() {
            table[row] += match SHAPES[row].body[part] {
                TokenPart::Run(_, min, _) => min,
                TokenPart::Lit(text) => text.len(),
                TokenPart::Pem => 0,
            };
            part += 1;
        }
        row += 1;
    }
    table
}

const fn starts(place: usize) -> [u128; 256] {
    let mut table = [0; 256];
    let mut row = 0;
    while row < SHAPES.len() {
        let shape = &SHAPES[row];
        let mut which = 0;
        while which < shape.prefixes.len() {
            let prefix = shape.prefixes[which].as_bytes();
            let mut byte = 0_u8;
            while byte < 128 {
                let fits = match shape.body {
                    _ if place < prefix.len() => prefix[place] == byte,
                    [TokenPart::Run(set, min, _), ..] if place < prefix.len() + *min => {
                        set.holds(byte)
                    }
                    _ => true,
                };
                if fits {
                    table[byte as usize] |= 1 << row;
                }
                byte += 1;
            }
            which += 1;
        }
        row += 1;
    }
    table
}

const fn kinds() -> [u8; 256] {
    let first = starts(0);
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        if first[byte] & SPACED != 0 {
            table[byte] |= STARTS_SPACED;
        }
        byte += 1;
    }
    let mut row = 0;
    while row < SHAPES.len() {
        let shape = &SHAPES[row];
        row += 1;
        if SPACED >> (row - 1) & 1 == 1 {
            continue;
        }
        let mut which = 0;
        while which < shape.prefixes.len() {
            mark(shape.prefixes[which], &mut table);
            which += 1;
        }
        let mut part = 0;
        while part < shape.body.len() {
            match shape.body[part] {
                TokenPart::Lit(text) => mark(text, &mut table),
                TokenPart::Run(set, ..) => {
                    let mut byte = 0_u8;
                    while byte < 128 {
                        if set.holds(byte) {
                            table[byte as usize] |= PLAIN;
                        }
                        byte += 1;
                    }
                }
                TokenPart::Pem => {}
            }
            part += 1;
        }
    }
    table
}

const fn mark(text: &str, table: &mut [u8; 256]) {
    let mut at = 0;
    while at < text.len() {
        table[text.as_bytes()[at] as usize] |= PLAIN;
        at += 1;
    }
}

//! Texts that look like what must not stand in a repository, put together when a test runs.

/// A mark in a text, and what takes its place.
type Mark = (&'static str, fn() -> String);

const MARKS: &[Mark] = &[
    ("{{token:github}}", || format!("gh{}_{}", 'p', body(36))),
    ("{{token:anthropic}}", || {
        format!("sk-{}-api03-{}AA", "ant", body(93))
    }),
    ("{{token:openai}}", || {
        format!("sk-{}-{}T3Blb{}{}", "proj", body(60), "kFJ", body(60))
    }),
    ("{{token:neon}}", || {
        format!("{}_{}", "napi", body(64).to_lowercase())
    }),
    ("{{token:perplexity}}", || {
        format!("{}-{}", "pplx", body(48))
    }),
    ("{{token:slack}}", || {
        format!(
            "xox{}-{}-{}-{}",
            'b',
            "123456789012",
            "210987654321",
            body(24)
        )
    }),
    ("{{token:stripe-test}}", || {
        format!("sk_{}_{}", "test", body(24))
    }),
    ("{{token:aws-sample}}", || {
        format!("AKIA{}", "IOSFODNN7EXAMPLE")
    }),
    ("{{token:deepseek}}", || {
        format!("sk-{}", body(32).to_lowercase())
    }),
    ("{{hex:32}}", || {
        body(64)
            .bytes()
            .map(|byte| char::from(b"0123456789abcdef"[usize::from(byte) % 16]))
            .take(32)
            .collect()
    }),
    ("{{random:20}}", || body(20)),
    ("{{random:43}}", || body(43)),
    ("{{uuid}}", || {
        "6f1c2b9e-84d7-4a53-b0e2-97c3d15fa86b".to_owned()
    }),
    ("{{zwsp}}", || "\u{200b}".to_owned()),
    ("{{rlo}}", || "\u{202e}".to_owned()),
    ("{{nbsp}}", || "\u{a0}".to_owned()),
    ("{{bom}}", || "\u{feff}".to_owned()),
    ("{{ldquo}}", || "\u{201c}".to_owned()),
    ("{{rdquo}}", || "\u{201d}".to_owned()),
    ("{{backtick}}", || "`".to_owned()),
];

/// Letters and digits in no order.
fn body(length: usize) -> String {
    let mut state: u32 = 0x2545_f491;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(
            b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
                [(state >> 16) as usize % 56],
        )
    };
    (0..length).map(next).collect()
}

/// The text with everything made up in the place of its marks.
pub(crate) fn fill(text: &str) -> String {
    MARKS
        .iter()
        .filter(|(mark, _)| text.contains(mark))
        .fold(text.to_owned(), |text, (mark, make)| {
            text.replace(mark, &make())
        })
}

/// A text in the shape of a GitHub token that is nobody's.
pub(crate) fn token() -> String {
    fill("{{token:github}}")
}

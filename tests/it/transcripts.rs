//! Transcripts that read as documentation. `TRYCMD=overwrite cargo test --test it transcripts` writes them anew.

#[test]
fn transcripts_are_true() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .case("tests/cmd/*.md");
}

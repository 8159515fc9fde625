use super::*;

/// A token that no sample or counting check takes for a stand-in; built from
/// pieces so that this file itself holds none.
fn token(prefix: &str, length: usize) -> String {
    let body: String = "q7Rk2Zx9Lm4Tb8Vn3Hw6Yc1Ps"
        .chars()
        .cycle()
        .take(length)
        .collect();
    format!("{prefix}{body}")
}

/// The value with each sensitive range replaced by one `#`.
fn masked(key: Option<&str>, value: &str) -> String {
    let mut shown = value.to_owned();
    for range in sensitive_ranges(key, value).into_iter().rev() {
        shown.replace_range(range, "#");
    }
    shown
}

#[test]
fn sure_shapes_are_secret_anywhere_and_keep_their_prefix() {
    let github = token("ghp_", 36);
    assert_eq!(masked(None, &github), "ghp_#");
    assert_eq!(masked(Some("LOG_LEVEL"), &github), "ghp_#");
    assert_eq!(masked(None, &format!("é {github} ü")), "é ghp_# ü");
    let groq = token("gsk_", 52);
    assert_eq!(
        masked(None, &format!("{{\"k\":\"{groq}\",\"g\":\"{github}\"}}")),
        "{\"k\":\"gsk_#\",\"g\":\"ghp_#\"}"
    );
}

#[test]
fn the_part_of_a_url_that_lets_anybody_in_is_secret() {
    for (prefix, length, rest) in [
        ("https://mcp.zapier.com/api/mcp/s/", 98, "/mcp"),
        ("https://actions.zapier.com/mcp/sk-ak-", 26, "/sse"),
    ] {
        let url = token(prefix, length) + rest;
        assert_eq!(masked(None, &url), format!("{prefix}#{rest}"));
    }
    let id = "7d1f0c3a-95be-4c62-8e04-b1a96f27d350";
    let make = format!("https://eu2.make.com/mcp/api/v1/u/{id}/sse");
    assert_eq!(
        masked(None, &make),
        "https://eu2.make.com/mcp/api/v1/u/#/sse"
    );
    for open in [
        "https://mcp.zapier.com/api/mcp/mcp",
        "https://mcp.zapier.com/api/mcp/s/YOUR_ZAPIER_MCP_TOKEN/mcp",
        "https://actions.zapier.com/mcp/sk-ak-xxxxxxxxxxxxxxxxxxxxxxxxxx/sse",
    ] {
        assert_eq!(masked(None, open), open);
    }
}

#[test]
fn doubtful_shapes_need_a_secret_key() {
    let twilio = format!("SK{}", "0a1b".repeat(8));
    assert!(!looks_secret(None, &twilio));
    assert_eq!(masked(Some("TWILIO_API_KEY"), &twilio), "SK#");
}

#[test]
fn a_secret_key_makes_any_real_literal_secret() {
    assert_eq!(masked(Some("DB_PASSWORD"), "hunter22"), "#");
    assert_eq!(
        masked(Some("Authorization"), "Bearer abc-def-1"),
        "Bearer #"
    );
    assert_eq!(
        masked(Some("Authorization"), "Basic dXNlcjpwYXNz"),
        "Basic #"
    );
    assert_eq!(
        masked(Some("Cookie"), "sid=1a2b3c4d; auth_token=5e6f7a8b"),
        "#"
    );
    assert_eq!(
        masked(Some("API_KEY"), "550e8400-e29b-41d4-a716-446655440000"),
        "#"
    );
    assert_eq!(masked(Some("API_KEY"), "schlüssel"), "#");
}

#[test]
fn empty_short_and_stand_in_values_are_not_secret() {
    for value in [
        "",
        "  ",
        "true",
        "12345",
        "<token>",
        "your-api-key",
        "Bearer ",
        "Bearer",
        "Bearer <token>",
        "ghp_xxxxxxxx",
    ] {
        assert!(!looks_secret(Some("API_TOKEN"), value), "{value}");
        assert!(!looks_secret(Some("Authorization"), value), "{value}");
    }
    assert!(!looks_secret(None, &format!("ghp_{}", "x".repeat(36))));
}

#[test]
fn only_the_password_of_a_url_is_masked() {
    assert_eq!(
        masked(None, "postgresql://svc:s3cr3t@db.internal/app"),
        "postgresql://svc:#@db.internal/app"
    );
    assert_eq!(
        masked(None, "redis://:pw@host:6379"),
        "redis://:#@host:6379"
    );
    assert_eq!(masked(None, "a://u:p@h b://v:q@h"), "a://u:#@h b://v:#@h");
    assert_eq!(masked(None, "https://u:p@ss@host/"), "https://u:#@host/");
    assert_eq!(
        masked(Some("SENTRY_DSN"), "https://u:hunter@sentry.io/1"),
        "https://u:#@sentry.io/1"
    );
    assert_eq!(
        masked(None, "https://u:<password>@host/"),
        "https://u:<password>@host/"
    );
}

#[test]
fn only_the_secret_query_values_of_a_url_are_masked() {
    assert_eq!(
        masked(None, "https://h/mcp?x=1&token=abc12345&y=2"),
        "https://h/mcp?x=1&token=#&y=2"
    );
    assert_eq!(
        masked(None, "https://h/?apiKey=abc123#top"),
        "https://h/?apiKey=##top"
    );
    assert_eq!(
        masked(None, "https://h/?key=abcdefg9&sig=zyxwvut8"),
        "https://h/?key=#&sig=#"
    );
    let github = token("ghp_", 36);
    assert_eq!(
        masked(None, &format!("https://h/?token={github}")),
        "https://h/?token=ghp_#"
    );
    for url in [
        "https://h/mcp?token=YOUR_TOKEN",
        "https://h/mcp?project_ref=abcdefgh",
        "https://h/?key=name",
    ] {
        assert!(!looks_secret(None, url), "{url}");
    }
}

#[test]
fn only_the_value_of_an_argument_is_masked() {
    assert_eq!(masked(None, "--api-key=abc123"), "--api-key=#");
    assert_eq!(masked(None, "GITHUB_TOKEN=abc123"), "GITHUB_TOKEN=#");
    assert_eq!(
        masked(None, "--env=GITHUB_TOKEN=abc123"),
        "--env=GITHUB_TOKEN=#"
    );
    assert_eq!(masked(None, "X-API-Key: abc123"), "X-API-Key: #");
    assert_eq!(masked(None, "X-API-Key:abc123"), "X-API-Key:#");
    assert_eq!(
        masked(None, "Authorization: Bearer abc123"),
        "Authorization: Bearer #"
    );
    assert_eq!(
        masked(None, "Authorization:Basic abc123"),
        "Authorization:Basic #"
    );
    assert_eq!(
        masked(None, "--header=Authorization: Bearer abc123"),
        "--header=Authorization: Bearer #"
    );
    assert_eq!(masked(None, "My-Token: abc123"), "My-Token: #");
    let github = token("ghp_", 36);
    assert_eq!(masked(None, &format!("--token={github}")), "--token=ghp_#");
    assert_eq!(
        masked(None, &format!("Authorization: Bearer {github}")),
        "Authorization: Bearer ghp_#"
    );
}

#[test]
fn command_lines_and_connection_strings_are_searched() {
    assert_eq!(
        masked(None, "npx -y srv --token abc123 --port 1"),
        "npx -y srv --token # --port 1"
    );
    assert_eq!(
        masked(None, "exec env TOKEN=abc123 npx srv"),
        "exec env TOKEN=# npx srv"
    );
    assert_eq!(
        masked(None, "export TOKEN='abc123' && srv"),
        "export TOKEN='#' && srv"
    );
    assert_eq!(
        masked(None, "Server=db;Password=a b&c123;Database=x"),
        "Server=db;Password=#;Database=x"
    );
}

#[test]
fn long_random_text_is_secret_without_a_key() {
    assert_eq!(masked(None, &token("", 32)), "#");
    assert_eq!(
        masked(None, &format!("--session={}", token("", 32))),
        "--session=#"
    );
}

#[test]
fn ordinary_values_are_not_secret() {
    for value in [
        "npx",
        "-y",
        "stdio",
        "production",
        "@modelcontextprotocol/server-github@2025.4.8",
        "mcp-server-time==2025.1.17",
        "mcp-auth==1.2.3456",
        "mcp-auth>=1.2.3456",
        "auth:latest",
        "ghcr.io/github/github-mcp-server:v0.9.1",
        "/usr/local/lib/node_modules/x/dist/index.js",
        r"C:\Users\me\AppData\Local\x.exe",
        "https://mcp.example.com/v1/sse?mode=full",
        "http://localhost:3000/@scope/pkg",
        "git+ssh://git@github.com:22/o/r",
        "1.2.3-beta.4",
        "550e8400-e29b-41d4-a716-446655440000",
        "{\"a\": [1, 2, \"b\"], \"token_limit\": 20000}",
        "{\"type\":\"object\",\"properties\":{\"auth\":{\"type\":\"string\"}}}",
        "--max-tokens=400000",
        "Token: see the manual for details",
        "MAX_TOKENS=4096000",
        "LOG=mcp=debug,auth=info",
        "--token-file=/run/secrets/token",
        "--token",
        "===",
        "://",
        "@",
        "=:=",
        "ü=ü",
        "sha512-q7Rk2Zx9Lm4Tb8Vn3Hw6Yc1Psq7Rk2Zx9Lm==",
    ] {
        assert!(sensitive_ranges(None, value).is_empty(), "{value}");
    }
}

#[test]
fn ranges_are_sorted_disjoint_and_on_character_boundaries() {
    let github = token("ghp_", 36);
    let pieces = [
        "ü", "token=", "://", "é:", "@", "--token ", "abc123ß", "?key=", "&", ";", "\"", "Bearer ",
        &github, "\\",
    ];
    // A fixed walk over many orders of the pieces stands in for a fuzzer.
    let mut state = 7_usize;
    for _ in 0..5_000 {
        let mut value = String::new();
        for _ in 0..8 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            value += pieces[(state >> 33) % pieces.len()];
        }
        for key in [None, Some("API_TOKEN")] {
            let mut end = 0;
            for range in sensitive_ranges(key, &value) {
                assert!(range.start >= end && range.start < range.end, "{value}");
                assert!(value.get(range.clone()).is_some(), "{value}");
                end = range.end;
            }
        }
    }
}

#[test]
fn names_of_sessions_phrases_and_signatures_cover_what_they_name() {
    let value = "q7Rk2Zx9Lm4Tb8Vn3Hw6Yc";
    for name in [
        "X-Session",
        "SEED_PHRASE",
        "MNEMONIC",
        "TOKENS",
        "KEY",
        "X-Authorization",
        "X-Amz-Signature",
    ] {
        assert_eq!(
            cover(Some(name), value).first(),
            Some(&(0..value.len())),
            "{name}"
        );
    }
    for name in [
        "SESSION_TIMEOUT",
        "MAX_TOKENS",
        "key",
        "PHRASE_COUNT",
        "SIGNATURE_TYPE",
    ] {
        assert!(cover(Some(name), value).is_empty(), "{name}");
    }
}

#[test]
fn what_follows_the_name_of_a_credential_in_a_path_is_covered() {
    let value = "q7Rk2Zx9Lm4Tb8Vn3Hw6Yc";
    for before in [
        "https://h.example/token/",
        "https://h.example/v1/api_key/",
        "token ",
    ] {
        let text = format!("{before}{value}");
        assert_eq!(
            cover(None, &text).first(),
            Some(&(before.len()..text.len())),
            "{text}"
        );
    }
    for text in [
        "https://h.example/token/refresh",
        "https://h.example/auth/v2/mcp",
        "token refresh",
    ] {
        assert!(cover(None, text).is_empty(), "{text}");
    }
}

use super::*;

#[test]
fn credential_names_are_recognised_in_every_spelling() {
    for name in [
        "GITHUB_TOKEN",
        "github.token",
        "githubPAT",
        "GITHUB_PAT",
        "apiKey",
        "APIKey",
        "openai-api-key",
        "API_KEY_2",
        "API_KEY2",
        "APIKEY",
        "AWS_SECRET_ACCESS_KEY",
        "SUPABASE_SERVICE_ROLE_KEY",
        "privateKey",
        "DB_PASSWORD",
        "pgPwd",
        "SENTRY_DSN",
        "X-Auth",
        "clientSecret",
        "googleCredentials",
    ] {
        assert!(secretish_name(name), "{name}");
    }
}

#[test]
fn credential_headers_always_count() {
    for name in [
        "Authorization",
        "Proxy-Authorization",
        "COOKIE",
        "X-API-Key",
        "private-token",
    ] {
        assert!(secretish_name(name), "{name}");
    }
}

#[test]
fn names_about_credentials_do_not_count() {
    for name in [
        "MAX_TOKENS",
        "maxTokens",
        "TOKEN_FILE",
        "tokenPath",
        "KEY_ID",
        "AWS_ACCESS_KEY_ID",
        "AUTH_TYPE",
        "TOKEN_URL",
        "SECRET_NAME",
        "NEXT_PUBLIC_API_KEY",
        "TOKEN_TTL",
    ] {
        assert!(!secretish_name(name), "{name}");
    }
}

#[test]
fn other_names_do_not_count() {
    for name in [
        "",
        "PATH",
        "key",
        "SORT_KEY",
        "AUTHOR",
        "TOKENS",
        "monkey",
        "ключ",
        "-",
        "LOG_LEVEL",
    ] {
        assert!(!secretish_name(name), "{name}");
    }
}

#[test]
fn only_long_value_flags_announce_a_secret() {
    for flag in [
        "--api-key",
        "--token",
        "--password",
        "--accessToken",
        "--auth",
        "--x-api-key",
    ] {
        assert!(secret_flag(flag), "{flag}");
    }
    for flag in [
        "-p",
        "-token",
        "/key",
        "--",
        "--port",
        "--token-file",
        "--no-auth",
        "--api-key=x",
        "api-key",
    ] {
        assert!(!secret_flag(flag), "{flag}");
    }
}

#[test]
fn schemes_are_measured_with_their_blanks() {
    assert_eq!(scheme_len("Bearer  abc"), 8);
    assert_eq!(scheme_len("basic abc"), 6);
    assert_eq!(scheme_len("Bearer"), 6);
    assert_eq!(scheme_len("bearer-abc"), 0);
    assert_eq!(scheme_len("schlüssel abc"), 0);
}

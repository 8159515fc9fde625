use super::*;

#[test]
fn stand_ins_are_recognised() {
    for value in [
        "<YOUR_TOKEN>",
        "[api key]",
        "{{token}}",
        "{secret}",
        "{api_key}",
        "{API_KEY}",
        "YOUR_API_KEY",
        "your-key",
        "yourApiKey",
        "sk-your-key",
        "put-key-here",
        "replace_me",
        "changeme",
        "Change Me",
        "changeme123",
        "paste-token",
        "insert_key",
        "TODO",
        "tbd",
        "dummy",
        "example",
        "dummy-api-key",
        "sample token",
        "xxx",
        "XXXXXXXX",
        "xxxx-xxxx",
        "***",
        "…",
        "...",
        "sk-...",
        "ghp_xxx",
        "github_pat_xxxxxxxx",
        "sk-aaaaaaaaaaaa",
        "token",
        "secret",
        "password",
        "my-secret-key",
        "/path/to/file",
        "/absolute/path",
        "/full/path/to/.aws:/app/.aws",
        r"C:\path\to\x",
        "1234567890",
        "sk-1234567890abcdef",
        "  <x>  ",
        "Bearer <token>",
        "Bearer YOUR_TOKEN",
        "00000000-0000-0000-0000-000000000000",
        "REDACTED",
        "<redacted>",
        "[REDACTED]",
        "***REDACTED***",
        "REDACTED_TOKEN",
    ] {
        assert!(placeholder(value), "{value}");
    }
}

#[test]
fn real_values_are_not_stand_ins() {
    for value in [
        "",
        "test",
        "dev",
        "local",
        "admin",
        "postgres",
        "hunter22",
        "{{TOKEN}}",
        "{name}",
        "{env:TOKEN}",
        "[\"a\"]",
        "./...",
        "example.com",
        "https://example.com/mcp",
        "/home/me/path/to/x",
        "/path/together",
        "mcp-server-example-tools",
        "my-server",
        "Loading the next thing...",
        "Use your own tools",
        "4096",
        "123456",
        "2024-06-01",
        "aB3d9fK2mQ7x",
        "api",
        "key",
        "1.2.3",
        "naïve",
        "--token",
        "API_KEY",
        "insert_after_symbol",
        "there is no value to be found here",
    ] {
        assert!(!placeholder(value), "{value}");
    }
}

#[test]
fn stand_ins_are_found_within_addresses_and_paths() {
    for (text, part) in [
        ("https://your-server.com/mcp", "your-server"),
        (
            "https://YOUR_PROJECT_REF.supabase.co/mcp",
            "YOUR_PROJECT_REF",
        ),
        (
            "https://mcp.supabase.com/mcp?project_ref=YOUR_PROJECT_REF&x=1",
            "YOUR_PROJECT_REF",
        ),
        ("https://h.dev/mcp?token=YOUR_TOKEN", "YOUR_TOKEN"),
        ("https://YOUR-HOST/mcp", "YOUR-HOST"),
        ("https://<your-host>/mcp", "<your-host>"),
        ("<dir>/dist/server.js", "<dir>"),
        ("https://<your host>/mcp", "<your host>"),
        ("your-instance.atlassian.net", "your-instance"),
        ("postgres://me:YOUR_PASSWORD@db/x", "YOUR_PASSWORD"),
        ("/Users/YOUR_USERNAME/apps", "YOUR_USERNAME"),
        ("/Users/<username>/x", "<username>"),
        (r"C:\Users\YourName\x", "YourName"),
        (r"C:\\Users\\username\\x", "username"),
        ("/home/youruser/x", "youruser"),
        ("cd /home/your-name/x && node y", "your-name"),
        ("@your-org/mcp-server", "your-org"),
        ("https://YOUR_HOST/mcp?key=${KEY}", "YOUR_HOST"),
    ] {
        assert_eq!(
            placeholder_in(text).map(|range| &text[range]),
            Some(part),
            "{text}"
        );
    }
    for text in [
        "https://yours.dev/mcp",
        "https://h.dev/yourself",
        "https://h.dev/mcp?x=${YOUR_TOKEN}",
        "$YOUR_HOME/x",
        "%YOUR_HOME%/x",
        "tell me about your-self",
        "cat <in.txt >out.txt",
        "a<b>c",
        "(?<name>x)",
        "/home/user/x",
        "/home/me/username/x",
        "youruser/x",
    ] {
        assert_eq!(placeholder_in(text), None, "{text}");
    }
}

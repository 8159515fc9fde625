use super::*;

fn shown(key: Option<&str>, value: &str) -> String {
    let mut shown = value.to_owned();
    for range in cover(key, value).into_iter().rev() {
        shown.replace_range(range, "#");
    }
    shown
}

#[test]
fn a_name_is_enough() {
    for name in [
        "DB_PASS",
        "SMTP_PASS",
        "PASSPHRASE",
        "PGPASSWORD",
        "DBPASS",
        "userpass",
        "OPENAI_KEY",
        "MASTER_KEY",
        "GHTOKEN",
        "AccountKey",
        "password",
        "X-Custom-Secret",
        "Cookie",
        "dbPassword",
        "MYSQL_PWD",
        "JWT",
        "PASSWORDS",
        "SESSION_COOKIES",
        "JSESSIONID",
        "Authentication",
    ] {
        assert_eq!(shown(Some(name), "hunter2"), "#", "{name}");
        assert_eq!(shown(Some(name), "a"), "#", "{name}");
        assert_eq!(shown(Some(name), "pa\"ss\\w o"), "#", "{name}");
    }
    for name in [
        "PATH",
        "SORT_KEY",
        "key",
        "MAX_TOKENS",
        "TOKEN_FILE",
        "AUTHOR",
        "KEYBOARD",
        "name",
        "PASSENGERS",
    ] {
        assert_eq!(shown(Some(name), "hunter2"), "hunter2", "{name}");
    }
    for value in ["true", "none", "<your-token>", "oauth", "YOUR_API_KEY"] {
        assert_eq!(shown(Some("API_TOKEN"), value), value);
    }
}

#[test]
fn texts_within_texts_are_covered() {
    for (value, expected) in [
        ("--key=s3", "--key=#"),
        (
            "sh -c \"npx x --key=s3 --sort=up\"",
            "sh -c \"npx x --key=# --sort=up\"",
        ),
        (
            "gh auth login --with-token <<< s3",
            "gh auth login --with-token <<< #",
        ),
        ("login --password < /run/pw", "login --password < /run/pw"),
        (
            "curl -H 'Authorization: Bearer s3' https://x",
            "curl -H 'Authorization: Bearer #' https://x",
        ),
        (
            "curl -H \"X-Api-Key: s3\" https://x",
            "curl -H \"X-Api-Key: #\" https://x",
        ),
        ("TOKEN=s3", "TOKEN=#"),
        ("set TOKEN=s3 && x", "set TOKEN=# && x"),
        (
            "{\"api_key\":\"s3\", \"b\": 1}",
            "{\"api_key\":\"#\", \"b\": 1}",
        ),
        (
            "{\\\"api_key\\\": \\\"s3\\\"}",
            "{\\\"api_key\\\": \\\"#\\\"}",
        ),
        ("{'password': 's 3'}", "{'password': '#'}"),
        ("run --key s3 --port 1", "run --key # --port 1"),
        ("run --pass 's 3' x", "run --pass '#' x"),
        ("run --password=s3 x", "run --password=# x"),
        ("https://s3@host/x", "https://#@host/x"),
        ("https://u:s3@host/x", "https://#:#@host/x"),
        ("postgres://role:s3@host/x", "postgres://role:#@host/x"),
        ("postgres://role@host/x", "postgres://role@host/x"),
        (
            "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=s 3=;E=x",
            "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=#;E=x",
        ),
        ("https://h/x?key=s3&b=1", "https://h/x?key=#&b=1"),
        ("curl -u me:s3 https://x", "curl -u me:# https://x"),
        ("oauth2:hunter2x@git.example", "oauth2:#@git.example"),
        (
            "--proxy=me:Pa55word@10.0.0.1:80",
            "--proxy=me:#@10.0.0.1:80",
        ),
        ("api_key: s3", "api_key: #"),
        ("password: \"s3\"", "password: \"#\""),
    ] {
        assert_eq!(shown(None, value), expected);
    }
}

#[test]
fn ordinary_texts_stay_as_they_are() {
    for value in [
        "npx",
        "-y",
        "--port=80",
        "mcp-auth==1.2.3",
        "auth:latest",
        "ghcr.io/acme/token-server:v1",
        "https://mcp.example.com/v1/mcp?mode=full",
        "git+ssh://git@github.com/o/r",
        "Token: see the manual",
        "sha512-q7Rk2Zx9Lm4Tb8Vn3Hw6Yc1Psq7Rk2Zx9Lm==",
        "550e8400-e29b-41d4-a716-446655440000",
        "image@sha256:3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea",
        "acme/image:v1beta2@sha256:3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea",
        "npm:es6-shim2@latest",
        "git@github.com:acme/repo2.git",
        "--max-tokens=4000",
        "--token-file=/run/secrets/token",
        "--no-auth x",
        "-p @acme/x",
        "{\"type\":\"object\",\"properties\":{\"auth\":{\"type\":\"string\"}}}",
    ] {
        assert_eq!(shown(None, value), value);
    }
}

#[test]
fn shapes_that_are_no_finding_are_covered_too() {
    let body = "q7Rk2Zx9Lm4Tb8Vn3Hw6Yc1Psq7Rk2Zx9Lm";
    for value in [
        format!("eyJhbGciOiJIUzI1NiJ9.eyJ{body}.{body}"),
        format!("SK{}", "0a1b2c3d".repeat(4)),
        format!("123456789:{}", &body[..35]),
        format!("sk-{}", "0a1b2c3d".repeat(4)),
    ] {
        let shown = shown(None, &value);
        assert!(shown.len() < 16, "{value}: {shown}");
    }
    // In a name, an underscore joins the token to other words.
    let token = format!("sk_live_{}", "hunterfrdgankyhunterabcd");
    assert_eq!(shown(None, &format!("{token}_URL")), "sk_live_#_URL");
    assert_eq!(shown(None, &format!("A_{token}_zone")), "A_sk_live_#_zone");
}

#[test]
fn several_quotes_in_front_of_a_value_are_no_part_of_it() {
    let shown = |text| shown(None, text);
    assert_eq!(shown("--token '''hunter2hunter"), "--token '''#");
    assert_eq!(shown("--token '''hunter2 hunter' -v"), "--token '''#' -v");
    let empty = "run --token '' --verbose now";
    assert_eq!(shown(empty), empty);
}

#[test]
fn a_value_that_starts_with_a_blank_within_its_quotes_is_covered() {
    let shown = |text| shown(None, text);
    assert_eq!(shown("--token ' hunter2 x' -v"), "--token ' #' -v");
    assert_eq!(shown("--token \"' hunter2 x'\" -v"), "--token \"' #'\" -v");
}

#[test]
fn a_value_is_covered_however_a_language_assigns_and_quotes_it() {
    let mark = "hunter2Xyz";
    for text in [
        "export API_KEY=$'hunter2Xyz'; x",
        "export API_KEY=$\"hunter2Xyz\"; x",
        "password := \"hunter2Xyz\"",
        "password => hunter2Xyz",
        "password:=hunter2Xyz",
        "{:password => 'hunter2Xyz'}",
        "'password' => \"hunter2Xyz\",",
        "password = b'hunter2Xyz'",
        "password=rb\"hunter2Xyz\"",
        "password = '''hunter2Xyz'''",
        "password = '''\nhunter2Xyz's\n'''",
        "password = \"\"\"hunter2Xyz\"\"\"\nport = 1",
        "auth:\n  password: |\n    hunter2Xyz\n  user: me",
        "auth:\n  password: >-\n\n    a\n    hunter2Xyz\n",
        "- password: |2\n     hunter2Xyz\n",
        "the pw is `hunter2Xyz`",
        "-----BEGIN PRIVATE KEY-----\nhunter2Xyz\n-----END PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY----- hunter2Xyz",
    ] {
        let shown = shown(None, text);
        assert!(!shown.contains(mark), "{text:?}: {shown:?}");
    }
    let shown = |text| shown(None, text);
    assert_eq!(
        shown("a: 1\npassword: |\n  hunter2Xyz\nregion: eu"),
        "a: 1\npassword: #\nregion: eu"
    );
    assert_eq!(
        shown("password = '''hunter2Xyz''' b = 1"),
        "password = '''#''' b = 1"
    );
    for plain in [
        "x -> PRIVATE KEY-----",
        "key := 1",
        "text: |\n  token of the day",
    ] {
        assert_eq!(shown(plain), plain);
    }
}

#[test]
fn a_word_that_ends_like_a_password_is_no_name_of_one() {
    for name in [
        "BYPASS",
        "COMPASS_HOST",
        "ALLOW_BYPASS",
        "multipass",
        "HIGHPASS",
        "lowpass",
        "PASS_THROUGH",
    ] {
        assert_eq!(shown(Some(name), "north2By"), "north2By", "{name}");
    }
}

#[test]
fn where_something_is_mounted_is_shown() {
    let shown = |text| shown(None, text);
    for plain in [
        "docker run -v $PWD:/data acme/image",
        "sh -c 'docker run -v \"$PWD:/src\" -w /src acme/image'",
        "docker run -v /run/secrets/api_key:/api_key:ro acme/image",
        "podman run -v ./secrets:/secrets acme/image",
        "run --pass-through /dev/kvm",
    ] {
        assert_eq!(shown(plain), plain);
    }
    assert_eq!(shown("$password = \"hunter2\""), "$password = \"#\"");
    assert_eq!(shown("Uid=sa;PWD=/hunter2"), "Uid=sa;PWD=#");
    assert_eq!(shown("pwd:/hunter2"), "pwd:#");
    assert_eq!(shown("x /password:/hunter2"), "x /password:#");
}

#[test]
fn a_url_that_is_escaped_again_and_again_is_covered() {
    let mut text = "https://u:hunter2Xyz@h.example/".to_owned();
    for _ in 0..4 {
        text = text
            .replace('%', "%25")
            .replace(':', "%3A")
            .replace('/', "%2F")
            .replace('@', "%40");
        let shown = shown(None, &format!("https://h.example/?to={text}"));
        assert!(!shown.contains("hunter2Xyz"), "{shown}");
    }
}

#[test]
fn a_name_is_one_of_what_it_ends_in() {
    for name in [
        "CLIENT_ID_SECRET",
        "PUBLIC_TOKEN_SECRET",
        "TOKEN_NAME_SECRET",
        "API_KEY_ID_SECRET",
        "CLIENT_ID_SECRET_2",
        "HEADER_AUTHORIZATION",
        "SIGNINGKEY",
        "secretkey",
        "PSK",
        "Key",
    ] {
        assert_eq!(shown(Some(name), "sunflower"), "#", "{name}");
    }
    for name in [
        "MAX_TOKEN",
        "TOKEN_LIMIT",
        "SECRET_NAME",
        "AUTHORIZATION_URL",
        "monkey",
        "TURKEY",
        "key",
    ] {
        assert_eq!(shown(Some(name), "sunflower"), "sunflower", "{name}");
    }
}

#[test]
fn more_ways_to_hand_over_a_credential_are_covered() {
    for (value, expected) in [
        ("--token[]=s3", "--token[]=#"),
        ("tokens[0][token]=s3", "tokens[0][token]=#"),
        ("token:sunflower", "token:#"),
        ("{apiKey:sunflower}", "{apiKey:#}"),
        ("x --secretkey sunflower", "x --secretkey #"),
        ("docker login -u me -p s3 h", "docker login -u me -p # h"),
        (
            "openssl rsa -passin pass:s3 -in k",
            "openssl rsa -passin # -in k",
        ),
        ("https://h/?token=a s3&b=1", "https://h/?token=#&b=1"),
        ("postgres://u:x/s3@h/db", "postgres://u:#@h/db"),
        ("https://u:x#s3@h", "https://#:#@h"),
        ("HTTP_PROXY=u:sunflower@h:1", "HTTP_PROXY=u:#@h:1"),
        ("curl --proxy u:sunflower@h:1", "curl --proxy u:#@h:1"),
        (
            "X-Custom: Bearer NVtsTsnkXWntEJTFYsnDLckn",
            "X-Custom: Bearer #",
        ),
        (
            "--header=X-Custom:Bearer sunflower",
            "--header=X-Custom:Bearer #",
        ),
        (
            "curl -H 'X-Custom: Bearer sunflower' https://h",
            "curl -H 'X-Custom: Bearer #' https://h",
        ),
    ] {
        assert_eq!(shown(None, value), expected);
    }
    assert_eq!(shown(Some("HTTPS_PROXY"), "u:sunflower@h:1"), "u:#@h:1");
    assert_eq!(
        shown(None, "https://${{ secrets.USER }}:s3@h/x"),
        "https://#:#@h/x"
    );
    for plain in [
        "https://h.example:8080/@scope/pkg",
        "https://h.example:${PORT}/@scope",
        "https://[::1]:80/@scope",
        "acme/token:latest",
        "auth:latest",
        "npm:foo@1.0.0",
        "curl https://h/?mode=a b",
        "Send Bearer tokens only",
    ] {
        assert_eq!(shown(None, plain), plain);
    }
}

#[test]
fn a_text_full_of_addresses_is_read() {
    for piece in ["a:/b:c", "://u:x/", "${{ ", "://${{ a", "u:x@h "] {
        let text = piece.repeat(200_000 / piece.len());
        let mut out = Vec::new();
        urls(&text, &mut out);
        logins(None, &text, &mut out);
        assert!(out.len() <= text.len(), "{piece}");
    }
}

#[test]
fn a_word_of_a_shell_is_covered_to_its_end() {
    for (value, expected) in [
        ("API_TOKEN=\"ab\"s3 npx x", "API_TOKEN=\"# npx x"),
        ("API_TOKEN='a''s3' npx x", "API_TOKEN='#' npx x"),
        ("API_TOKEN=a's3' npx x", "API_TOKEN=#' npx x"),
        ("API_TOKEN=a\\ s3 npx x", "API_TOKEN=# npx x"),
        ("TOKEN=(a s3) npx x", "TOKEN=# npx x"),
        ("API_TOKEN=$(echo $(x) s3) npx x", "API_TOKEN=# npx x"),
        ("x; DB_PASSWORD+=s3; npx x", "x; DB_PASSWORD+=#; npx x"),
        (
            "Authorization: Digest username=\"u\", response=\"s3\"",
            "Authorization: #\"",
        ),
        (
            "curl -H \"Authorization: Digest username=\\\"u\\\", response=\\\"s3\\\"\" h",
            "curl -H \"Authorization: #\\\"\" h",
        ),
        ("sh -c 'TOKEN=\"s3\"'", "sh -c 'TOKEN=\"#\"'"),
        (
            "sh -c \"A=1 TOKEN=s3\", \"b\"",
            "sh -c \"A=1 TOKEN=#\", \"b\"",
        ),
        ("f(token='s3', b='c')", "f(token='#', b='c')"),
    ] {
        assert_eq!(shown(None, value), expected);
    }
}

#[test]
fn passwords_of_connection_strings_are_covered() {
    for (value, expected) in [
        (
            "Driver={a};UID=sa;PWD={s3;x};",
            "Driver={a};UID=sa;PWD={#};",
        ),
        ("Driver={a};PWD={s}}3};A=b", "Driver={a};PWD={#};A=b"),
        ("UID=sa;PWD={s3;x}", "UID=sa;PWD={#}"),
        (
            "jdbc:oracle:thin:scott/s3@h:1521:x",
            "jdbc:oracle:thin:scott/#@h:1521:x",
        ),
        ("sqlplus -S scott/s3@//h:1/x", "sqlplus -S scott/#"),
    ] {
        assert_eq!(shown(None, value), expected);
    }
    for plain in ["--password={password}", "npm i scott/repo@1.0.0"] {
        assert_eq!(shown(None, plain), plain);
    }
}

#[test]
fn what_is_set_under_a_name_is_covered() {
    for (value, expected) in [
        ("setx API_TOKEN s3", "setx API_TOKEN #"),
        ("setenv API_TOKEN s3", "setenv API_TOKEN #"),
        ("set -x API_TOKEN 's 3' x", "set -x API_TOKEN '#' x"),
        (
            "aws configure set aws_secret_access_key s3",
            "aws configure set aws_secret_access_key #",
        ),
        (
            "[Environment]::SetEnvironmentVariable('API_TOKEN','s3')",
            "[Environment]::SetEnvironmentVariable('API_TOKEN','#')",
        ),
        (
            "os.environ.setdefault(\"API_TOKEN\", \"s3\")",
            "os.environ.setdefault(\"API_TOKEN\", \"#\")",
        ),
        ("Set-Item Env:API_TOKEN 's3'", "Set-Item Env:API_TOKEN '#'"),
        (
            "<key>password</key>\n<string>s3</string>",
            "<key>password</key>\n<string>#</string>",
        ),
        (
            "machine h\nlogin me\npassword sunflower\n",
            "machine h\nlogin me\npassword #\n",
        ),
        ("curl -u me:123456 https://h", "curl -u me:# https://h"),
        (
            "a: 1\npasswords:\n  - sunflower\n  - x\nregion: eu",
            "a: 1\npasswords:\n  #\nregion: eu",
        ),
        ("tokens:\n- sunflower\n", "tokens:\n#\n"),
    ] {
        assert_eq!(shown(None, value), expected);
    }
    for plain in [
        "set PORT 80",
        "f('name', 'token')",
        "set the token in a file",
    ] {
        assert_eq!(shown(None, plain), plain);
    }
}

#[test]
fn a_text_full_of_names_is_covered() {
    for piece in [
        "token: ",
        "token:A ",
        "token=A ",
        "token:",
        "auth:a;",
        "token='a",
        "token={ ",
        "token=( ",
        "token=a;",
        "('token', 'a",
        "<key>token</key>",
        "token: '",
        "Authorization: \"",
        "tokens:\n- ",
        "tokens:\n- a\n",
    ] {
        let text = piece.repeat(200_000 / piece.len());
        assert!(cover(None, &text).len() <= text.len());
    }
}

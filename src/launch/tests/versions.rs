use super::*;
use Precision::{Absent, Branch, Channel, Exact, Latest, Range, ShortCommit, Tag, Unknown};

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

fn check(ecosystem: Ecosystem, cases: &[(&str, &str, &str, Precision, PackageSource)]) {
    for (text, name, version, precision, source) in cases {
        let (text, version) = (
            text.replace("COMMIT", COMMIT),
            version.replace("COMMIT", COMMIT),
        );
        let package = Package::parse(Word::whole(&text, 3), ecosystem).unwrap();
        let found = (
            package.name.text,
            package.version.word.map_or("", |word| word.text),
            package.version.precision,
            package.source,
        );
        assert_eq!(found, (*name, &*version, *precision, *source), "{text}");
        for word in [Some(package.name), package.version.word]
            .into_iter()
            .flatten()
        {
            assert_eq!((&text[word.range()], word.index), (word.text, 3));
        }
    }
}

#[test]
fn npm() {
    use PackageSource::{Alias, Git, Installed, Path, Registry, Url};
    check(
        Ecosystem::Npm,
        &[
            ("pkg", "pkg", "", Absent, Registry),
            ("@s/p", "@s/p", "", Absent, Registry),
            (
                "@playwright/mcp@0.0.83",
                "@playwright/mcp",
                "0.0.83",
                Exact,
                Registry,
            ),
            ("pkg@v1.2.3-rc.1+b", "pkg", "v1.2.3-rc.1+b", Exact, Registry),
            ("pkg@=1.2.3", "pkg", "=1.2.3", Exact, Registry),
            ("@s/p@latest", "@s/p", "latest", Latest, Registry),
            ("pkg@next", "pkg", "next", Channel, Registry),
            ("pkg@^1.2.3", "pkg", "^1.2.3", Range, Registry),
            ("pkg@1", "pkg", "1", Range, Registry),
            ("pkg@1.x", "pkg", "1.x", Range, Registry),
            ("pkg@*", "pkg", "*", Range, Registry),
            ("pkg@>=1 <2", "pkg", ">=1 <2", Range, Registry),
            ("pkg@", "pkg", "", Absent, Registry),
            ("pkg@${V}", "pkg", "${V}", Unknown, Registry),
            (
                "${P:-@s/p}@1.0.0",
                "${P:-@s/p}",
                "1.0.0",
                Exact,
                PackageSource::Unknown,
            ),
            ("größe@1.0.0", "größe", "1.0.0", Exact, Registry),
            ("git@1.0.0", "git", "1.0.0", Exact, Registry),
            ("npm:real@1.0.0", "real", "1.0.0", Exact, Alias),
            ("@a/b@npm:@s/real@^1", "@s/real", "^1", Range, Alias),
            ("a@npm:real", "real", "", Absent, Alias),
            ("./x", "./x", "", Absent, Path),
            (".", ".", "", Absent, Path),
            ("file:../x", "file:../x", "", Absent, Path),
            ("pkg@file:../x", "file:../x", "", Absent, Path),
            ("C:\\x", "C:\\x", "", Absent, Path),
            (
                "${workspaceFolder}/x",
                "${workspaceFolder}/x",
                "",
                Absent,
                Path,
            ),
            ("x-1.0.0.tgz", "x-1.0.0.tgz", "", Absent, Path),
            (
                "https://h.example/x.tgz",
                "https://h.example/x.tgz",
                "",
                Absent,
                Url,
            ),
            (
                "pkg@https://h.example/x.tgz",
                "https://h.example/x.tgz",
                "",
                Absent,
                Url,
            ),
            (
                "https://github.com/o/r/archive/x.tar.gz",
                "https://github.com/o/r/archive/x.tar.gz",
                "",
                Absent,
                Url,
            ),
            ("pkg@workspace:*", "pkg", "", Absent, Installed),
            ("o/r", "o/r", "", Absent, Git),
            ("github:o/r#main", "github:o/r", "main", Branch, Git),
            ("o/r#COMMIT", "o/r", "COMMIT", Exact, Git),
            ("o/r#0123abc", "o/r", "0123abc", ShortCommit, Git),
            ("o/r#v1.2.3", "o/r", "v1.2.3", Tag, Git),
            ("o/r#semver:^1", "o/r", "^1", Range, Git),
            (
                "git+https://github.com/o/r.git#name@1.0.0",
                "git+https://github.com/o/r.git",
                "name@1.0.0",
                Tag,
                Git,
            ),
            (
                "git+ssh://git@h.example/o/r",
                "git+ssh://git@h.example/o/r",
                "",
                Absent,
                Git,
            ),
            (
                "git@github.com:o/r.git#HEAD",
                "git@github.com:o/r.git",
                "HEAD",
                Latest,
                Git,
            ),
            (
                "https://github.com/o/r",
                "https://github.com/o/r",
                "",
                Absent,
                Git,
            ),
            ("pkg@github:o/r#dev", "github:o/r", "dev", Branch, Git),
        ],
    );
}

#[test]
fn python() {
    use PackageSource::{Git, Path, Registry, Url};
    check(
        Ecosystem::PyPi,
        &[
            ("pkg", "pkg", "", Absent, Registry),
            ("pkg==1.4.0", "pkg", "1.4.0", Exact, Registry),
            (
                "pkg[a,b] == 1.4.post1 ; python_version > '3'",
                "pkg",
                "1.4.post1",
                Exact,
                Registry,
            ),
            ("pkg===1!2.0+local", "pkg", "1!2.0+local", Exact, Registry),
            ("pkg==1.*", "pkg", "1.*", Range, Registry),
            ("pkg>=1,<2", "pkg", ">=1,<2", Range, Registry),
            ("pkg==1,!=1.0.1", "pkg", "==1,!=1.0.1", Range, Registry),
            ("pkg~=1.0", "pkg", "~=1.0", Range, Registry),
            ("pkg@1.2", "pkg", "1.2", Exact, Registry),
            ("pkg[x]@latest", "pkg", "latest", Latest, Registry),
            ("pkg==${V}", "pkg", "${V}", Unknown, Registry),
            ("pkg[x", "pkg", "", Absent, Registry),
            ("日本==1", "日本", "1", Exact, Registry),
            (".", ".", "", Absent, Path),
            ("./dist/x.whl", "./dist/x.whl", "", Absent, Path),
            ("sub/dir", "sub/dir", "", Absent, Path),
            ("x.whl", "x.whl", "", Absent, Path),
            (
                "git+https://github.com/o/r",
                "git+https://github.com/o/r",
                "",
                Absent,
                Git,
            ),
            (
                "git+https://github.com/o/r@main",
                "git+https://github.com/o/r",
                "main",
                Branch,
                Git,
            ),
            (
                "git+https://github.com/o/r@feature/x#subdirectory=s",
                "git+https://github.com/o/r",
                "feature/x",
                Branch,
                Git,
            ),
            (
                "git+https://github.com/o/r.git@v1.0",
                "git+https://github.com/o/r.git",
                "v1.0",
                Tag,
                Git,
            ),
            (
                "git+ssh://git@github.com/o/r@COMMIT",
                "git+ssh://git@github.com/o/r",
                "COMMIT",
                Exact,
                Git,
            ),
            (
                "git+ssh://git@github.com/o/r",
                "git+ssh://git@github.com/o/r",
                "",
                Absent,
                Git,
            ),
            (
                "pkg[x] @ git+https://h.example/o/r@dev",
                "git+https://h.example/o/r",
                "dev",
                Branch,
                Git,
            ),
            (
                "pkg @ https://h.example/x.whl",
                "https://h.example/x.whl",
                "",
                Absent,
                Url,
            ),
            (
                "https://h.example/x.whl#sha256=00ff",
                "https://h.example/x.whl",
                "sha256=00ff",
                Exact,
                Url,
            ),
        ],
    );
}

#[test]
fn images() {
    use PackageSource::Registry;
    check(
        Ecosystem::Image,
        &[
            ("mcp/fetch", "mcp/fetch", "", Absent, Registry),
            ("img:latest", "img", "latest", Latest, Registry),
            (
                "h.example:5000/a/b",
                "h.example:5000/a/b",
                "",
                Absent,
                Registry,
            ),
            (
                "h.example:5000/a/b:1.2",
                "h.example:5000/a/b",
                "1.2",
                Tag,
                Registry,
            ),
            ("img:main", "img", "main", Channel, Registry),
            (
                "img:v1@sha256:COMMIT",
                "img",
                "sha256:COMMIT",
                Exact,
                Registry,
            ),
            ("img@sha256:x", "img", "sha256:x", Channel, Registry),
            ("img:${TAG:-1}", "img", "${TAG:-1}", Unknown, Registry),
            ("${R}/img:1", "${R}/img", "1", Tag, PackageSource::Unknown),
        ],
    );
}

#[test]
fn go_and_nuget() {
    use PackageSource::{Installed, Path, Registry};
    check(
        Ecosystem::Go,
        &[
            (
                "example.com/m@v1.2.3",
                "example.com/m",
                "v1.2.3",
                Exact,
                Registry,
            ),
            (
                "example.com/m@v0.0.0-20250101000000-abcdef012345",
                "example.com/m",
                "v0.0.0-20250101000000-abcdef012345",
                Exact,
                Registry,
            ),
            ("example.com/m@v1", "example.com/m", "v1", Range, Registry),
            (
                "example.com/m@latest",
                "example.com/m",
                "latest",
                Latest,
                Registry,
            ),
            (
                "example.com/m@main",
                "example.com/m",
                "main",
                Branch,
                Registry,
            ),
            (
                "example.com/m@COMMIT",
                "example.com/m",
                "COMMIT",
                Exact,
                Registry,
            ),
            ("example.com/m", "example.com/m", "", Absent, Installed),
            ("main.go", "main.go", "", Absent, Path),
        ],
    );
    check(
        Ecosystem::NuGet,
        &[
            ("A.B@1.0.0-beta", "A.B", "1.0.0-beta", Exact, Registry),
            ("A.B@[1.0.0]", "A.B", "[1.0.0]", Exact, Registry),
            ("A.B@1.*", "A.B", "1.*", Range, Registry),
            ("A.B@[1.0,2.0)", "A.B", "[1.0,2.0)", Range, Registry),
            ("A.B@*", "A.B", "*", Latest, Registry),
            ("A.B", "A.B", "", Absent, Registry),
        ],
    );
}

#[test]
fn names_that_a_registry_holds_equal() {
    let is = |text, ecosystem, name| {
        Package::parse(Word::whole(text, 0), ecosystem)
            .unwrap()
            .is(name)
    };
    assert!(is("MCP_Server..Git==1", Ecosystem::PyPi, "mcp-server-git"));
    assert!(!is("mcpserver-git", Ecosystem::PyPi, "mcp-server-git"));
    assert!(is("docker.io/library/img:1", Ecosystem::Image, "img"));
    assert!(!is("ghcr.io/mcp/fetch", Ecosystem::Image, "mcp/fetch"));
    assert!(is("a.b", Ecosystem::NuGet, "A.B"));
    assert!(is("x@npm:real@1", Ecosystem::Npm, "real"));
    assert!(!is("./real", Ecosystem::Npm, "./real"));
    assert_eq!(
        found("npx p@1.0.0").unwrap().package.version.exact(),
        Some("1.0.0")
    );
    assert_eq!(found("npx p@1").unwrap().package.version.exact(), None);
}

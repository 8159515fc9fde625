use super::*;

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// Each line is a package as people write it, and behind the arrow where it comes from, how exact its version is, its name
/// and its version.
fn check(ecosystem: Ecosystem, cases: &str) {
    for case in cases.lines().skip(1) {
        let (text, expected) = case.split_once(" => ").expect(case);
        let text = text.trim().replace("COMMIT", COMMIT);
        let package = Package::parse(Word::whole(&text, 3), ecosystem).unwrap();
        let version = package.version.word.map(|word| word.text);
        let found = format!(
            "{:?} {:?} {}{}",
            package.source,
            package.version.precision,
            package.name.text,
            version.map_or(String::new(), |version| format!(" | {version}"))
        );
        assert_eq!(found, expected.replace("COMMIT", COMMIT), "{text}");
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
    check(
        Ecosystem::Npm,
        r"
        pkg                         => Registry Absent pkg
        @s/p                        => Registry Absent @s/p
        @playwright/mcp@0.0.83      => Registry Exact @playwright/mcp | 0.0.83
        pkg@v1.2.3-rc.1+b           => Registry Exact pkg | v1.2.3-rc.1+b
        pkg@=1.2.3                  => Registry Exact pkg | =1.2.3
        @s/p@latest                 => Registry Latest @s/p | latest
        pkg@next                    => Registry Channel pkg | next
        pkg@^1.2.3                  => Registry Range pkg | ^1.2.3
        pkg@1                       => Registry Range pkg | 1
        pkg@1.x                     => Registry Range pkg | 1.x
        pkg@*                       => Registry Range pkg | *
        pkg@>=1 <2                  => Registry Range pkg | >=1 <2
        pkg@                        => Registry Absent pkg
        pkg@${V}                    => Registry Unknown pkg | ${V}
        ${P:-@s/p}@1.0.0            => Unknown Exact ${P:-@s/p} | 1.0.0
        größe@1.0.0                 => Registry Exact größe | 1.0.0
        git@1.0.0                   => Registry Exact git | 1.0.0
        npm:real@1.0.0              => Alias Exact real | 1.0.0
        @a/b@npm:@s/real@^1         => Alias Range @s/real | ^1
        a@npm:real                  => Alias Absent real
        ./x                         => Path Absent ./x
        .                           => Path Absent .
        file:../x                   => Path Absent file:../x
        pkg@file:../x               => Path Absent file:../x
        C:\x                        => Path Absent C:\x
        ${workspaceFolder}/x        => Path Absent ${workspaceFolder}/x
        x-1.0.0.tgz                 => Path Absent x-1.0.0.tgz
        https://h.example/x.tgz     => Url Absent https://h.example/x.tgz
        pkg@https://h.example/x.tgz => Url Absent https://h.example/x.tgz
        https://github.com/o/r/archive/x.tar.gz => Url Absent https://github.com/o/r/archive/x.tar.gz
        pkg@workspace:*             => Installed Absent pkg
        o/r                         => Git Absent o/r
        github:o/r#main             => Git Branch github:o/r | main
        o/r#COMMIT                  => Git Exact o/r | COMMIT
        o/r#0123abc                 => Git ShortCommit o/r | 0123abc
        o/r#v1.2.3                  => Git Tag o/r | v1.2.3
        o/r#semver:^1               => Git Range o/r | ^1
        git+https://github.com/o/r.git#name@1.0.0 => Git Tag git+https://github.com/o/r.git | name@1.0.0
        git+ssh://git@h.example/o/r => Git Absent git+ssh://git@h.example/o/r
        git@github.com:o/r.git#HEAD => Git Latest git@github.com:o/r.git | HEAD
        https://github.com/o/r      => Git Absent https://github.com/o/r
        pkg@github:o/r#dev          => Git Branch github:o/r | dev",
    );
}

#[test]
fn python() {
    check(
        Ecosystem::PyPi,
        r"
        pkg                             => Registry Absent pkg
        pkg==1.4.0                      => Registry Exact pkg | 1.4.0
        pkg[a,b] == 1.4.post1 ; python_version > '3' => Registry Exact pkg | 1.4.post1
        pkg===1!2.0+local               => Registry Exact pkg | 1!2.0+local
        pkg==1.*                        => Registry Range pkg | 1.*
        pkg>=1,<2                       => Registry Range pkg | >=1,<2
        pkg==1,!=1.0.1                  => Registry Range pkg | ==1,!=1.0.1
        pkg~=1.0                        => Registry Range pkg | ~=1.0
        pkg@1.2                         => Registry Exact pkg | 1.2
        pkg[x]@latest                   => Registry Latest pkg | latest
        pkg==${V}                       => Registry Unknown pkg | ${V}
        pkg[x                           => Registry Absent pkg
        日本==1                           => Registry Exact 日本 | 1
        .                               => Path Absent .
        ./dist/x.whl                    => Path Absent ./dist/x.whl
        sub/dir                         => Path Absent sub/dir
        x.whl                           => Path Absent x.whl
        git+https://github.com/o/r      => Git Absent git+https://github.com/o/r
        git+https://github.com/o/r@main => Git Branch git+https://github.com/o/r | main
        git+https://github.com/o/r@feature/x#subdirectory=s => Git Branch git+https://github.com/o/r | feature/x
        git+https://github.com/o/r.git@v1.0 => Git Tag git+https://github.com/o/r.git | v1.0
        git+ssh://git@github.com/o/r@COMMIT => Git Exact git+ssh://git@github.com/o/r | COMMIT
        git+ssh://git@github.com/o/r    => Git Absent git+ssh://git@github.com/o/r
        pkg[x] @ git+https://h.example/o/r@dev => Git Branch git+https://h.example/o/r | dev
        pkg @ https://h.example/x.whl   => Url Absent https://h.example/x.whl
        https://h.example/x.whl#sha256=00ff => Url Exact https://h.example/x.whl | sha256=00ff",
    );
}

#[test]
fn images() {
    check(
        Ecosystem::Image,
        r"
        mcp/fetch              => Registry Absent mcp/fetch
        img:latest             => Registry Latest img | latest
        h.example:5000/a/b     => Registry Absent h.example:5000/a/b
        h.example:5000/a/b:1.2 => Registry Tag h.example:5000/a/b | 1.2
        img:main               => Registry Channel img | main
        img:v1@sha256:COMMIT   => Registry Exact img | sha256:COMMIT
        img@sha256:x           => Registry Channel img | sha256:x
        img:${TAG:-1}          => Registry Unknown img | ${TAG:-1}
        ${R}/img:1             => Unknown Tag ${R}/img | 1",
    );
}

#[test]
fn go_and_nuget() {
    check(
        Ecosystem::Go,
        r"
        example.com/m@v1.2.3 => Registry Exact example.com/m | v1.2.3
        example.com/m@v0.0.0-20250101000000-abcdef012345 => Registry Exact example.com/m | v0.0.0-20250101000000-abcdef012345
        example.com/m@v1     => Registry Range example.com/m | v1
        example.com/m@latest => Registry Latest example.com/m | latest
        example.com/m@main   => Registry Branch example.com/m | main
        example.com/m@COMMIT => Registry Exact example.com/m | COMMIT
        example.com/m        => Installed Absent example.com/m
        main.go              => Path Absent main.go",
    );
    check(
        Ecosystem::NuGet,
        r"
        A.B@1.0.0-beta => Registry Exact A.B | 1.0.0-beta
        A.B@[1.0.0]    => Registry Exact A.B | [1.0.0]
        A.B@1.*        => Registry Range A.B | 1.*
        A.B@[1.0,2.0)  => Registry Range A.B | [1.0,2.0)
        A.B@*          => Registry Latest A.B | *
        A.B            => Registry Absent A.B",
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

use super::*;

#[test]
fn images() {
    check(&[
        ("docker run -i --rm mcp/fetch", "Docker: mcp/fetch"),
        (
            "docker run -it -e A -e B=1 -v a:/b --name n --network host -p 1:2 -w /x --user u img:1.0 cmd -x",
            "Docker: img 1.0 [cmd] [-x]",
        ),
        (
            "docker run --mount type=bind,src=/a,dst=/b --env C --env-file f --platform p --entrypoint e --add-host h:1 img",
            "Docker: img",
        ),
        (
            "docker run -l a=b --gpus all --memory 1g --cpus 2 img",
            "Docker: img",
        ),
        (
            "docker --context remote -l debug container run -i img",
            "Docker: img",
        ),
        ("docker run -- img -- a", "Docker: img [a]"),
        ("podman run -i ghcr.io/o/r:v1", "Podman: ghcr.io/o/r v1"),
        ("nerdctl run -i h:5000/r", "Nerdctl: h:5000/r"),
        ("docker mcp gateway run", "none"),
        ("docker compose run srv", "none"),
        ("docker run -i --rm", "none"),
        ("docker run -i -e", "none"),
        ("docker exec -i c srv", "none"),
    ]);
}

#[test]
fn switches() {
    let launch =
        found("docker run -it --detach=false --rm --privileged --net host --pid=host img").unwrap();
    let container = launch.container().unwrap();
    let tty = container.on("tty").unwrap();
    assert_eq!(
        (tty.at, tty.word.text, tty.is_bundled()),
        (
            Word {
                text: "t",
                index: 2,
                start: 2
            },
            "-it",
            true
        )
    );
    assert!(
        container.on("interactive").is_some()
            && container.on("rm").is_some()
            && container.on("privileged").is_some()
    );
    assert!(container.on("detach").is_none());
    assert_eq!(
        container
            .last("network")
            .and_then(|flag| flag.value)
            .unwrap()
            .text,
        "host"
    );
    assert_eq!(
        container
            .last("pid")
            .and_then(|flag| flag.value)
            .unwrap()
            .range(),
        6..10
    );
    assert_eq!(
        launch.runner_word,
        Word {
            text: "run",
            index: 1,
            start: 0
        }
    );
    assert!(found("npx pkg").unwrap().container().is_none());
    assert!(
        found("docker run -ir img")
            .unwrap()
            .container()
            .unwrap()
            .on("interactive")
            .is_some()
    );
    // What follows the image is not for the engine.
    assert!(
        found("docker run img -i")
            .unwrap()
            .container()
            .unwrap()
            .on("interactive")
            .is_none()
    );
}

#[test]
fn variables() {
    let launch = found("docker run -e A -eB=1 --env=C=x=y --env D -ie E ${F} img").unwrap();
    let shown: Vec<_> = launch
        .container()
        .unwrap()
        .variables()
        .map(|variable| (variable.name.text, variable.value.map(|value| value.text)))
        .collect();
    assert_eq!(
        shown,
        [
            ("A", None),
            ("B", Some("1")),
            ("C", Some("x=y")),
            ("D", None),
            ("E", None)
        ]
    );
    assert_eq!(
        (launch.package.name.text, launch.package.source),
        ("${F}", PackageSource::Unknown)
    );
}

#[test]
fn mounts() {
    use MountKind::{Bind, Other, Volume};
    let cases = [
        ("-v /a:/b", Bind, Some("/a"), Some("/b"), false),
        (
            "-v cache:/cache:ro",
            Volume,
            Some("cache"),
            Some("/cache"),
            true,
        ),
        (
            "--volume=${env:HOME}/x:/x:Z,ro",
            Bind,
            Some("${env:HOME}/x"),
            Some("/x"),
            true,
        ),
        ("-v C:\\a:/b:rw", Bind, Some("C:\\a"), Some("/b"), false),
        ("-v C:\\a:D:\\b", Bind, Some("C:\\a"), Some("D:\\b"), false),
        ("-v ~/.ssh:/k", Bind, Some("~/.ssh"), Some("/k"), false),
        ("-v /data", Volume, None, Some("/data"), false),
        ("-v größe:/ü", Volume, Some("größe"), Some("/ü"), false),
        (
            "--mount type=bind,source=/a,target=/b,readonly",
            Bind,
            Some("/a"),
            Some("/b"),
            true,
        ),
        (
            "--mount type=bind,src=/,destination=/b,ro=false",
            Bind,
            Some("/"),
            Some("/b"),
            false,
        ),
        ("--mount type=tmpfs,dst=/t", Other, None, Some("/t"), false),
        ("--mount src=v,dst=/t", Volume, Some("v"), Some("/t"), false),
    ];
    for (option, kind, source, target, read_only) in cases {
        let line = format!("docker run {option} img");
        let launch = found(&line).unwrap();
        let mount = launch.container().unwrap().mounts().next().unwrap();
        let text = |word: Option<Word<'_>>| word.map(|word| word.text.to_owned());
        let expected = (
            kind,
            source.map(str::to_owned),
            target.map(str::to_owned),
            read_only,
        );
        assert_eq!(
            (
                mount.kind,
                text(mount.source),
                text(mount.target),
                mount.read_only
            ),
            expected,
            "{option}"
        );
    }
}

#[test]
fn a_container_may_launch_something_itself() {
    let launch = found("docker run -i node:22 npx -y pkg@1.0.0").unwrap();
    assert_eq!(shown(launch.inner().as_ref()), "Npx: pkg 1.0.0");
    assert_eq!(launch.inner().unwrap().package.word.index, 6);
    assert!(
        found("docker run --entrypoint x node:22 npx pkg")
            .unwrap()
            .inner()
            .is_none()
    );
    assert!(found("npx a npx b").unwrap().inner().is_none());
}

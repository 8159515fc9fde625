use super::*;

#[test]
fn npx() {
    check(&[
        ("npx pkg", "Npx: pkg"),
        ("npx -y pkg@1.2.3 a -b", "Npx: pkg 1.2.3 [a] [-b]"),
        ("npx -- pkg", "Npx: pkg"),
        ("npx pkg -- x", "Npx: pkg [x]"),
        ("npx -y -- @s/p@1 -- x -- y", "Npx: @s/p 1 [x] [--] [y]"),
        ("npx -p real tool x", "Npx: real (tool) [x]"),
        (
            "npx -y --package=@s/real@2 -- tool -p x",
            "Npx: @s/real 2 (tool) [-p] [x]",
        ),
        ("npx tool -p not", "Npx: tool [-p] [not]"),
        (
            "npx --registry https://r.example --node-options --inspect pkg",
            "Npx: pkg",
        ),
        ("npx --registry=https://r.example pkg", "Npx: pkg"),
        ("npx -p real -c tool", "Npx: real (tool)"),
        ("npx -c tool", "none"),
        ("npx", "none"),
        ("npx -y", "none"),
        ("npx -y --", "none"),
        ("npx -p", "none"),
        ("NPX.CMD pkg", "Npx: pkg"),
        ("C:\\nodejs\\npx.cmd -y pkg", "Npx: pkg"),
        ("/opt/node/bin/npx pkg", "Npx: pkg"),
        ("npxx pkg", "none"),
        ("node server.js", "none"),
    ]);
}

#[test]
fn a_call_is_split_too() {
    let launch = launch("npx", &["-p", "real@1.0.0", "-c", "tool --root /"]).unwrap();
    assert_eq!(shown(Some(&launch)), "Npx: real 1.0.0 (tool) [--root] [/]");
    assert_eq!(
        launch.package_args[1],
        Word {
            text: "/",
            index: 4,
            start: 12
        }
    );
}

#[test]
fn relatives_of_npx() {
    check(&[
        ("npm exec pkg@1.0.0 -- a", "NpmExec: pkg 1.0.0 [a]"),
        ("npm x -y -- pkg a", "NpmExec: pkg [a]"),
        (
            "npm --prefix dir exec --package real -- tool a",
            "NpmExec: real (tool) [a]",
        ),
        ("npm run exec", "none"),
        ("npm install pkg", "none"),
        ("bunx --bun pkg a", "Bunx: pkg [a]"),
        ("bun x -p real tool", "Bunx: real (tool)"),
        ("bun run x", "none"),
        ("pnpx pkg", "PnpmDlx: pkg"),
        ("pnpm dlx -c pkg a", "PnpmDlx: pkg [a]"),
        (
            "pnpm -C dir --package=real dlx tool",
            "PnpmDlx: real (tool)",
        ),
        ("pnpm exec tool a", "PnpmExec: tool [a]"),
        ("yarn dlx -q -p real tool", "YarnDlx: real (tool)"),
        ("yarn tool", "none"),
        ("deno run -A npm:pkg@1.0.0/bin a", "DenoRun: pkg 1.0.0 [a]"),
        (
            "deno run --allow-net=h --config c.json npm:@s/p@^1/bin",
            "DenoRun: @s/p ^1",
        ),
        ("deno run jsr:@s/p@1.0.0", "DenoRun: @s/p 1.0.0"),
        (
            "deno run -A https://h.example/x.ts",
            "DenoRun: https://h.example/x.ts",
        ),
        ("deno task x", "none"),
    ]);
    assert_eq!(
        found("pnpm exec a/b@1").unwrap().package.source,
        PackageSource::Installed
    );
    assert_eq!(
        found("deno run main.ts").unwrap().package.source,
        PackageSource::Path
    );
    assert_eq!(
        found("deno run jsr:@s/p").unwrap().package.ecosystem,
        Ecosystem::Jsr
    );
}

#[test]
fn several_packages() {
    let launch = found("npx -p a@1.0.0 --package b tool").unwrap();
    assert_eq!(
        launch
            .packages()
            .map(|package| package.name.text)
            .collect::<Vec<_>>(),
        ["a", "b"]
    );
    let launch = found("uvx --with a>=1,<2,b[x,y] --with c --from d e").unwrap();
    assert_eq!(
        launch
            .packages()
            .map(|package| package.word.text)
            .collect::<Vec<_>>(),
        ["d", "a>=1,<2", "b[x,y]", "c"]
    );
}

#[test]
fn python() {
    check(&[
        ("uvx srv", "Uvx: srv"),
        ("uvx srv@1.0 --x", "Uvx: srv 1.0 [--x]"),
        ("uvx --from pkg==1.4.0 srv a", "Uvx: pkg 1.4.0 (srv) [a]"),
        (
            "uvx --python 3.12 --index-url https://i.example srv",
            "Uvx: srv",
        ),
        (
            "uvx -p 3.12 --extra-index-url https://i.example --index https://j.example srv",
            "Uvx: srv",
        ),
        ("uvx --with extra srv a", "Uvx: srv [a]"),
        ("uvx --from pkg", "Uvx: pkg"),
        ("uvx -- srv -- a", "Uvx: srv [a]"),
        ("uv tool run --from pkg srv", "Uvx: pkg (srv)"),
        ("uv --directory d tool run srv", "Uvx: srv"),
        ("uv tool install srv", "none"),
        (
            "uv run --with mcp[cli] mcp run server.py",
            "UvRun: mcp (mcp) [run] [server.py]",
        ),
        (
            "uv run --with=fastmcp==2.0.0 -- fastmcp run",
            "UvRun: fastmcp 2.0.0 (fastmcp) [run]",
        ),
        ("uv run server.py --with x", "none"),
        ("uv --directory d run srv", "none"),
        ("pipx run pkg==1.0 a", "PipxRun: pkg 1.0 [a]"),
        (
            "pipx run --spec pkg==1.0 srv a",
            "PipxRun: pkg 1.0 (srv) [a]",
        ),
        ("python -m srv", "none"),
    ]);
}

#[test]
fn go_and_dotnet() {
    check(&[
        (
            "go run example.com/m/cmd@v1.2.3 a",
            "GoRun: example.com/m/cmd v1.2.3 [a]",
        ),
        (
            "go run -tags x -ldflags=-s example.com/m@latest",
            "GoRun: example.com/m latest",
        ),
        ("go -C d run .", "GoRun: ."),
        ("go build x", "none"),
        ("dnx Pkg@1.0.0 --yes", "Dnx: Pkg 1.0.0"),
        (
            "dnx Pkg --version 1.0.0-beta --source https://n.example --yes -- a --version b",
            "Dnx: Pkg 1.0.0-beta [a] [--version] [b]",
        ),
        (
            "dnx -y Pkg --port 80 --version=2.0.0 x",
            "Dnx: Pkg 2.0.0 [--port] [80] [x]",
        ),
        ("dotnet tool exec Pkg@1.0.0 a", "Dnx: Pkg 1.0.0 [a]"),
        ("dotnet dnx Pkg", "Dnx: Pkg"),
        ("dotnet run Pkg", "none"),
    ]);
    assert_eq!(
        found("go run ./cmd").unwrap().package.source,
        PackageSource::Path
    );
    assert_eq!(
        found("dnx --version 1.0.0 Pkg")
            .unwrap()
            .options
            .iter()
            .filter(|flag| flag.name == "version")
            .count(),
        1
    );
}

#[test]
fn bridges() {
    let url = |line| {
        found(line)
            .and_then(|launch| launch.second_stage)
            .map(|stage| (stage.bridge, stage.url.map(|url| url.text.to_owned())))
    };
    let here = Some("https://h/mcp".to_owned());
    assert_eq!(
        url("npx -y mcp-remote@0.1.5 https://h/mcp --header A:b"),
        Some((Bridge::McpRemote, here.clone()))
    );
    assert_eq!(
        url("npx mcp-remote --header A:b --allow-http https://h/mcp 9000"),
        Some((Bridge::McpRemote, here.clone()))
    );
    assert_eq!(
        url("npx -p mcp-remote@latest mcp-remote-client https://h/mcp"),
        Some((Bridge::McpRemote, here.clone()))
    );
    assert_eq!(
        url("npx -y supergateway --streamableHttp https://h/mcp"),
        Some((Bridge::Supergateway, here.clone()))
    );
    assert_eq!(
        url("npx -y supergateway --sse=https://h/mcp"),
        Some((Bridge::Supergateway, here))
    );
    assert_eq!(url("npx mcp-remote"), Some((Bridge::McpRemote, None)));
    assert_eq!(url("npx ./mcp-remote https://h/mcp"), None);
    assert_eq!(url("docker run -i mcp-remote https://h/mcp"), None);
    let launch = launch(
        "npx",
        &[
            "mcp-remote",
            "https://h",
            "--header",
            "A: b c",
            "--header=D:e",
            "--headers",
            "x",
        ],
    )
    .unwrap();
    assert_eq!(
        launch
            .package_option("--header")
            .map(|word| word.text)
            .collect::<Vec<_>>(),
        ["A: b c", "D:e"]
    );
}

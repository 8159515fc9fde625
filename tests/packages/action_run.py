"""Runs the steps of action.yml as a runner does: inputs, environment, outputs, conditions, workflow commands.

Other actions (cache, upload) are not run: that they would be, and with what, is noted. A stand-in for mcpconv writes down
its arguments and makes the reports it is asked for; the real one runs too, where it can.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
TARGET = "x86_64-unknown-linux-musl"

STAND_IN = """#!/usr/bin/env python3
import json, os, sys
args = sys.argv[1:]
if args == ["--version"]:
    print("mcpconv 0.1.0")
    sys.exit(0)
with open(os.environ["SEEN"], "w") as file:
    json.dump({"args": args, "cwd": os.getcwd()}, file)
if args[0] == "lint" and not os.environ.get("SILENT"):
    quoted = json.dumps({"message": 'it says "counts": {"error": 99}'})
    for arg in args:
        if arg == "--":
            break
        kind, _, path = arg.removeprefix("--report=").partition("=") if arg.startswith("--report=") else ("", "", "")
        if arg.startswith("--output-file="):
            kind, path = "github", arg.removeprefix("--output-file=")
        text = {
            "json": '{"version":1,"findings":[' + quoted + '],"counts":{"error":1,"warning":2,"info":3,"ignored":4,"fixed":5},"files":[]}',
            "sarif": '{"version":"2.1.0","runs":[]}',
            "github": "::error file=.mcp.json,line=1,title=missing-type::no type\\n",
            "markdown": "| level | findings |\\n",
        }.get(kind)
        if text is not None:
            with open(path, "a" if kind == "markdown" else "w") as file:
                file.write(text)
print("::add-mask::the log must not obey files")
print("##[add-mask]nor this", file=sys.stderr, end="")
sys.exit(int(os.environ.get("CODE", "0")))
"""

CARGO = """#!/usr/bin/env python3
import json, os, sys
with open(os.environ["SEEN"] + ".cargo", "w") as file:
    json.dump({"args": sys.argv[1:], "cwd": os.getcwd()}, file)
root = sys.argv[sys.argv.index("--root") + 1]
os.makedirs(root + "/bin", exist_ok=True)
os.symlink(os.environ["STAND_IN"], root + "/bin/mcpconv")
"""

CURL = """#!/usr/bin/env python3
import os, shutil, sys
args = sys.argv[1:]
assert args[:3] == ["--proto", "=https", "--tlsv1.2"] and args[-2] == "--", args
url, out = args[-1], args[args.index("--output") + 1]
prefix = "https://github.com/mcpconv/mcpconv/releases/download/"
assert url.startswith(prefix), url
try:
    shutil.copy(os.path.join(os.environ["RELEASES"], url[len(prefix):]), out)
except OSError:
    sys.exit(22)
"""


def program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


class Job:
    """A job with one step: the action."""

    def __init__(self, ref="main", **github):
        self.top = Path(tempfile.mkdtemp(prefix="a runner "))
        self.workspace = self.top / "work space" / "repo"
        self.workspace.mkdir(parents=True)
        self.temp = self.top / "_temp"
        self.temp.mkdir()
        self.action = self.top / "_actions" / "mcpconv" / "mcpconv" / ref
        for name in ("action", "src", "docs/rules"):
            shutil.copytree(ROOT / name, self.action / name)
        for name in ("Cargo.toml", "Cargo.lock"):
            shutil.copy(ROOT / name, self.action / name)
        self.tools = self.top / "tools"
        self.seen = self.top / "seen.json"
        self.stand_in = program(self.top / "mcpconv stand-in", STAND_IN)
        program(self.tools / "cargo", CARGO)
        program(self.tools / "curl", CURL)
        self.github = {"event_name": "push", "repository": "team/repo", "action_ref": "", "event": {}} | github
        self.runner = {"os": "Linux", "arch": "X64", "temp": str(self.temp)}
        self.env = {"CODE": "0", "MCPCONV_BIN": str(self.stand_in)}
        self.cached = False
        self.used = []
        self.log = ""
        self.outputs = {}
        self.failed = False

    def value(self, path, scope):
        """What `a.b.c` is; nothing where there is nothing, as in the expressions of a runner."""
        for part in path.split("."):
            scope = scope.get(part, "") if isinstance(scope, dict) else ""
        return scope

    def fill(self, text, scope):
        def one(match):
            expression = match[1].strip()
            assert re.fullmatch(r"[a-zA-Z_][\w.-]*", expression), f"an expression this runner does not know: {expression}"
            return str(self.value(expression, scope))

        return re.sub(r"\$\{\{(.*?)\}\}", one, str(text))

    def holds(self, condition, scope):
        def one(term):
            left, operator, right = re.fullmatch(r"\s*([\w.-]+)\s*(==|!=)\s*'([^']*)'\s*", term).groups()
            return (str(self.value(left, scope)) == right) == (operator == "==")

        return all(one(term) for term in condition.split("&&"))

    def run(self, **given):
        inputs = {name: str(what.get("default", "")) for name, what in ACTION["inputs"].items()}
        given = {name.replace("_", "-"): text for name, text in given.items()}
        assert given.keys() <= inputs.keys(), given
        scope = {"inputs": inputs | given, "github": self.github, "runner": self.runner, "steps": {}}
        self.summary = self.top / "summary.md"
        self.summary.write_text("before\n")
        for number, step in enumerate(ACTION["runs"]["steps"]):
            if self.failed:
                break
            if "if" in step and not self.holds(step["if"], scope):
                continue
            outputs = self.used_action(step, scope) if "uses" in step else self.script(number, step, scope)
            if "id" in step:
                scope["steps"][step["id"]] = {"outputs": outputs}
        self.outputs = {name: self.fill(what["value"], scope) for name, what in ACTION["outputs"].items()}
        return self

    def used_action(self, step, scope):
        name, sha = step["uses"].split("@")
        assert re.fullmatch(r"[0-9a-f]{40}", sha), step["uses"]
        self.used.append((name, {key: self.fill(text, scope) for key, text in step["with"].items()}))
        if name == "actions/cache/restore" and self.cached:
            program(self.temp / "mcpconv-action/bin/mcpconv", STAND_IN)
            return {"cache-hit": "true"}
        return {}

    def script(self, number, step, scope):
        assert step["shell"] == "bash" and "${{" not in step["run"], step
        file = self.top / f"step{number}.sh"
        file.write_text(step["run"])
        result = self.top / f"output{number}"
        result.touch()
        env = {
            "PATH": f"{self.tools}:{os.environ['PATH']}",
            "HOME": str(self.top),
            "GITHUB_ACTION_PATH": str(self.action),
            "GITHUB_OUTPUT": str(result),
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_WORKSPACE": str(self.workspace),
            "GITHUB_EVENT_NAME": self.github["event_name"],
            "GITHUB_REPOSITORY": self.github["repository"],
            "RUNNER_OS": self.runner["os"],
            "RUNNER_ARCH": self.runner["arch"],
            "RUNNER_TEMP": self.runner["temp"],
            "SEEN": str(self.seen),
            "STAND_IN": str(self.stand_in),
            "RELEASES": str(self.top / "releases"),
        }
        env |= self.env
        env |= {name: self.fill(text, scope) for name, text in step.get("env", {}).items()}
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(file)]
        done = subprocess.run(command, cwd=self.workspace, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
        self.log += done.stdout
        self.failed = done.returncode != 0
        lines = result.read_text().splitlines()
        assert all(re.fullmatch(r"[a-z-]+=.*", line) for line in lines), lines
        names = [line.partition("=")[0] for line in lines]
        assert len(names) == len(set(names)), f"an output is set twice: {lines}"
        return dict(line.split("=", 1) for line in lines)

    @property
    def commands(self):
        """The workflow commands in the log that a runner would obey."""
        found, stopped = [], None
        for line in self.log.splitlines():
            text = line.strip()
            if stopped:
                stopped = None if text == f"::{stopped}::" else stopped
            elif text.startswith("::stop-commands::"):
                stopped = text.removeprefix("::stop-commands::")
            elif text.startswith("::") or "##[" in text:
                found.append(text)
        assert stopped is None, "commands are never obeyed again"
        return found

    @property
    def args(self):
        return json.loads(self.seen.read_text())["args"]

    @property
    def cwd(self):
        return Path(json.loads(self.seen.read_text())["cwd"])

    @property
    def touched(self):
        """Files in the workspace that the test did not put there."""
        return sorted(str(path.relative_to(self.top)) for path in self.top.rglob("*") if "pwned" in path.name)


TESTS = []


def test(function):
    TESTS.append(function)
    return function


class Skipped(Exception):
    pass


@test
def lint_by_default():
    job = Job().run()
    temp = f"{job.temp}/mcpconv-action"
    expected = ["lint", "--format=human", f"--report=json={temp}/report.json", f"--report=markdown={job.summary}", f"--report=github={temp}/annotations", "--", "."]
    assert job.args == expected, job.args
    assert not job.failed and job.used == []
    assert job.outputs == {"version": "0.1.0", "sarif-file": "", "findings": "6", "fixed": "5"}, job.outputs
    assert job.summary.read_text() == "before\n| level | findings |\n"
    assert job.commands == ["::error file=.mcp.json,line=1,title=missing-type::no type"], job.commands


@test
def findings_fail_the_job_after_the_upload():
    job = Job()
    job.env["CODE"] = "1"
    job.run(upload_sarif="true", fail_on="warning")
    assert job.failed
    sarif = f"{job.temp}/mcpconv-action/mcpconv.sarif"
    assert job.used == [("github/codeql-action/upload-sarif", {"sarif_file": sarif, "category": "mcpconv"})], job.used
    assert Path(sarif).is_file() and job.outputs["sarif-file"] == sarif
    assert "--fail-on=warning" in job.args


@test
def a_job_that_could_not_be_done_fails():
    job = Job()
    job.env["CODE"] = "2"
    assert job.run().failed


@test
def forks_get_annotations():
    for repository, uploads in [("team/repo", True), ("someone/repo", False), ("", False)]:
        job = Job(event_name="pull_request", event={"pull_request": {"head": {"repo": {"full_name": repository}}}})
        job.run(upload_sarif="true")
        assert bool(job.used) == uploads and not job.failed, (repository, job.used)
        assert any(command.startswith("::notice") for command in job.commands) != uploads, job.commands
        assert any(command.startswith("::error file=") for command in job.commands)
        assert job.outputs["sarif-file"]


@test
def all_inputs_of_lint():
    job = Job().run(
        paths=".mcp.json  .cursor", config="ci.toml", host="cursor", fail_on="never", format="concise", sarif_file="out/a.sarif", args="--quiet --level=error"
    )
    args = [arg for arg in job.args if not arg.startswith("--report")]
    assert args == ["lint", "--config=ci.toml", "--host=cursor", "--fail-on=never", "--format=concise", "--quiet", "--level=error", "--", ".mcp.json", ".cursor"], args
    assert f"--report=sarif={job.temp}/mcpconv-action/mcpconv.sarif" in job.args, job.args
    assert (job.workspace / "out/a.sarif").is_file()


@test
def annotations_as_the_format_come_once():
    job = Job().run(format="github")
    assert f"--output-file={job.temp}/mcpconv-action/annotations" in job.args
    assert len(job.commands) == 1 and job.commands[0].startswith("::error file="), job.commands


@test
def a_folder_becomes_part_of_the_paths():
    job = Job()
    folder = job.workspace / "sub folder"
    folder.mkdir()
    (folder / "mcpconv.toml").touch()
    job.run(working_directory="sub folder", paths="a.json\n/etc/b.json\n", sarif_file="x.sarif")
    assert job.cwd == job.workspace
    assert job.args[-3:] == ["--", "sub folder/a.json", "/etc/b.json"], job.args
    assert "--config=sub folder/mcpconv.toml" in job.args
    assert job.outputs["sarif-file"] == f"{folder}/x.sarif", job.outputs
    assert Job().run(working_directory="nowhere").failed


HOSTILE = ["$(touch pwned)", "`touch pwned`", "; touch pwned #", "\"; touch pwned; \"", "'$(touch pwned)'", "-o pwned", "--output-file=pwned", "*", "~", "a b", "${IFS}", "\\"]


@test
def hostile_paths_are_data():
    job = Job()
    (job.workspace / "file").touch()
    job.run(paths="\n".join(HOSTILE) + "\r\n\n")
    assert job.args[job.args.index("--") + 1 :] == HOSTILE, job.args
    assert job.touched == [], job.touched


@test
def hostile_words_are_data():
    job = Job().run(paths="$(touch pwned) -rf * 'a b'\t\"c")
    assert job.args[job.args.index("--") + 1 :] == ["$(touch", "pwned)", "-rf", "*", "'a", "b'", '"c'], job.args
    assert job.touched == []


@test
def hostile_inputs_everywhere():
    for text in HOSTILE:
        given = {name.replace("-", "_"): text for name in ACTION["inputs"] if name not in ("command", "version", "working-directory", "args", "upload-sarif")}
        job = Job().run(**given)
        assert not job.failed, (text, job.log)
        assert [f"--config={text}", f"--host={text}", f"--fail-on={text}", f"--format={text}"] == job.args[1:5], job.args
        job = Job().run(command="convert", args="--strict\n" + text, **given)
        assert job.args == ["convert", "--no-env", f"--from={text}", f"--to={text}", f"--output={text}", "--strict", text.strip(), "--", *text.split()], job.args
        assert job.touched == [], (text, job.touched)
        for name in ("command", "version", "working_directory"):
            job = Job()
            if name == "version":
                job.env = {}
            assert job.run(**{name: text}).failed, (name, text)
            assert job.touched == [], (name, text, job.touched)
            assert not job.used


@test
def outputs_cannot_be_forged():
    job = Job().run(sarif_file="a.sarif\nupload=true\n")
    assert job.failed and job.used == []
    job = Job()
    job.env = {}
    job.run(version="1.0.0\nhow=given\n::warning::x")
    assert job.failed and len(job.commands) == 1 and "%0A" in job.commands[0], job.commands


@test
def convert():
    job = Job()
    (job.workspace / "sub").mkdir()
    job.run(command="convert", to="codex", output=".codex/config.toml", paths=".mcp.json", working_directory="sub")
    assert job.args == ["convert", "--no-env", "--to=codex", "--output=.codex/config.toml", "--", ".mcp.json"], job.args
    assert job.cwd == job.workspace / "sub" and not job.failed
    assert "| done |" in job.summary.read_text() and job.commands == []


@test
def check():
    job = Job()
    job.env["CODE"] = "1"
    job.run(command="check", config="other.toml")
    assert job.args == ["sync", "--check", "--config=other.toml"], job.args
    assert job.failed and len(job.commands) == 1 and job.commands[0].startswith("::error")
    assert "| no |" in job.summary.read_text()


def release(job, version, target=TARGET, attested=True):
    folder = job.top / "releases" / f"v{version}"
    folder.mkdir(parents=True)
    if "windows" in target:
        archive = folder / f"mcpconv-{target}.zip"
        with zipfile.ZipFile(archive, "w") as file:
            file.write(job.stand_in, f"mcpconv-{target}/mcpconv.exe")
    else:
        archive = folder / f"mcpconv-{target}.tar.gz"
        with tarfile.open(archive, "w:gz") as file:
            file.add(job.stand_in, f"mcpconv-{target}/mcpconv")
    if attested:
        program(job.tools / "gh", f"#!/bin/sh\n[ \"$1 $2\" = 'attestation verify' ] && [ -f \"$3\" ] && [ \"$9\" = refs/tags/v{version} ]\n")
    job.env = {"CODE": "0"}
    return job


@test
def a_version_tag_is_a_release():
    for ref, version in [("v0.1.0", "0.1.0"), ("0.1.0", "0.1.0"), ("v2.0.0-rc.1", "2.0.0-rc.1")]:
        job = release(Job(ref), version).run()
        assert not job.failed and job.args[0] == "lint" and job.used == [], job.log
        assert job.outputs["version"] == "0.1.0"


@test
def a_moving_tag_is_the_release_of_its_checkout():
    own = re.search(r'^version = "(.*)"$', (ROOT / "Cargo.toml").read_text(), re.M)[1]
    assert not release(Job("v0"), own).run().failed


@test
def the_outer_action_has_no_say():
    job = release(Job("v0.1.0", action_ref="v9.9.9"), "0.1.0").run()
    assert not job.failed, job.log


@test
def a_version_can_be_given():
    job = release(Job("0123456789012345678901234567890123456789"), "0.3.0").run(version="v0.3.0")
    assert not job.failed and job.used == [], job.log


@test
def a_release_that_is_not_there_stops_it():
    job = release(Job("v0.2.0"), "0.1.0").run()
    assert job.failed and "cannot download" in job.log


@test
def other_systems():
    targets = {
        ("Linux", "ARM64"): "aarch64-unknown-linux-musl",
        ("macOS", "X64"): "x86_64-apple-darwin",
        ("macOS", "ARM64"): "aarch64-apple-darwin",
        ("Windows", "X64"): "x86_64-pc-windows-msvc",
    }
    for (system, arch), target in targets.items():
        if system == "Windows" and not shutil.which("unzip"):
            continue
        job = release(Job("v0.1.0"), "0.1.0", target)
        job.runner |= {"os": system, "arch": arch}
        assert not job.run().failed, (system, arch, job.log)
    job = release(Job("v0.1.0"), "0.1.0")
    job.runner |= {"arch": "RISCV64"}
    job.run()
    assert not job.failed and Path(f"{job.seen}.cargo").exists(), job.log


@test
def anything_else_is_built_and_kept():
    job = Job("main")
    job.env = {"CODE": "1"}
    job.run()
    build = json.loads(Path(f"{job.seen}.cargo").read_text())
    assert build["args"] == ["install", "--locked", "--quiet", "--force", "--path", ".", "--root", f"{job.temp}/mcpconv-action"], build
    assert Path(build["cwd"]) == job.action
    assert job.used == [], "nothing is taken from a cache, which anybody may have filled"


@test
def what_was_planted_is_not_uploaded():
    job = Job()
    (job.workspace / "results.sarif").write_text('{"planted": true}')
    job.env |= {"CODE": "2", "SILENT": "1"}
    job.run(sarif_file="results.sarif", upload_sarif="true")
    assert job.failed and job.used == [] and job.outputs["sarif-file"] == "", (job.used, job.outputs)
    assert not (job.workspace / "results.sarif").exists()


@test
def a_report_is_not_written_through_a_link():
    job = Job()
    secret = job.top / "secret.txt"
    secret.write_text("mine")
    (job.workspace / "results.sarif").symlink_to(secret)
    job.run(sarif_file="results.sarif")
    assert not job.failed and secret.read_text() == "mine", job.log
    assert not (job.workspace / "results.sarif").is_symlink()
    (job.workspace / "out").symlink_to(job.top)
    for path in ("out/a.sarif", "out/new/a.sarif", "../a.sarif"):
        job = Job()
        (job.workspace / "out").symlink_to(job.top)
        job.run(sarif_file=path)
        assert job.failed and "out of the workspace" in job.log, (path, job.log)
        assert not (job.top / "a.sarif").exists() and not (job.top / "new").exists()


@test
def a_report_is_not_written_into_version_control():
    for path in ("gd/hooks/post-checkout", "gd/new/a.sarif", ".git/hooks/post-checkout", "a/../gd/hooks/x", ".GIT/hooks/x", ".git", "sub/.git/x"):
        for absolute in (False, True):
            job = Job()
            (job.workspace / ".git/hooks").mkdir(parents=True, exist_ok=True)
            (job.workspace / "a").mkdir()
            (job.workspace / "gd").symlink_to(".git")
            before = sorted(job.workspace.rglob("*"))
            job.run(sarif_file=f"{job.workspace}/{path}" if absolute else path)
            assert job.failed and "version control" in job.log, (path, job.log)
            assert sorted(job.workspace.rglob("*")) == before, path


@test
def steps_up_do_not_lead_a_report_out():
    for path in ("a/../../out/y.sarif", "a/b/../../../y.sarif", "link/../y.sarif"):
        job = Job()
        (job.top / "out").mkdir()
        (job.top / "deep/er").mkdir(parents=True)
        (job.workspace / "link").symlink_to(job.top / "deep/er")
        job.run(sarif_file=path)
        assert job.failed and "`sarif-file`" in job.log, (path, job.log)
        assert not list(job.top.rglob("y.sarif")), path
    # Within the workspace they do no harm.
    job = Job()
    (job.workspace / "a").mkdir()
    job.run(sarif_file="a/../out/y.sarif")
    assert not job.failed and (job.workspace / "out/y.sarif").is_file(), job.log


@test
def a_folder_is_not_reached_through_a_link_that_leads_out():
    for command in ("lint", "convert", "check"):
        job = Job()
        (job.workspace / "app").symlink_to(job.top)
        job.run(command=command, working_directory="app")
        assert job.failed and "out of the workspace" in job.log and not job.seen.exists(), (command, job.log)
        job = Job()
        (job.top / "deep/er").mkdir(parents=True)
        (job.workspace / "app").symlink_to(job.top / "deep/er")
        job.run(command=command, working_directory="app/..")
        assert job.failed and "out of the workspace" in job.log and not job.seen.exists(), (command, job.log)
        # Inside, a link is a folder like any other.
        job = Job()
        (job.workspace / "real").mkdir()
        (job.workspace / "app").symlink_to("real")
        assert not job.run(command=command, working_directory="app").failed, (command, job.log)


@test
def a_release_is_verified():
    # By the checksum of the action's own commit, if there is one; the release may be changed, that commit may not.
    job = release(Job("v0.1.0"), "0.1.0", attested=False)
    archive = next((job.top / "releases/v0.1.0").glob("*.tar.gz"))
    sums = job.action / "action/SHA256SUMS"
    sums.write_text(f"{hashlib.sha256(archive.read_bytes()).hexdigest()}  v0.1.0/{archive.name}\n")
    assert not job.run().failed, job.log
    job = release(Job("v0.1.0"), "0.1.0")
    (job.action / "action/SHA256SUMS").write_text(f"{'f' * 64}  v0.1.0/{archive.name}\n")
    assert job.run().failed and not job.seen.exists() and "checksum" in job.log
    # Else by its attestation.
    job = release(Job("v0.1.0"), "0.1.0", attested=False)
    program(job.tools / "gh", "#!/bin/sh\nexit 1\n")
    assert job.run().failed and not job.seen.exists() and "attestation" in job.log


@test
def the_real_one_converts():
    job = real()
    (job.workspace / ".mcp.json").write_text('{"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs-mcp@1.0.0"]}}}')
    job.run(command="convert", paths=".mcp.json", output=".codex/config.toml")
    assert not job.failed, job.log
    assert "[mcp_servers.docs]" in (job.workspace / ".codex/config.toml").read_text()
    assert real().run(command="convert", paths="nowhere.json", to="codex").failed


@test
def the_real_one_lints():
    job = real("lint")
    (job.workspace / "a b").mkdir()
    (job.workspace / "a b/.mcp.json").write_text('{"mcpServers": {"docs": {"url": "https://docs.example.org/mcp"}}}')
    job.run(paths="a b/.mcp.json\n", upload_sarif="true", fail_on="error")
    assert job.failed and int(job.outputs["findings"]) >= 1 and job.outputs["fixed"] == "0", (job.outputs, job.log)
    assert any(command.startswith("::error file=a b/.mcp.json,") for command in job.commands), job.commands
    assert json.loads(Path(job.outputs["sarif-file"]).read_text())["version"] == "2.1.0"
    assert job.used[-1][0] == "github/codeql-action/upload-sarif"
    assert job.summary.read_text().startswith("before\n") and "|" in job.summary.read_text(), job.summary.read_text()
    fixed = real("lint")
    (fixed.workspace / ".mcp.json").write_text((job.workspace / "a b/.mcp.json").read_text())
    fixed.run(args="--fix")
    assert not fixed.failed and int(fixed.outputs["fixed"]) >= 1, (fixed.outputs, fixed.log)


@test
def the_real_one_checks():
    job = real("sync")
    (job.workspace / ".mcp.json").write_text('{"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs-mcp@1.0.0"]}}}')
    (job.workspace / "mcpconv.toml").write_text('[sync]\nsource = ".mcp.json"\n[[sync.target]]\nfile = ".codex/config.toml"\n')
    assert job.run(command="check").failed and any("out of sync" in command for command in job.commands), job.log


def real(command=None):
    """A job with the real program, if it has this command."""
    binary = os.environ.get("MCPCONV_BIN")
    if not binary:
        raise Skipped("mcpconv is not built: cargo build, or MCPCONV_BIN")
    known = subprocess.run([binary, "--help"], capture_output=True, text=True).stdout
    if command and not re.search(rf"^  {command} ", known, re.M):
        raise Skipped(f"this mcpconv has no `{command}`")
    job = Job()
    job.env = {"MCPCONV_BIN": binary}
    return job


def main():
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = folder
        for function in TESTS:
            try:
                function()
                passed += 1
            except Skipped as why:
                skipped += 1
                print(f"skipped: {function.__name__}: {why}")
            except Exception as error:
                failed += 1
                print(f"failed: {function.__name__}: {type(error).__name__}: {error}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())

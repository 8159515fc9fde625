"""The blocks of docs/ci.md, and those of YAML in the README: they parse, they are what their tools take, and they use inputs, outputs and hooks that exist.

`UPDATE=1` writes the tables of inputs and outputs anew.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/ci.md"
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
HOOKS = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}


def blocks(language):
    text = PAGE.read_text() + ((ROOT / "README.md").read_text() if language == "yaml" else "")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def schema(name, text):
    """Asks check-jsonschema, by one of its own schemas."""
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
        file.write(text)
        file.flush()
        done = subprocess.run(["check-jsonschema", "--builtin-schema", name, file.name], capture_output=True, text=True)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}\n{text}"


def check_steps(steps, text, name="mcpconv/mcpconv@"):
    ours = [step for step in steps if str(step.get("uses", "")).startswith(name)]
    assert ours, text
    for step in ours:
        unknown = step.get("with", {}).keys() - ACTION["inputs"].keys()
        assert not unknown, f"the action has no input {unknown}"
    for output in re.findall(r"steps\.mcpconv\.outputs\.([\w-]+)", text):
        assert output in ACTION["outputs"], f"the action has no output {output}"


def check_yaml(text):
    document = yaml.safe_load(text)
    if "repos" in document:
        for repo in document["repos"]:
            for hook in repo["hooks"]:
                assert hook["id"] in HOOKS, f"there is no hook {hook['id']}"
                re.compile(hook.get("files", ""))
        return "hooks"
    if "jobs" in document:
        schema("vendor.github-workflows", text)
        for job in document["jobs"].values():
            check_steps(job["steps"], text)
        return "workflow"
    if "steps" in document:
        check_steps(document["steps"], text)
        indented = "".join(f"    {line}" for line in text.splitlines(keepends=True))
        schema("vendor.github-workflows", f"on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n{indented}")
        return "steps"
    schema("vendor.gitlab-ci", text)
    return "gitlab"


def table(kind):
    rows = "".join(f"| `{name}` | {what['description']} |\n" for name, what in ACTION[f"{kind}s"].items())
    return f"<!-- {kind}s -->\n| {kind} | what it is |\n|---|---|\n{rows}<!-- /{kind}s -->"


def main():
    page = PAGE.read_text()
    made = page
    for kind in ("input", "output"):
        made = re.sub(rf"<!-- {kind}s -->\n.*?<!-- /{kind}s -->", lambda _: table(kind), made, flags=re.S)
    if os.environ.get("UPDATE"):
        PAGE.write_text(made)
    else:
        assert made == page, "the tables of docs/ci.md are out of step: UPDATE=1 tests/packages/actions"
    # Our own workflow uses it too.
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
    check_steps(workflow["jobs"]["action"]["steps"], "ci.yml", "./")
    kinds = [check_yaml(text) for text in blocks("yaml")]
    assert {"hooks", "workflow", "steps", "gitlab"} == set(kinds), kinds
    for text in blocks("sh"):
        for command in (["bash", "-n"], ["shellcheck", "--shell=bash", "-"]):
            done = subprocess.run(command, input=text, capture_output=True, text=True)
            assert done.returncode == 0, f"{done.stdout}{done.stderr}\n{text}"
    print(f"docs/ci.md: {len(kinds)} YAML blocks and {len(blocks('sh'))} shell blocks are right")


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(f"docs/ci.md: {error}")

"""What mcpconv has to say: conversions, effects, verdicts."""

import json
import os
import re
import subprocess

from .packages import ROOT

MCPCONV = os.path.abspath(os.environ.get("MCPCONV") or os.path.join(ROOT, "target", "debug", "mcpconv"))
MASK = "********"

# What a finding's label says that the host does, the worst last.
CLASSES = ["fine", "ignored", "dropped", "rejected", "refused"]
WORDS = [
    ("refused", r"(does not|refuses to) start\b"),
    ("rejected", r"(rejects|skips|ignores) the (whole )?file|(none of its servers|no server) is loaded"),
    ("dropped", r"leaves (the server|this server|this one|it) out|(skips|drops|rejects) (the server|this server|this one|it)\b|never starts|does not look for servers here"),
    ("ignored", r"ignores|has no such (switch|setting|field)|passes over|has no effect|is not used|does not use"),
]


def call(arguments, box=None, stdin=None):
    env = {"PATH": os.environ.get("PATH", ""), "HOME": box.home if box else "/nonexistent"}
    return subprocess.run(
        [MCPCONV, *arguments], cwd=box.project if box else ROOT, env=env, input=stdin, capture_output=True, timeout=60
    )


def convert(source, target, content, box, variables=None):
    """The same configuration for another host, or nothing where it can take none of it."""
    arguments = ["--from", source, "--to", target, "--unset", "empty", "--quiet", "--no-env"]
    for name, value in (variables or {}).items():
        arguments += ["--env", "%s=%s" % (name, value)]
    ran = call(arguments, box, content)
    return ran.stdout if ran.returncode == 0 else None


def command(source, target, server, content, box):
    """The command line that adds a server to a host, or nothing where no command can say all of it."""
    arguments = ["--from", source, "--to", target, "--server", server, "--emit", "commands", "--quiet", "--platform", "unix"]
    ran = call([*arguments, "--no-env"], box, content)
    lines = ran.stdout.decode("utf-8").splitlines()
    return lines[0] if len(lines) == 1 else None


def told(source, target, content, box, variables, world):
    """What a conversion reports as different in a world, by server; nothing for a server that it skips."""
    path = os.path.join(box.root, "report.json")
    arguments = ["--from", source, "--to", target, "--unset", "empty", "--quiet", "--no-env", "--report", path]
    for name, value in variables.items():
        arguments += ["--env", "%s=%s" % (name, value)]
    call(arguments, box, content)
    found = {}
    with open(path, encoding="utf-8") as file:
        for row in json.load(file):
            if row["rule"] == "conversion-server-skipped":
                found[row["server"]] = None
            elif row["class"] == "effect" and world in row["worlds"] and found.get(row["server"], 0) is not None:
                found.setdefault(row["server"], set()).add(row["aspect"])
    return found


def effects(host, path, variables, box):
    """What `mcpconv show` says that the host does with a file."""
    arguments = ["show", "--host", host, "--format", "json", "--values", "--no-env"]
    for name, value in variables.items():
        arguments += ["--env", "%s=%s" % (name, value)]
    ran = call([*arguments, path], box)
    if not ran.stdout:
        return {"files": [], "servers": [], "error": ran.stderr.decode("utf-8", "replace")}
    return json.loads(ran.stdout)


def findings(host, path, box):
    arguments = ["lint", "--host", host, "--format", "json", "--level", "info", "--no-config", "--max-diagnostics", "0"]
    ran = call([*arguments, path], box)
    if not ran.stdout:
        return []
    return json.loads(ran.stdout)["findings"]


def verdict(finding):
    """The class of what the host does because of a finding; nothing for advice."""
    label = finding.get("label") or ""
    for kind, words in WORDS:
        if re.search(words, label):
            return kind
    return None


def spelled(value, variables):
    """A value in full. Our output covers secrets; what is under a cover is known here. Nothing if it is not."""
    text = value["value"]
    # Only the host knows what a command prints and what is in a file.
    if "<output of " in text or "<contents of " in text:
        return None
    if not value.get("masked"):
        return text
    names = [name for name in value.get("from", []) if variables.get(name)]
    # Some hosts expand what a value refers to in turn; under a cover that cannot be seen.
    if text.count(MASK) == 1 and len(names) == 1 and "$" not in variables[names[0]]:
        return text.replace(MASK, variables[names[0]])
    return None


def shell_line(server):
    """The line that a shell is to run, if that is what is started."""
    args = server.get("args") or []
    shell = os.path.basename(server["command"]["value"]) == "sh" and len(args) == 2 and args[0]["value"] == "-c"
    return args[1]["value"] if shell else None


def target_of(server, box):
    """Which of our servers a server of an effect is: the last part of its command, or the first of its URL's path. Nothing
    if it is none of ours."""
    if "command" in server:
        line = shell_line(server)
        found = re.search(r"/bin/([\w-]+)", line or "")
        if found:
            return found.group(1)
        folder, name = os.path.split(server["command"]["value"])
        # A name with blanks is that of no program there.
        return name if re.fullmatch(r"[\w-]+", name) and folder in ("", box.bin) else None
    match = re.match(re.escape(box.recorder.base) + r"/([^/?#]+)/", server.get("url", {}).get("value", "").strip())
    return match.group(1) if match else None

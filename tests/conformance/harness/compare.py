"""Compares what the servers saw with what mcpconv says they see, and two clients with each other."""

import fnmatch
import json
import os
import re
import shutil
import subprocess
from urllib.parse import unquote

from . import ours
from .probe import TOOLS
from .worlds import NAMES

# Headers that configurations set; a client sends others of its own accord.
def is_ours(name):
    name = name.lower()
    return name.startswith("x-") and not name.startswith(("x-stainless", "x-goog", "x-mcp", "x-title")) or name in ("authorization", "api-key")


def transport(requests):
    """How a client spoke to a server in the end."""
    kinds = [(it["method"], it["kind"]) for it in requests]
    if ("POST", "messages") in kinds:
        return "sse"
    if any(method == "POST" and kind in ("mcp", "any") for method, kind in kinds):
        return "http"
    return "sse?" if kinds and kinds[0][0] == "GET" else "http?"


def headers(requests, wanted=()):
    """The headers of the request that opened the connection: those that configurations set, and any that are wanted."""
    return {name.lower(): value for name, value in requests[0]["headers"] if is_ours(name) or name.lower() in wanted}


def spellings(value):
    """What a header may have said: some clients write Latin-1, as we read it, and some UTF-8."""
    return {value.strip(), value.encode("latin-1", "replace").decode("utf-8", "replace").strip()}


def with_effect(server, started, asked, variables, box, inherits=True):
    """What of a server is not as our effect says."""
    name = ours.target_of(server, box)
    seen = started.get(name) or asked.get(name)
    if server["effect"] not in ("starts", "connects") or fails(server):
        return ["it is %s in our effect, but it ran" % server["effect"]] if seen else []
    if not seen:
        return ["it did not run"]
    if server["effect"] == "starts":
        if name not in started:
            return ["it was connected to, not started"]
        wrong = process(server, started[name], variables, box)
        return wrong + (inherited(server, started[name], variables) if inherits else [])
    if name not in asked:
        return ["it was started, not connected to"]
    return remote(server, asked[name], variables)


def fails(server):
    """Whether a value breaks the file, or keeps the server from being run."""
    return "<fails>" in json.dumps([server.get(it) for it in ("command", "args", "env", "url", "headers")])


def process(server, seen, variables, box):
    wrong = []
    wanted = [ours.spelled(it, variables) for it in server["args"]]
    got = seen["argv"][1:]
    if ours.shell_line(server) and seen["server"] != "sh":
        wanted = through_shell(server, seen, box)
    if len(wanted) != len(got) or any(want is not None and want != have for want, have in zip(wanted, got)):
        wrong.append("args %r, not %r" % (got, wanted))
    for name, value in server["env"].items():
        have = seen["env"].get(name)
        if value.get("action") == "remove":
            if have is not None:
                wrong.append("env %s is %r, not removed" % (name, have))
            continue
        want = ours.spelled(value, variables)
        if want == "" and any(it["becomes"] == "absent" for it in value.get("unset", [])):
            want = None
            if have is not None:
                wrong.append("env %s is %r, not absent" % (name, have))
        if want is not None and value.get("action") == "set" and want != have:
            wrong.append("env %s is %r, not %r" % (name, have, want))
    # Variables that sources set themselves have these names.
    for name in sorted(it for it in seen["env"] if it.startswith("OWN_") and it not in server["env"]):
        wrong.append("env %s is %r, and not in our effect" % (name, seen["env"][name]))
    folder = server["folder"]["value"]
    if folder and os.path.isabs(folder) and os.path.realpath(folder) != os.path.realpath(seen["cwd"]):
        wrong.append("folder %s, not %s" % (seen["cwd"], folder))
    return wrong


def through_shell(server, seen, box):
    """The arguments that a server gets from a shell with the line of our effect, and the variables that it was given."""
    shutil.rmtree(box.dumps)
    os.makedirs(box.dumps)
    ran = subprocess.run(["/bin/sh", "-c", ours.shell_line(server)], cwd=seen["cwd"], env=seen["env"], stdin=subprocess.DEVNULL, capture_output=True, timeout=30)
    started = box.started()
    return started[seen["server"]]["argv"][1:] if seen["server"] in started else ["nothing: %s" % ran.stderr]


def inherited(server, seen, variables):
    wrong = []
    inherits = server["inherits"]
    for name in NAMES:
        if name in server["env"] or name not in variables:
            continue
        words = inherits.get("exceptNamesWith")
        if inherits.get("all"):
            passes = True
        elif words is not None:
            passes = not any(word.lower() in name.lower() for word in words)
        else:
            passes = name in inherits.get("only", [])
        if passes and seen["env"].get(name) != variables[name]:
            wrong.append("inherited %s is %r, not %r" % (name, seen["env"].get(name), variables[name]))
        if not passes and name in seen["env"]:
            wrong.append("%s is inherited" % name)
    return wrong


def remote(server, requests, variables):
    wrong = []
    how = transport(requests).rstrip("?")
    if how not in server["transports"]:
        seen = ", ".join("%s %s" % (it["method"], it["kind"]) for it in requests[:6])
        wrong.append("over %s, not %s (%s)" % (how, server["transports"], seen))
    absent = lambda value: any(it["becomes"] == "absent" for it in value.get("unset", []))  # noqa: E731
    wanted = {
        name.lower(): "" if absent(value) else ours.spelled(value, variables) for name, value in server["headers"].items()
    }
    got = headers(requests, wanted)
    for name in sorted(set(got) | set(wanted)):
        if name not in wanted:
            wrong.append("header %s: %r is not in our effect" % (name, got[name]))
        elif wanted[name] is not None and wanted[name].strip() not in spellings(got.get(name, "")):
            wrong.append("header %s is %r, not %r" % (name, got.get(name), wanted[name]))
    path = requests[0]["path"]
    # A fragment is never sent.
    url = server["url"]["value"].split("#")[0]
    if not server["url"].get("masked") and not unquote(url).endswith(unquote(path)):
        wrong.append("path %s, not %s" % (path, server["url"]["value"]))
    return wrong


def plainly(word):
    """A reference that stays as text, in one spelling: some hosts have several, and write the one that they share."""
    return re.sub(r"\$\{(\w+)\}", r"$\1", word)


def each_other(first, second, names, unset=False):
    """What two clients did differently with one server: what it saw from the one and from the other, by aspect."""
    if isinstance(first, list) != isinstance(second, list):
        return {"transport": "one starts it, one connects to it"}
    found = {}
    if isinstance(first, list):
        if transport(first) != transport(second):
            found["transport"] = "transport %s, then %s" % (transport(first), transport(second))
        one, two = headers(first), headers(second)
        for name in sorted({*one, *two}):
            # A header without a value is as good as none.
            if one.get(name, "").strip() != two.get(name, "").strip():
                found["headers." + name] = "header %s: %r, then %r" % (name, one.get(name), two.get(name))
        return found
    one, two = ([plainly(it) if unset else it for it in seen["argv"]] for seen in (first, second))
    if one != two:
        found["args"] = "argv %r, then %r" % (first["argv"], second["argv"])
    if os.path.realpath(first["cwd"]) != os.path.realpath(second["cwd"]):
        found["cwd"] = "folder %s, then %s" % (first["cwd"], second["cwd"])
    for name in sorted(names):
        one, two = first["env"].get(name), second["env"].get(name)
        if one != two:
            found["env." + name] = "env %s: %r, then %r" % (name, one, two)
    return found


SAME_FILE = "known: a path from the folder that both start in leads to the same file"
NOTHING = "known: without a value, neither gives the server anything that it could use"


def explained(first, second, aspects, world):
    """Why two clients differ in these aspects of a server, where that is no loss; it is not counted as the same."""
    reasons = {reason(first, second, aspect, world in ("empty", "unset")) for aspect in aspects}
    return None if None in reasons else min(reasons, default=None)


def reason(first, second, aspect, without):
    kind, _, name = aspect.partition(".")
    if kind == "args":
        one, two = ([leads_to(it, seen["cwd"]) for it in seen["argv"]] for seen in (first, second))
        if one == two:
            return SAME_FILE
        one, two = (list(map(bare, it)) for it in (one, two))
    elif kind == "env":
        one, two = (bare(seen["env"].get(name) or "") for seen in (first, second))
    elif kind == "headers":
        one, two = (bare(headers(seen).get(name, "")) for seen in (first, second))
    else:
        return None
    return NOTHING if without and one == two else None


def leads_to(word, folder):
    """A relative path in full."""
    return os.path.normpath(os.path.join(folder, word)) if word.startswith(("./", "../")) else word


def bare(text):
    """A text without references that were left in it, and without the word before a token that is missing."""
    text = re.sub(r"\$\{\w+\}|\$\w+", "", text).strip()
    return "" if text in ("Bearer", "Basic", "Token") else text


def visible(client, server):
    """Which tools of our servers our effect leaves visible."""
    shown = server["tools"]

    def among(name, words):
        if client.star_is_all and "*" in words:
            return True
        name = client.tool_name(name)
        return any(fnmatch.fnmatchcase(name, it) if client.tool_globs else name == it for it in words)

    only, hidden = shown["only"], shown["hidden"]
    return {it for it in TOOLS if (only is None or among(it, only)) and not among(it, hidden)}


def offered(server, ids):
    """Which tools of a server a model was shown. An id has the server's name and the tool's, with odd characters replaced;
    where that may have joined two names, something is appended."""
    plain = lambda text: re.sub(r"[^a-z0-9]", "", text.lower())  # noqa: E731
    known = {plain(it) for it in ids} | {plain(re.sub(r"_[0-9a-z]{7}$", "", it)) for it in ids}
    return {it for it in TOOLS if {plain(server + it), plain("mcp" + server + it)} & known}


def tools(client, server, ids):
    """What of a server's tools is not offered as our effect says."""
    wanted, got = visible(client, server), offered(server["name"], ids)
    if wanted == got:
        return []
    parts = [("not offered", wanted - got), ("offered", got - wanted)]
    return ["tools %s: %s" % (word, ", ".join(sorted(names))) for word, names in parts if names]

"""Compares what the servers saw with what mcpconv says they see, and two clients with each other."""

import fnmatch
import json
import os

from . import ours
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


def headers(requests):
    """The headers of the request that opened the connection."""
    return {name.lower(): value for name, value in requests[0]["headers"] if is_ours(name)}


def with_effect(server, started, asked, variables, box):
    """What of a server is not as our effect says."""
    name = ours.target_of(server)
    seen = started.get(name) or asked.get(name)
    if server["effect"] not in ("starts", "connects") or fails(server):
        return ["it is %s in our effect, but it ran" % server["effect"]] if seen else []
    if not seen:
        return ["it did not run"]
    if server["effect"] == "starts":
        if name not in started:
            return ["it was connected to, not started"]
        return process(server, started[name], variables, box)
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
    wrong += inherited(server, seen, variables)
    folder = server["folder"]["value"]
    if folder and os.path.isabs(folder) and os.path.realpath(folder) != os.path.realpath(seen["cwd"]):
        wrong.append("folder %s, not %s" % (seen["cwd"], folder))
    return wrong


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
        wrong.append("over %s, not %s" % (how, server["transports"]))
    got = headers(requests)
    wanted = {name.lower(): ours.spelled(value, variables) for name, value in server["headers"].items()}
    for name in sorted(set(got) | set(wanted)):
        if name not in wanted:
            wrong.append("header %s: %r is not in our effect" % (name, got[name]))
        elif wanted[name] is not None and got.get(name, "").strip() != wanted[name].strip():
            wrong.append("header %s is %r, not %r" % (name, got.get(name), wanted[name]))
    path = requests[0]["path"]
    if not server["url"].get("masked") and not server["url"]["value"].endswith(path):
        wrong.append("path %s, not %s" % (path, server["url"]["value"]))
    return wrong


def each_other(first, second, names):
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
    if first["argv"] != second["argv"]:
        found["args"] = "argv %r, then %r" % (first["argv"], second["argv"])
    if os.path.realpath(first["cwd"]) != os.path.realpath(second["cwd"]):
        found["cwd"] = "folder %s, then %s" % (first["cwd"], second["cwd"])
    for name in sorted(names):
        one, two = first["env"].get(name), second["env"].get(name)
        if one != two:
            found["env." + name] = "env %s: %r, then %r" % (name, one, two)
    return found


def visible(server, tools):
    """Which tools our effect leaves visible."""
    shown = server["tools"]
    left = []
    for name in tools:
        if shown["only"] is not None and not any(fnmatch.fnmatchcase(name, it) for it in shown["only"]):
            continue
        if not any(fnmatch.fnmatchcase(name, it) for it in shown["hidden"]):
            left.append(name)
    return left

"""The questions that a client is asked. Each gives results: (case, whether it is as we say, why not)."""

import os
import re
import traceback

from . import cases, compare, ours
from .packages import HERE, ROOT
from .worlds import CASE, WORLDS

FIXTURES = os.path.join(ROOT, "tests", "fixtures")
SOURCES = os.path.join(HERE, "sources")


def fixtures():
    """Every fixture of every host."""
    for host in sorted(os.listdir(FIXTURES)):
        for name in sorted(os.listdir(os.path.join(FIXTURES, host))):
            if not name.endswith(".tsv"):
                yield host, os.path.join(FIXTURES, host, name)


def sources(only=None):
    """The purpose-made files whose servers are ours, by host."""
    for name in sorted(os.listdir(SOURCES)):
        host = name.split(".")[0]
        if only is None or host in only:
            with open(os.path.join(SOURCES, name), encoding="utf-8") as file:
                yield host, name, file.read()


def accepts(client, box, host, path):
    """Accepts and understands: a fixture, converted for the client."""
    # For its own host a file stays as it is, mistakes included, and some belong into another place.
    ending = os.path.splitext(path)[1].replace("jsonc", "json")
    name = os.path.basename(path)
    if host == client.host and (
        name.startswith("refused") or name in client.elsewhere or not client.file.endswith(ending)
    ):
        return []
    with open(path, "rb") as file:
        content = file.read()
    # Secrets have a value: an empty one is an error to some hosts (Codex 0.166.0, OAuth).
    names = set(re.findall(r"[A-Z][A-Z0-9_]*(?:SECRET|TOKEN|KEY)", content.decode("utf-8", "replace")))
    box.empty()
    output = ours.convert(host, client.host, content, box, {name: "value" for name in names})
    # A fixture that this host can take nothing of is no question to ask.
    if output is None:
        return []
    label = "%s/%s" % (host, name)
    placed = client.place(box, output)
    shown = ours.effects(client.host, placed, {}, box)
    # Nor is one without servers, which some clients complain about.
    if not shown["servers"]:
        return []
    said = client.check(box)
    wrong = [it for it in (said.refused, said.rejected, *said.complaints) if it]
    results = [("accepts", label, not wrong, "; ".join(wrong)[:500], client.known_files.get(label))]
    if not wrong and said.listed:
        wrong = understood(shown, said)
        results.append(("understands", label, not wrong, "; ".join(wrong)[:500]))
    return results


def understood(shown, said):
    """What the client lists otherwise than we do."""
    wrong = []
    running = {}
    for server in shown["servers"]:
        if server["effect"] in ("starts", "connects"):
            # Some list servers under the names that they make of ours.
            name = server["id"] if server["name"] not in said.listed and server["id"] in said.listed else server["name"]
            running[name] = server
    enabled = {name for name, it in said.listed.items() if it.get("enabled", True)}
    for name in sorted(set(running) - enabled):
        wrong.append("`%s` is not listed" % name)
    if any("enabled" in it for it in said.listed.values()):
        # A client lists a server that it cannot connect to or start for want of a variable or a folder.
        ends = (" is unset", " is empty", " does not exist")
        lacks = {it["name"] for it in shown["servers"] if (it.get("why") or "").endswith(ends)}
        for name in sorted(enabled - set(running) - lacks):
            wrong.append("`%s` is listed, and we leave it out" % name)
    for name in sorted(set(running) & enabled):
        wrong += ["`%s`: %s" % (name, it) for it in listed_otherwise(running[name], said.listed[name])]
    return wrong


def adds(client, box, host, name, text):
    """The command that we give people to add a server, run by the client's own program; then what the client lists."""
    box.empty()
    content = box.fill(text)
    converted = ours.convert(host, client.host, content.encode(), box, WORLDS["set"]) if host != client.host else content
    if converted is None:
        return []
    shown = ours.effects(client.host, client.place(box, converted), {}, box)
    lines = {it["name"]: ours.command(host, client.host, it["name"], content.encode(), box) for it in shown["servers"]}
    results = []
    for server in shown["servers"]:
        line = lines[server["name"]]
        if line is None or server["effect"] not in ("starts", "connects"):
            continue
        box.empty()
        box.fill(text)
        os.symlink(client.adder(box), os.path.join(box.bin, line.split()[0]))
        client.prepare(box)
        ran = box.run(["sh", "-c", line])
        wrong = [] if ran.code == 0 else ["%s: %s" % (line, ran.text.strip()[:300])]
        said = None if wrong else client.check(box)
        wrong = wrong or understood({"servers": [server]}, said)
        results.append(("adds", "%s, %s" % (name, server["name"]), not wrong, "; ".join(wrong)[:500]))
    return results


def unsure(value):
    """Whether our effect shows something else in the place of a reference."""
    return value.get("masked") or value.get("unset") or value.get("from") or "<input " in value["value"]


def listed_otherwise(server, listed):
    how = "stdio" if server["effect"] == "starts" else server["transports"]
    if listed["transport"] != "remote" and listed["transport"] not in ([how] if isinstance(how, str) else how):
        return ["listed as %s, not %s" % (listed["transport"], how)]
    if server["effect"] == "connects":
        url = server["url"]
        if unsure(url) or listed.get("url") in (None, url["value"]):
            return []
        return ["URL %s, not %s" % (listed["url"], url["value"])]
    values = [server["command"], *server["args"]]
    if any(map(unsure, values)):
        return []
    words = [it["value"] for it in values]
    # Claude Code lists references as they are written.
    if listed.get("line") is not None and "${" in listed["line"]:
        return []
    if listed.get("line") is not None:
        return [] if listed["line"].strip() == " ".join(words).strip() else ["listed as %s, not %s" % (listed["line"], words)]
    # Some list only how a server is reached.
    if listed.get("command") is None:
        return []
    got = [listed["command"], *listed["args"]]
    return [] if got == words else ["listed as %s, not %s" % (got, words)]


def does(client, box, host, name, text, world, tools):
    """What the servers see from the client, and which of their tools a model does, equals our effect of what we wrote for it."""
    variables = WORLDS[world]
    box.empty()
    content = box.fill(text)
    if host != client.host:
        content = ours.convert(host, client.host, content.encode(), box, WORLDS["set"])
        if content is None:
            return []
    placed = client.place(box, content)
    label = "%s, %s" % (name, world)
    shown = ours.effects(client.host, placed, variables, box)
    if not any(it["effect"] in ("starts", "connects") for it in shown["servers"]):
        return [("does", label, False, "nothing to run: %s" % shown.get("error", "all servers are left out"))]
    said = client.live(box, variables)
    started, asked = box.started(), box.asked()
    results = []
    # What a value breaks is the whole file, where references are replaced in its text.
    if said.refused and any(compare.fails(it) for it in shown["servers"]):
        return [("does", label, not started and not asked, "servers run: %s" % sorted({*started, *asked}))]
    offered = said.offered
    if offered is None and tools and world == "set":
        offered = client.offers(box, variables)
    for server in shown["servers"]:
        wrong = compare.with_effect(server, started, asked, variables, box, client.hands_on_as_said)
        if wrong and said.refused:
            wrong = ["the client does not start: " + said.refused]
        if offered is not None and server["effect"] in ("starts", "connects"):
            wrong += compare.tools(client, server, offered)
        known = client.known_servers.get((host, server["name"]))
        results.append(("does", "%s: %s" % (label, server["name"]), not wrong, "; ".join(wrong)[:700], known))
    return results


def differs(first, second, box, name, text, world):
    """Two clients: the first with a source, the second with what we made of it. Our reader has no part in it.

    What the conversion reports as different may differ, and a server that it skips is no question.
    """
    variables = WORLDS[world]
    seen, told = [], {}
    for client in (first, second):
        box.empty()
        content = box.fill(text)
        if client is second:
            told = ours.told(first.host, second.host, content.encode(), box, variables, world)
            content = ours.convert(first.host, second.host, content.encode(), box, variables)
            if content is None:
                return []
        placed = client.place(box, content)
        said = client.live(box, variables)
        # A source that a value breaks, as our effect says, runs nothing that could be compared.
        if client is first and said.refused and any(map(compare.fails, ours.effects(first.host, placed, variables, box)["servers"])):
            return []
        # Where a value breaks the text of a file, no server runs; the conversion reports the server with that value.
        if client is second and said.refused and any(told.values()):
            return []
        seen.append({**box.started(), **box.asked()})
    label = "%s to %s, %s" % (name, second.host, world)
    results = []
    for server in sorted({a or b for a, b in re.findall(r"@BIN@/([\w-]+)|@HTTP@/([\w-]+)/", text)}):
        one, two = seen[0].get(server), seen[1].get(server)
        if told.get(server, 0) is None or one is None and two is None:
            continue
        if one is None or two is None:
            # Some clients do not connect without a token; others do, and are turned away.
            if world in ("empty", "unset") and isinstance(one or two, list):
                continue
            found = {"enabled": "only %s runs it" % (first.host if two is None else second.host)}
        else:
            found = compare.each_other(one, two, own_variables(text), world == "unset")
        found = {aspect: why for aspect, why in found.items() if aspect not in told.get(server, ())}
        wrong, known = list(found.values()), compare.explained(one, two, found, world)
        results.append(("differential", "%s: %s" % (label, server), not wrong, "; ".join(wrong)[:700], known))
    return results


def own_variables(text):
    """Variables that a source sets itself, as our sources call them."""
    return set(re.findall(r"\bOWN_[A-Z_]+\b", text))


def agrees(client, box, case):
    """A bad or odd file: our verdict is what the client does."""
    box.empty()
    text = box.fill(case.text)
    placed = client.place(box, case.bytes(text))
    theirs, ours_ = cases.theirs(client, box, text, placed), None
    box_findings = ours.findings(client.host, placed, box)
    shown = ours.effects(client.host, placed, box.environment(CASE), box)
    ours_ = cases.ours(box_findings, shown, text, box)
    wrong = cases.disagreement(client, ours_, theirs, shown, box)
    return [("agrees", case.name, not wrong, wrong, case.known, None if wrong else cases.agreed(ours_))]


def safely(function, *arguments):
    """A failure of the harness is a failure of the case, never a pass."""
    try:
        return function(*arguments)
    except Exception:
        return [("harness", repr(arguments[-2:])[:80], False, traceback.format_exc(limit=3)[-600:])]

"""Bad and odd files, and how our verdict on one is compared with what the client does.

`cases/HOST.txt` has one case after the other: a line `### NAME`, then the file. Marks stand for our servers
(`@BIN@/NAME`, `@HTTP@/NAME/mcp`). After the name, `| bom`, `| empty`, `| latin1` change bytes, and `| known: WHY`
says that the client has a bug there.
"""

import os
import re

from . import compare
from . import ours as mcpconv
from .packages import HERE


class Case:
    def __init__(self, head, text):
        self.name, *notes = [it.strip() for it in head.split("|")]
        self.text = text
        self.notes = [it for it in notes if not it.startswith("known:")]
        self.known = next((it.removeprefix("known:").strip() for it in notes if it.startswith("known:")), None)

    def bytes(self, text):
        if "empty" in self.notes:
            return b""
        if "utf16" in self.notes:
            return text.encode("utf-16")
        if "latin1" in self.notes:
            return text.encode("latin-1")
        return (b"\xef\xbb\xbf" if "bom" in self.notes else b"") + text.encode()


def of(host):
    path = os.path.join(HERE, "cases", host + ".txt")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        parts = re.split(r"^### ", file.read(), flags=re.MULTILINE)
    return [Case(*part.partition("\n")[::2]) for part in parts[1:]]


def mentioned(text, box):
    """The servers of ours in a file."""
    base = re.escape(box.recorder.base)
    return set(re.findall(re.escape(box.bin) + r"/([\w-]+)", text)) | set(re.findall(base + r"/([\w-]+)/", text))


def theirs(client, box, text, placed):
    """What the client does with a file: a class, and the servers that run."""
    said = client.live(box, {})
    running = set(box.started()) | set(box.asked())
    if said.refused:
        kind = "refused"
    elif said.rejected:
        kind = "rejected"
    elif mentioned(text, box) - running:
        kind = "dropped"
    else:
        kind = "ignored" if said.complaints else "fine"
    return {"kind": kind, "running": running, "said": said.refused or said.rejected or "; ".join(said.complaints)}


def ours(findings, shown, text, box):
    """What we say that it does."""
    runs = {mcpconv.target_of(it) for it in shown["servers"] if it["effect"] in ("starts", "connects")}
    skipped = {it["name"] for it in shown["servers"] if it["effect"] == "skipped"}
    kinds = [mcpconv.verdict(it) for it in findings]
    kinds = [it for it in kinds if it]
    worst = max(kinds, key=mcpconv.CLASSES.index, default="fine")
    return {"kind": worst, "running": runs, "skipped": skipped}


def disagreement(client, us, them, shown, box):
    """Empty if both are of one mind."""
    one, two = us["kind"], them["kind"]
    off = us["skipped"] & set(box.started() | box.asked())
    if off:
        return "%s: off in our effect, but it runs" % ", ".join(sorted(off))
    # A server that is disabled does not run and is no mistake.
    if two == "dropped" and one in ("fine", "ignored") and us["running"] == them["running"]:
        two = one
    # Most clients ignore in silence; what counts then is that the server does what we say.
    if {one, two} == {"fine", "ignored"} and not (client.tells_ignored and two == "ignored"):
        two = one
    if one != two:
        return "we say %s, it is %s (%s)" % (one, two, them["said"][:200])
    if one in ("refused", "rejected"):
        return ""
    if us["running"] != them["running"]:
        return "we expect %s to run, it runs %s" % (sorted(map(str, us["running"])), sorted(them["running"]))
    started, asked = box.started(), box.asked()
    for server in shown["servers"]:
        wrong = compare.with_effect(server, started, asked, {}, box)
        if wrong:
            return "`%s`: %s" % (server["name"], "; ".join(wrong)[:300])
    return ""

"""Bad and odd files, and how our verdict on one is compared with what the client does.

`cases/HOST.txt` has two kinds. After a line `%%% FILE`, every line `- NAME => SERVER` is a case: that file with the server
in the place of `%s` (` ;; ` is the end of a line). After a line `### NAME` comes a whole file, up to the next such line.
Marks stand for our servers (`@BIN@/NAME`, `@HTTP@/NAME/mcp`). After a name, `| bom`, `| crlf`, `| empty`, `| latin1`, `| utf16`
change bytes, `| known: WHY` says that the client has a bug there, and `| open: WHY` that we do not know better yet.
"""

import os
import re

from . import compare
from . import ours as mcpconv
from .packages import HERE
from .worlds import CASE


class Case:
    def __init__(self, head, text):
        self.name, *notes = [it.strip() for it in head.split("|")]
        self.text = text
        self.notes = [it for it in notes if not it.startswith(("known:", "open:"))]
        self.known = next((it for it in notes if it.startswith(("known:", "open:"))), None)

    def bytes(self, text):
        if "empty" in self.notes:
            return b""
        if "crlf" in self.notes:
            text = text.replace("\n", "\r\n")
        if "utf16" in self.notes:
            return text.encode("utf-16")
        if "latin1" in self.notes:
            return text.encode("latin-1")
        return (b"\xef\xbb\xbf" if "bom" in self.notes else b"") + text.encode()


def of(host):
    path = os.path.join(HERE, "cases", host + ".txt")
    if not os.path.exists(path):
        return []
    found, frame, whole = [], "%s", None
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("### "):
                whole = Case(line[4:], "")
                found.append(whole)
            elif line.startswith("%%% "):
                frame, whole = line[4:].rstrip("\n"), None
            elif whole is not None:
                whole.text += line
            elif line.startswith("- "):
                head, _, body = line[2:].rstrip("\n").partition(" => ")
                found.append(Case(head, (frame.replace("%s", body) + "\n").replace(" ;; ", "\n")))
    names = [case.name for case in found]
    assert len(set(names)) == len(names), "two cases of %s have one name" % host
    return found


def mentioned(text, box):
    """The servers of ours in a file."""
    base = re.escape(box.recorder.base)
    return set(re.findall(re.escape(box.bin) + r"/([\w-]+)", text)) | set(re.findall(base + r"/([\w-]+)/", text))


def theirs(client, box, text, placed):
    """What the client does with a file: a class, and the servers that run."""
    said = client.live(box, CASE)
    running = set(box.started()) | set(box.asked())
    if said.refused:
        kind = "refused"
    elif said.rejected:
        kind = "rejected"
    elif said.dropped or (mentioned(text, box) | said.failed) - running:
        kind = "dropped"
    else:
        kind = "ignored" if said.complaints else "fine"
    told = said.refused or said.rejected or "; ".join(said.complaints)
    return {"kind": kind, "running": running, "said": told, "mentioned": mentioned(text, box), "offered": said.offered}


def ours(findings, shown, text, box):
    """What we say that it does."""
    runs = {mcpconv.target_of(it, box) for it in shown["servers"] if it["effect"] in ("starts", "connects")} - {None}
    skipped = {it["name"] for it in shown["servers"] if it["effect"] == "skipped"}
    kinds = [mcpconv.verdict(it) for it in findings]
    kinds = [it for it in kinds if it]
    worst = max(kinds, key=mcpconv.CLASSES.index, default="fine")
    warns = any(it["level"] in ("warning", "error") for it in findings)
    return {"kind": worst, "running": runs, "skipped": skipped, "warns": warns}


def agreed(us):
    """A verdict that the client confirmed, in a line. A Rust test holds us to it where there are no clients."""
    if us["kind"] in ("refused", "rejected"):
        return us["kind"]
    return ("%s: %s" % (us["kind"], " ".join(sorted(map(str, us["running"]))))).strip()


def disagreement(client, us, them, shown, box):
    """Empty if both are of one mind."""
    one, two = us["kind"], them["kind"]
    # The linter does not know the values of variables; `show` does, and what they break.
    if two in ("refused", "rejected") and any(compare.fails(it) for it in shown["servers"]):
        return ""
    off = us["skipped"] & them["running"]
    if off:
        return "%s: off in our effect, but it runs" % ", ".join(sorted(off))
    # A server that is disabled does not run and is no mistake.
    if two == "dropped" and one in ("fine", "ignored") and us["running"] == them["running"]:
        two = one
    # What has no program or URL of ours cannot be missed.
    if one == "dropped" and two in ("fine", "ignored") and us["running"] == them["running"]:
        two = one
    # Most clients ignore in silence; what counts then is that the server does what we say.
    if {one, two} == {"fine", "ignored"} and not (client.tells_ignored and two == "ignored"):
        two = one
    # It warns of a value, and uses it; so do we.
    if (one, two) == ("fine", "ignored") and us["warns"]:
        two = one
    # A file without servers cannot show whether the rest of it counts.
    if (one, two) == ("rejected", "ignored") and not them["mentioned"]:
        two = one
    # It says that there are no servers; so do we, with a warning.
    if (one, two) == ("fine", "rejected") and us["warns"] and not us["running"] | them["running"]:
        two = one
    # No server is left in either case.
    if not them["running"] and {one, two} == {"dropped", "rejected"}:
        two = one
    if one != two:
        return "we say %s, it is %s (%s)" % (one, two, them["said"][:200])
    if one in ("refused", "rejected"):
        return ""
    if us["running"] != them["running"]:
        return "we expect %s to run, it runs %s" % (sorted(map(str, us["running"])), sorted(them["running"]))
    started, asked = box.started(), box.asked()
    for server in shown["servers"]:
        if mcpconv.target_of(server, box) is None:
            continue
        wrong = compare.with_effect(server, started, asked, box.environment(CASE), box, client.hands_on_as_said)
        if wrong:
            return "`%s`: %s" % (server["name"], "; ".join(wrong)[:300])
        # One that was asked in a way that it does not answer has no tools.
        name = mcpconv.target_of(server, box)
        answers = name in started or name in asked and not compare.transport(asked[name]).endswith("?")
        # Odd and long names become parts of ids in ways that only the client knows.
        answers = answers and re.fullmatch(r"[A-Za-z0-9]{1,20}", server["name"])
        if them["offered"] is not None and server["effect"] in ("starts", "connects") and answers:
            wrong = compare.tools(client, server, them["offered"])
            if wrong:
                return "`%s`: %s" % (server["name"], "; ".join(wrong)[:300])
    return ""

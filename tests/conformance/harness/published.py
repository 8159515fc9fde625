"""What docs/conformance.md says already. A cache need not have the answers to all questions; what was answered before for the
same version of a client stands until the question is put again."""

import re


class Published:
    def __init__(self, text, questions):
        self.cells, self.lines = {}, {}
        _, mark, rest = text.partition("\n## Other tools\n")
        self.section = mark + rest
        columns = None
        for line in text.splitlines():
            parts = [it.strip() for it in line.strip("|").split("|")]
            if line.startswith("| host | version |"):
                columns = parts
            elif columns and line.startswith("| ") and len(parts) == len(columns):
                row = dict(zip(columns, parts))
                self.cells[row["host"]] = row
            elif columns and not line.startswith("|"):
                columns = None
            found = re.match(r"- (.+?), (%s), " % "|".join(questions), line)
            if found:
                self.lines.setdefault(found.groups(), []).append(line)

    def cell(self, name, version, question):
        """The counts that are on the page, if they are about this version."""
        row = self.cells.get(name, {})
        found = re.fullmatch(r"(\d+)/(\d+)", row.get(question, ""))
        if row.get("version") != version or not found:
            return 0, 0
        return int(found[1]), int(found[2])

    def said(self, name, question, case):
        """Why a case is not as we say, if the page has it."""
        start = "- %s, %s, %s: " % (name, question, case)
        return next((it[len(start) :] for it in self.lines.get((name, question), []) if it.startswith(start)), None)

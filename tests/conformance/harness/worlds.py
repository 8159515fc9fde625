"""The worlds in which effects have to be the same: variables set, empty, not set, and with special characters."""

# Names that sources refer to. Some look like secrets, because hosts hold those back.
NAMES = ["PLAIN_A", "PLAIN_B", "REGION_ID", "DOCS_TOKEN", "API_KEY", "TEAM_ID", "DATA_ROOT", "AMBIENT_NOTE"]
INNER = "MCPCONV_INNER"


def hostile(name):
    return '%s $%s ${%s} {env:%s} "q" \\d' % (name, INNER, INNER, INNER)


# What is set where a case is tried: something, nothing, and what is dangerous to put into a text or to expand again.
CASE = {
    "CASE_WORD": "word",
    "CASE_EMPTY": "",
    "CASE_MCP": "mcp",
    "CASE_QUOTE": 'a"b\\c',
    "CASE_DOLLAR": "$CASE_WORD ${CASE_WORD}",
}

WORLDS = {
    "set": {name: "value-of-%s." % name for name in NAMES},
    "empty": {name: "" for name in NAMES},
    "unset": {},
    "special": {name: hostile(name) for name in NAMES},
}

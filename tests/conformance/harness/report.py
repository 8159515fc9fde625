"""Writes docs/conformance.md from the last results."""


def write(known):
    print("not yet")
    return 1

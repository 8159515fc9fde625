"""Puts all questions to the clients, with as many boxes as jobs, and counts the answers."""

import json
import os
import queue
import time
from concurrent.futures import ThreadPoolExecutor

from . import cases, questions, report
from .box import Box
from .client import Client
from .packages import CACHE, versions
from .worlds import WORLDS

LATE = "it took too long: "
# Asked on every change; the other sources on request.
QUICK_SOURCES = ["claude-code", "codex", "opencode", "vscode"]


def run(clients, skipped, arguments):
    started = time.time()
    wanted = set(arguments.only.split(","))
    boxes = queue.Queue()
    made = [Box() for _ in range(arguments.jobs)]
    for box in made:
        boxes.put(box)

    def work(task):
        function, client, *rest = task
        box = boxes.get()
        try:
            return client, patiently(function, client, rest, box)
        finally:
            boxes.put(box)

    results = {host: [] for host in clients}
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for client, found in pool.map(work, tasks(clients, wanted, arguments)):
            results[client.host] += found
            for row in found:
                tell(client.host, row)
    for box in made:
        box.close()
    return finish(results, skipped, arguments, time.time() - started)


def patiently(function, client, rest, box):
    """What took too long on a busy machine is asked once more; without an answer then, that is what is wrong."""
    for _ in range(2):
        box.late = False
        found = questions.safely(function, client, *splice(function, rest, box))
        if not box.late or all(row[2] for row in found):
            return found
    return [(*row[:3], row[3] if row[2] else LATE + row[3], *row[4:]) for row in found]


def splice(function, rest, box):
    """The box comes after the clients."""
    return [rest[0], box, *rest[1:]] if function is questions.differs else [box, *rest]


def tasks(clients, wanted, arguments):
    only = QUICK_SOURCES if arguments.quick else None
    fits = lambda name: arguments.case in name  # noqa: E731
    for client in clients.values():
        few = arguments.quick and client.slow
        if "accepts" in wanted:
            for host, path in questions.fixtures():
                if few and not os.path.basename(path).startswith("full."):
                    continue
                if fits("%s/%s" % (host, os.path.basename(path))):
                    yield questions.accepts, client, host, path
        if "does" in wanted and client.starts_offline:
            for host, name, text in questions.sources(None if only is None else {*only, client.host}):
                for world in worlds(client):
                    if fits("%s, %s" % (name, world)):
                        yield questions.does, client, host, name, text, world, not few
        if "adds" in wanted and type(client).adder is not Client.adder:
            for host, name, text in questions.sources(only):
                if fits(name):
                    yield questions.adds, client, host, name, text
        if "agrees" in wanted:
            done = agreed(client.host) if arguments.again else set()
            for number, case in enumerate(cases.of(client.host)):
                if few and number % 3:
                    continue
                if fits(case.name) and case.name not in done:
                    yield questions.agrees, client, case
    if "differential" in wanted:
        yield from pairs(clients, arguments, fits)


def agreed(host):
    """The cases that the client agreed on the last time, here or elsewhere."""
    path = os.path.join(CACHE, "results", host + ".json")
    done = set(report.confirmations(host))
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            rows = [row for row in json.load(file).get("rows", []) if row[0] == "agrees"]
        done = done - {row[1] for row in rows} | {row[1] for row in rows if row[2]}
    return done


def worlds(*clients):
    """Those in which these clients run."""
    return [it for it in WORLDS if it in ("set", "special") or all(client.runs_without_values for client in clients)]


def pairs(clients, arguments, fits):
    for first in clients.values():
        for second in clients.values():
            if first is second or not (first.starts_offline and second.starts_offline):
                continue
            for _, name, text in questions.sources({first.host}):
                for world in worlds(first, second):
                    if arguments.quick and world not in ("set", "unset"):
                        continue
                    if fits("%s to %s, %s" % (name, second.host, world)):
                        yield questions.differs, first, second, name, text, world


def tell(host, row):
    question, case, ok, why, *rest = row
    known = rest[0] if rest else None
    if not ok and not known:
        print("%s %s: %s\n    %s" % (host, question, case, why), flush=True)
    elif ok and known:
        print("%s %s: %s\n    is noted as a bug of the client, and is none any more" % (host, question, case), flush=True)


def finish(results, skipped, arguments, seconds):
    folder = os.path.join(CACHE, "results")
    os.makedirs(folder, exist_ok=True)
    deciding, failed = set(arguments.fail_on.split(",")), 0
    bad = total = known = 0
    for host, rows in results.items():
        counts = {}
        for question, _, ok, _, *rest in rows:
            good, all_ = counts.get(question, (0, 0))
            counts[question] = (good + bool(ok), all_ + 1)
            known += bool(rest and rest[0] and not ok)
            wrong = not ok and not (rest and rest[0])
            bad += bool(wrong)
            failed += bool(wrong and question in deciding)
            total += 1
        print("%-14s %s" % (host, "  ".join("%s %d/%d" % (it, *counts[it]) for it in counts) or "nothing was asked"))
        if rows and not arguments.quick:
            save(folder, host, rows, bool(arguments.case or arguments.again))
    for host, why in skipped.items():
        print("skipped: %s: %s" % (host, why))
        with open(os.path.join(folder, host + ".json"), "w", encoding="utf-8") as file:
            json.dump({"skipped": why, "date": today()}, file)
    line = "conformance: %d of %d as we say, %d not, %d known bugs of clients, %d clients skipped, %d s"
    print(line % (total - bad - known, total, bad, known, len(skipped), seconds))
    return 1 if failed or not total else 0


def save(folder, host, rows, some):
    """Keeps the rows of questions that were not asked this time, and with `some` those of cases that were not."""
    path = os.path.join(folder, host + ".json")
    old = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            old = json.load(file).get("rows", [])
    key = (lambda row: (row[0], row[1])) if some else (lambda row: row[0])
    asked = {key(row) for row in rows}
    rows = [row for row in old if key(row) not in asked] + [list(row) for row in rows]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"version": versions()[host]["version"], "date": today(), "rows": rows}, file, indent=1)


def today():
    return time.strftime("%Y-%m-%d", time.gmtime())

"""What an adapter has to say about its client. One client, one file in `clients/`."""

import importlib
import os
import pkgutil
import re


class Said:
    """What a client made of a file. The servers it started or connected to are known from the servers themselves."""

    def __init__(self, text=""):
        self.text = text  # what it printed, for reports
        self.refused = None  # why it does not start at all
        self.rejected = None  # why it leaves the whole file out
        self.dropped = None  # why it leaves a server out, where it says so
        self.failed = set()  # servers that it reports as failed
        self.complaints = []  # anything it says against the file: fields it ignores, servers it drops
        self.listed = {}  # name -> what it understood: transport, command, args, url, env, headers, enabled
        self.offered = None  # ids of the tools that a model would see


class Client:
    """An adapter. `folder` is where its packages are installed."""

    host = ""  # the host's id
    file = ""  # where its config file goes, from the root of the box on: home/… or project/…
    fast = False  # asked on every change
    slow = False  # takes seconds to start, so that a quick run asks it about fewer files
    tells_ignored = False  # whether it tells that it ignores a field
    tool_globs = False  # whether names in its tool lists are patterns
    star_is_all = False  # whether `*` alone is all of them
    starts_offline = True  # whether it starts servers without an account
    hands_on_as_said = True  # whether processes inherit what they do in the program that the host's table is about
    elsewhere = ()  # fixtures of its own host that belong into another file
    unasked = {}  # questions that cannot be put to it, and why
    known_servers = {}  # servers of sources, by host and name, that get something else, and why
    known_files = {}  # fixtures that it does not accept, and why that is right, as `| known: WHY` of a case
    runs_without_values = True  # whether it runs at all where a variable has no value

    def __init__(self, folder):
        self.folder = folder

    def program(self, name):
        """A program of the installed packages."""
        for path in ("node_modules/.bin", "venv/bin", "bin"):
            found = os.path.join(self.folder, path, name)
            if os.path.exists(found):
                return found
        raise FileNotFoundError(name)

    def place(self, box, content):
        """Writes the config file and what else the client needs to look at it."""
        path = box.write(self.file, content)
        self.prepare(box)
        return path

    def prepare(self, box):
        """What the client needs beside its config file: trust, accounts, …"""

    def refer(self, box):
        """Writes the files that `{file:…}` in the config refers to."""
        with open(os.path.join(box.root, self.file), encoding="utf-8", errors="replace") as file:
            names = re.findall(r"\{file:([^}]*)\}", file.read())
        for name in names:
            name = name.removeprefix("~/").removeprefix("./")
            if not name.startswith("/") and ".." not in name:
                box.write(os.path.join(os.path.dirname(self.file), name), "from-file")
                box.write("home/" + name, "from-file")

    def adder(self, box):
        """The program whose `mcp add` adds servers, where there is one."""
        return None

    def tool_name(self, name):
        """A tool's name as the client's lists have it."""
        return name

    def check(self, box):
        """Asks what the client understands, if possible without starting anything. Fills `Said`."""
        return self.live(box, {})

    def offers(self, box, env):
        """Runs a session of the client with the model API of the box. Gives the ids of the tools that the model was shown, or
        nothing where the client cannot be asked."""
        return None

    def live(self, box, env):
        """Makes the client start or connect to every server, with these variables set. Fills `Said`."""
        raise NotImplementedError


def adapters():
    """All adapters by host."""
    import clients

    found = {}
    for module in pkgutil.iter_modules(clients.__path__):
        code = importlib.import_module("clients." + module.name)
        for item in vars(code).values():
            if isinstance(item, type) and issubclass(item, Client) and item is not Client and item.__module__ == code.__name__:
                found[item.host] = item
    return found

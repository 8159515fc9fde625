"""A network of our own that has nothing but loopback."""

import fcntl
import os
import shutil
import socket
import struct
import subprocess
import sys

MARK = "MCPCONV_CONFORMANCE_ALONE"


def alone():
    """Whether this process has a network of its own."""
    return os.environ.get(MARK) == "yes"


def leave():
    """Starts this program again in a network of its own; comes back if that cannot be done here."""
    if alone():
        up()
        return True
    for flags in (["-n"], ["-rn"]):
        command = ["unshare", *flags, "--"]
        if shutil.which("unshare") and subprocess.run([*command, "true"], capture_output=True).returncode == 0:
            os.environ[MARK] = "yes"
            os.execvp("unshare", [*command, sys.executable, *sys.argv])
    return False


def up():
    """Switches loopback on: SIOCGIFFLAGS, then SIOCSIFFLAGS with IFF_UP."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        request = struct.pack("16sh", b"lo", 0)
        flags = struct.unpack("16sh", fcntl.ioctl(sock, 0x8913, request))[1]
        fcntl.ioctl(sock, 0x8914, struct.pack("16sh", b"lo", flags | 1))

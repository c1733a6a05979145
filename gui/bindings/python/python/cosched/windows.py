"""Scenarios opened in the window of the desktop program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from . import _native


def open_window(
    scenario: _native.Scenario, program: str | os.PathLike[str] | None = None
) -> subprocess.Popen[bytes]:
    """Open a scenario in the window; returns the process, which goes on by itself."""
    command = os.fspath(program) if program is not None else desktop_program()
    folder = Path(tempfile.mkdtemp(prefix="cosched-"))
    file = folder / "scenario.ron"
    file.write_text(scenario.portable(), encoding="utf-8")
    return subprocess.Popen([command, file])


def desktop_program() -> str:
    """The program with a window: the first `cosched` on the path that is not this package's own."""
    own = {Path(sysconfig.get_path("scripts")).resolve(), Path(sys.executable).resolve().parent}
    folders = os.environ.get("PATH", "").split(os.pathsep)
    others = [folder for folder in folders if folder and Path(folder).resolve() not in own]
    found = shutil.which("cosched", path=os.pathsep.join(others))
    if found is None:
        raise _native.Error(
            "no `cosched` with a window is on the path beside this package's, which has none; `cargo install --path gui` makes one, and `program` says where it is"
        )
    return found

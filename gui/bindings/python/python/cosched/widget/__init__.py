"""The window as a widget of a notebook: the page in a browser, in a frame."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .. import _native

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError(
        "a widget needs the package anywidget: `pip install anywidget`, or cosched as `cosched[widget]`"
    ) from error

# What `gui/web/build` leaves there; a package that is built after it has it.
PAGE = Path(__file__).parent.parent / "page"
PROGRAM = "cosched_bg.wasm.gz"
# In this order, each after those that it imports.
SCRIPTS = ["access.js", "host.js", "cosched.js", "window.js", "frame.js"]


class Window(anywidget.AnyWidget):
    """The window with a scenario, simulated in the browser."""

    _esm = Path(__file__).parent / "widget.js"
    height = traitlets.Int(640, min=200, max=5_000).tag(sync=True)

    def __init__(self, scenario: _native.Scenario, picture: str, height: int):
        if not (PAGE / PROGRAM).is_file():
            raise _native.Error(
                "this package was built without the page: in a checkout run `gui/web/build` (on Debian), and install the package again"
            )
        super().__init__(height=height)
        self._text, self._files = scenario.beside_files()
        self._picture = picture
        # The program is asked for by a message: as a part of the state it would be saved with the notebook.
        self.on_msg(self._answer)

    def _answer(self, _: object, wanted: object, __: object) -> None:
        """Hand the page over to whoever shows it."""
        if wanted != "page":
            return
        try:
            said, buffers = self._page()
        except OSError as error:
            said, buffers = {"problem": f"cosched: {error}"}, []
        self.send(said, buffers)

    def _page(self) -> tuple[dict[str, Any], list[bytes]]:
        """What the frame is made of: its texts, and the bytes of the program and of the files."""
        frame = (PAGE / "frame.html").read_text(encoding="utf-8")
        said = {
            "frame": frame,
            "scripts": [(name, (PAGE / name).read_text(encoding="utf-8")) for name in SCRIPTS],
            "files": [name for name, _ in self._files],
            "scenario": self._text,
        }
        return said, [(PAGE / PROGRAM).read_bytes(), *(file.read_bytes() for _, file in self._files)]

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and a still picture where none can be shown."""
        shown = super()._repr_mimebundle_(**kwargs)
        if shown is not None:
            shown[0]["image/svg+xml"] = self._picture
        return shown

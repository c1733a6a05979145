"""The window as a widget: what the kernel hands to the frame, and what it says where that is not there."""

import re
from pathlib import Path

import pytest

import cosched

pytest.importorskip("anywidget")
from cosched import widget  # noqa: E402

WEB = Path(__file__).resolve().parents[3] / "web"
JOBS = "(machine: Cluster(nodes: 2), workload: Jobs([(submit: 0, runtime: 5, nodes: 2)]), policies: [Easy])"


@pytest.fixture
def page(tmp_path, monkeypatch):
    """A page of which each file says only its name."""
    folder = tmp_path / "page"
    folder.mkdir()
    for name in [widget.PROGRAM, "frame.html", *widget.SCRIPTS]:
        (folder / name).write_text(f"this is {name}")
    monkeypatch.setattr(widget, "PAGE", folder)


def answer(shown):
    """What `shown` answers when it is asked for the page."""
    sent = []
    shown.send = lambda said, buffers: sent.append((said, buffers))
    shown._handle_custom_msg("page", [])
    return sent.pop()


def test_it_hands_over_page_scenario_and_log(page, tmp_path):
    log = tmp_path / "deep" / "own.swf"
    log.parent.mkdir()
    log.write_text("; MaxProcs: 4\n1 0 -1 9 2 -1 -1 2 9 -1 1 1 1 -1 1 -1 -1 -1\n")
    said, buffers = answer(cosched.run(log, "easy")[0].widget())
    assert [name for name, _ in said["scripts"]] == widget.SCRIPTS
    assert dict(said["scripts"])["host.js"] == "this is host.js"
    assert buffers == [f"this is {widget.PROGRAM}".encode(), log.read_bytes()]
    # The scenario is read where the log lies beside it, and knows no folder of this machine.
    assert said["files"] == ["own.swf"] and "Easy" in said["scenario"]
    assert 'path: "own.swf"' in said["scenario"] and str(tmp_path) not in said["scenario"]


def test_a_file_that_is_gone_is_said_in_the_notebook(page, tmp_path):
    log = tmp_path / "own.swf"
    log.write_text("; MaxProcs: 4\n1 0 -1 9 2 -1 -1 2 9 -1 1 1 1 -1 1 -1 -1 -1\n")
    shown = cosched.run(log, "easy")[0].widget()
    log.unlink()
    said, buffers = answer(shown)
    assert "own.swf" in said["problem"] and buffers == []


def test_nothing_of_the_page_is_saved_with_the_notebook(page):
    shown = cosched.run(JOBS)[0].widget(height=400)
    assert shown.get_state()["height"] == 400
    assert "this is" not in str(shown.get_state())


def test_there_is_a_still_picture_where_no_widget_can_be_shown(page):
    bundle, _ = cosched.run(JOBS)[0].widget()._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["image/svg+xml"].startswith("<svg")


def test_without_the_page_it_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setattr(widget, "PAGE", tmp_path)
    with pytest.raises(cosched.Error, match="gui/web/build"):
        cosched.run(JOBS)[0].widget()


@pytest.mark.parametrize("height", [10, 1e9])
def test_a_height_that_shows_nothing_is_refused(page, height):
    with pytest.raises((cosched.Error, TypeError), match="height"):
        cosched.run(JOBS)[0].widget(height=height)


def test_each_script_imports_only_what_comes_before_it():
    before = []
    for name in widget.SCRIPTS:
        # The one that is missing there is made from the program, and imports the host.
        sources = [path for path in (WEB / "page" / name, WEB / "notebook" / name) if path.is_file()]
        for path in sources:
            imported = re.findall(r'\bfrom *["\']\./([\w-]+\.js)["\']', path.read_text())
            assert set(imported) <= set(before), name
        assert sources or name == "cosched.js"
        before.append(name)

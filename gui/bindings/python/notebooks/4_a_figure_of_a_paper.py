# %% [markdown]
# # A figure of a paper
# Experiments of papers are run again by the program, which comes with the package: what was reported, what is
# measured, and a verdict. Here in small; without `--workloads` and `--jobs` it has the size of the paper.

# %%
import csv
import subprocess
import sys
import tempfile
from pathlib import Path

folder = Path(tempfile.mkdtemp())


def program(*arguments):
    """Run the program, and return what it prints."""
    command = [sys.executable, "-m", "cosched", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout


print(program("reproduce"))

# %%
small = ["--workloads", "2", "--jobs", "60", "--quiet"]
said = program("reproduce", "adasa", *small, "--out", "values.csv", "--figure", "figure.svg")
print(said[:1500])

# %%
with open(folder / "values.csv", newline="") as file:
    values = list(csv.DictReader(file))
print(f"{len(values)} values, of which the first is {values[0]}")
figure = (folder / "figure.svg").read_text()
try:
    from IPython.display import SVG, display

    display(SVG(figure))
except ImportError:
    print(f"the figure is in {folder / 'figure.svg'}")

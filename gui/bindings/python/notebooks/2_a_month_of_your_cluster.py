# %% [markdown]
# # A month of your cluster
# A log in, what it says, and what another setting would have done. Put the path of your own log here: SWF,
# `sacct -P`, PBS, Flux or a table, packed or not.

# %%
import tempfile
from pathlib import Path

import cosched

LOG = None  # "month.sacct.gz"

# %% [markdown]
# Without one, a month is drawn from a model and written as a log.

# %%
if LOG is None:
    drawn = cosched.generate("lublin", jobs=1500, nodes=64, seed=3)
    LOG = Path(tempfile.mkdtemp()) / "month.swf"
    LOG.write_text(drawn.swf("drawn for a notebook"))
print(cosched.inspect(LOG))

# %%
jobs = cosched.jobs(LOG).to_numpy()
hours = jobs["runtime"].astype("i8") / 3.6e12
print(f"{len(hours)} jobs, {(hours * jobs['nodes']).sum():.0f} node hours, longest {hours.max():.1f} h")

# %%
results = cosched.run(LOG, ["fcfs", "easy", "conservative"])
print(results)

# %% [markdown]
# Who waits? By the width of jobs, under EASY:

# %%
easy = results["EASY"].jobs
for low, high in [(1, 1), (2, 4), (5, 16), (17, 64)]:
    wide = (easy["nodes"] >= low) & (easy["nodes"] <= high)
    if wide.any():
        print(f"{low:3} to {high:3} nodes: {easy['wait'][wide].mean() / 60:8.1f} min of {wide.sum()} jobs")

# %% [markdown]
# The order of the queue, another way: shortest estimates first, with how sure the difference is.

# %%
answer = cosched.whatif(LOG, "easy", order="ShortestEstimate")
print(answer)
answer.table

# %% [markdown]
# And another policy on the same jobs, compared job by job:

# %%
compared = results.compare("EASY").to_numpy()
for policy, measure, change in zip(compared["policy"], compared["measure"], compared["change"]):
    print(f"{policy:12} {measure:16} {change:+.1%} against EASY")

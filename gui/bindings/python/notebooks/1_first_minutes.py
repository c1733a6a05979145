# %% [markdown]
# # First minutes
# Two published policies on the same jobs: who waits, and why. This file is a notebook (percent format): open it
# in VS Code, Spyder or by `jupytext --to notebook`, or run it as it is.

# %%
import cosched

month = """(
    machine: Cluster(nodes: 64),
    workload: Lublin(jobs: 1000, load: 0.9, estimates: UpTo(5)),
    policies: [Fcfs, Easy, Conservative],
    seed: 7,
)"""
results = cosched.run(month)
results

# %% [markdown]
# Under FCFS nobody passes the head of the queue; under EASY a job may if the head is not delayed.

# %%
fcfs, easy = results["FCFS"], results["EASY"]
gained = fcfs.jobs["wait"] - easy.jobs["wait"]
print(f"{(gained > 0).sum()} of {len(gained)} jobs wait less under EASY, {(gained < 0).sum()} longer")

# %% [markdown]
# The job that gains most, and why it could start when it did:

# %%
easy.explain(easy.jobs["job"][gained.argmax()])

# %% [markdown]
# The schedule, and how waits are spread:

# %%
easy

# %%
results.figure("wait")

# %% [markdown]
# Metrics of all runs, as a table for whatever takes numpy columns, pandas frames or Arrow:

# %%
summary = results.summary()
for policy, wait in zip(summary["policy"], summary["mean_wait"]):
    print(f"{policy:12} {wait / 60:8.1f} min")

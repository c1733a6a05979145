# %% [markdown]
# # A policy of your own
# A class with a method `schedule`, called whenever something has happened. This one is EASY in its simplest form,
# with the shortest job first behind the head.

# %%
import cosched


class ShortestBehindTheHead(cosched.Policy):
    def schedule(self, state):
        queue, free = state.queue, state.free_nodes
        # The head starts as long as it fits.
        first = 0
        while first < len(queue) and queue["nodes"][first] <= free:
            state.start(queue["row"][first], "it is first in the queue")
            free -= queue["nodes"][first]
            first += 1
        if first == len(queue):
            return
        # When the head will fit, by the estimates, and what it will leave over.
        running = state.running
        running = running[running["ends"].argsort(kind="stable")]
        later = free + running["nodes"].cumsum()
        enough = (later >= queue["nodes"][first]).argmax()
        shadow, extra = running["ends"][enough], later[enough] - queue["nodes"][first]
        rest = queue[first + 1 :]
        for job in rest[rest["estimate"].argsort(kind="stable")]:
            ends_before = state.now + job["estimate"] <= shadow
            if job["nodes"] <= free and (ends_before or job["nodes"] <= extra):
                state.start(job, "it does not delay the head")
                free -= job["nodes"]
                if not ends_before:
                    extra -= job["nodes"]


# %%
month = """(
    machine: Cluster(nodes: 64),
    workload: Lublin(jobs: 1000, load: 0.95, estimates: UpTo(3)),
    policies: [Fcfs],
    seed: 11,
)"""
results = cosched.run(month, ["fcfs", "easy", ShortestBehindTheHead])
print(results)

# %% [markdown]
# A story of one of its jobs: the sentences are those that the policy gave.

# %%
mine = results["ShortestBehindTheHead"]
print(mine.explain(mine.jobs["job"][mine.jobs["wait"].argmax()]))

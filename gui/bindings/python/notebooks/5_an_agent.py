# %% [markdown]
# # An agent
# An agent that learns which job is next: six weights, one for each feature of a waiting job, found by the
# cross-entropy method. It is trained on some parts of a workload and tested on others, against rules that do
# not learn. All numbers below were set beforehand; it may lose.

# %%
import numpy as np

from cosched.environments import QueueEnv

month = """(
    machine: Cluster(nodes: 64),
    workload: Lublin(jobs: 2000, load: 1.0, estimates: UpTo(3)),
    policies: [Fcfs],
    seed: 5,
)"""
env = QueueEnv(month, jobs=100, window=32, reward="bounded_slowdown")
TRAINED, TESTED = range(8), range(1000, 1030)
GENERATIONS, AGENTS, BEST = 8, 24, 6


def episode(weights, seed):
    """Mean bounded slowdown of an episode in which the job of the greatest score is next."""
    observation, info = env.reset(seed=seed)
    is_over = False
    while not is_over:
        scores = np.where(info["action_mask"], observation @ weights, -np.inf)
        observation, reward, is_over, _, info = env.step(scores.argmax())
    return -reward


# %% [markdown]
# Training: draw agents, keep the best, and draw the next around those.

# %%
random = np.random.default_rng(0)
centre, width = np.zeros(6), np.ones(6)
for generation in range(GENERATIONS):
    agents = centre + width * random.standard_normal((AGENTS, 6))
    costs = [np.mean([episode(agent, seed) for seed in TRAINED]) for agent in agents]
    best = agents[np.argsort(costs)[:BEST]]
    centre, width = best.mean(axis=0), best.std(axis=0) + 0.02
    print(f"generation {generation + 1}: {min(costs):.2f} at best, {np.mean(costs):.2f} on average")

# %% [markdown]
# The test, on parts that it has not seen: the mean of the differences, episode by episode, and its standard
# error. Parts overlap, and slowdowns are skewed: no interval of a known probability follows from it.

# %%
rules = {
    "first in the queue": np.zeros(6),
    "shortest estimate": np.array([0, -1.0, 0, 0, 0, 0]),
    "fewest nodes": np.array([0, 0, -1.0, 0, 0, 0]),
}
learnt = np.array([episode(centre, seed) for seed in TESTED])
print(f"the agent: {learnt.mean():.2f}")
for name, weights in rules.items():
    costs = np.array([episode(weights, seed) for seed in TESTED])
    less = costs - learnt
    error = less.std(ddof=1) / np.sqrt(len(less))
    print(f"{name}: {costs.mean():.2f}, the agent is less by {less.mean():.2f} (standard error {error:.2f})")

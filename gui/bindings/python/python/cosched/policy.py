"""Policies in Python."""

from typing import Protocol, runtime_checkable

from ._native import State


@runtime_checkable
class Schedules(Protocol):
    """An object with the method of a policy."""

    def schedule(self, state: State, /) -> object:
        """Start what is to start at this instant."""


class Policy:
    """A policy of one's own: a class with a method `schedule`, called whenever something happened.

        class ShortestFirst(cosched.Policy):
            def schedule(self, state):
                queue = state.queue
                for job in queue[queue["estimate"].argsort(kind="stable")]:
                    if job["nodes"] > state.free_nodes:
                        break
                    state.start(job, "it asks for the shortest time")

    Each run makes an object of its own, without arguments; of an object that is given instead of
    a class, each run has a deep copy. An attribute `name` is its name in results. Any class with
    that method is a policy, whether it inherits from this one or not.
    """

    def schedule(self, state: State) -> None:
        """Start what is to start at this instant; `state` is of no use afterwards."""
        raise NotImplementedError(f"{type(self).__name__} has no method `schedule(self, state)`")

"""FCFS and EASY as another program: python3 policies.py fcfs | easy

Reads a line of JSON about the machine, then one at each instant, and answers each with
a line that says which jobs start.
"""

import json
import sys
from dataclasses import dataclass
from fractions import Fraction


@dataclass
class Job:
    number: int
    nodes: int
    estimate: Fraction


class Machine:
    """What is known: who waits, in the order of submission, and who runs until when."""

    def __init__(self):
        self.now = Fraction(0)
        self.free = 0
        self.queue = []
        self.running = {}  # a job's number: the job, and when it ends by its estimate

    def hear(self, news):
        self.now = Fraction(news["now"])
        self.free = news["free"]
        for number in news["ended"]:
            del self.running[number]
        # What could not start because of maintenance waits as before.
        for number in news["returned"] + news["refused"]:
            self.queue.append(self.running.pop(number)[0])
            self.queue.sort(key=lambda job: job.number)
        for told in news["submitted"]:
            estimate = Fraction(told["estimate"])
            self.queue.append(Job(told["job"], told["nodes"], estimate))

    def start(self, job):
        self.queue.remove(job)
        self.free -= job.nodes
        self.running[job.number] = (job, self.now + job.estimate)

    def shadow(self, head):
        """When `head` can start by the estimates, and the nodes that it leaves then."""
        free = self.free
        ends = sorted((end, job.nodes) for job, end in self.running.values())
        for place, (end, nodes) in enumerate(ends):
            free += nodes
            is_last = place + 1 == len(ends) or ends[place + 1][0] > end
            if is_last and free >= head.nodes:
                return end, free - head.nodes
        return None, 0


def fcfs(machine):
    while machine.queue and machine.queue[0].nodes <= machine.free:
        job = machine.queue[0]
        machine.start(job)
        yield {"job": job.number, "why": "it is the head of the queue"}


def easy(machine):
    yield from fcfs(machine)
    if not machine.queue:
        return
    head = machine.queue[0]
    shadow, extra = machine.shadow(head)
    if shadow is None:
        return
    for job in machine.queue[1:]:
        if job.nodes > machine.free:
            continue
        is_over = machine.now + job.estimate <= shadow
        if is_over or job.nodes <= extra:
            if not is_over:
                extra -= job.nodes
            machine.start(job)
            why = "it does not delay the head of the queue"
            yield {"job": job.number, "why": why, "passed": head.number}


def main():
    policies = {"fcfs": fcfs, "easy": easy}
    name = sys.argv[1] if len(sys.argv) == 2 else None
    if name not in policies:
        sys.exit("usage: python3 policies.py fcfs | easy")
    json.loads(sys.stdin.readline())  # the machine: nothing of it is needed here
    print("{}", flush=True)
    machine = Machine()
    for line in sys.stdin:
        # Times may have nine decimals, which floats would not keep.
        machine.hear(json.loads(line, parse_float=Fraction))
        print(json.dumps({"start": list(policies[name](machine))}), flush=True)


if __name__ == "__main__":
    main()

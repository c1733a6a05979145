"""What `kill` and `load` beside this share: a log in which many jobs wait, and the service that follows it."""

import heapq
import json
import random
import re
import subprocess
import urllib.error
import urllib.request

NODES = 128


def write_log(path, jobs, waiting=None):
    """Writes a made-up log, always the same, of a machine that is hardly ever idle; returns when each job starts there.
    Where `waiting` is given, as many wait from some time on: whenever a job starts, the next is submitted."""
    draw = random.Random(2026)
    free, submit, last, starts = [0] * NODES, 0, 0, {}
    lines = [f"; MaxNodes: {NODES}"]
    for number in range(1, jobs + 1):
        submit += int(draw.expovariate(1 / 130))
        if waiting and number > waiting:
            submit = starts[str(number - waiting)]
        width = draw.choice([1, 1, 2, 4, 8, 16, 32])
        runtime = min(36000, max(30, int(draw.lognormvariate(7, 1))))
        limit = runtime + draw.randint(60, 4 * runtime)
        free_at = [heapq.heappop(free) for _ in range(width)]
        start = last = max(submit, last, free_at[-1])
        for _ in range(width):
            heapq.heappush(free, start + runtime)
        starts[str(number)], user = start, draw.randint(1, 40)
        lines.append(f"{number} {submit} {start - submit} {runtime} {width} -1 -1 {width} {limit} -1 1 {user} 1 -1 1 -1 -1 -1")
    path.write_text("\n".join(lines) + "\n")
    return starts


class Service:
    """The program as a service of `log.swf` in `folder` at an instant, recording into `record` there."""

    def __init__(self, program, folder, at, options):
        words = f"serve --log log.swf --at {at:.3f} --policy easy --record record --rate 100000 --listen 127.0.0.1:0 {options}"
        self.process = subprocess.Popen([program, *words.split()], cwd=folder, stderr=subprocess.PIPE, text=True)
        said = ""
        for line in self.process.stderr:
            said += line
            if found := re.search(r"listening on http://(\S+)", line):
                self.at = found[1]
                return
        raise SystemExit(f"FAILED: the service did not start: {said}")

    def answer(self, path):
        """The answer as JSON; `None` if there is none yet."""
        try:
            with urllib.request.urlopen(f"http://{self.at}{path}", timeout=10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
            return None

    def resident(self):
        """Resident memory in KiB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

//! Parts of ADaSA, and how each is implemented.

use crate::papers::{Part, letter, not, reading};

pub(super) const PAPER: &str = "Li and others: QoS-aware parallel job scheduling framework for simulation execution as a service, 2017 (ADaSA)";

pub(super) const PARTS: &[Part] = &[
    letter(
        "order by deadlines",
        "the earliest first, in the queue and among jobs in the background",
    ),
    letter(
        "least size that meets the deadline",
        "found anew at every pass in a profile of the foreground, where earlier jobs have their places",
    ),
    reading(
        "the size a job starts with",
        "the least one, and more if nobody waits (expand_idle): added because just the least size makes response worse at low load, against the paper. By the letter: expand_idle: false, shown beside it",
    ),
    letter(
        "jobs behind a blocked head",
        "go ahead only if they end before it is foreseen to start; no use of extra processors",
    ),
    reading(
        "sizes when passing, and in the background",
        "as many processors as are idle and of use, but at least the least size; the paper does not say",
    ),
    reading(
        "KCEASY",
        "by the listings of the paper on consolidation of 2012; the one that is cited enhances FCFS by tentative runs",
    ),
    reading(
        "kill and restart under the moldable two",
        "only if the job ends sooner so: otherwise jobs are killed again and again. KCEASY and ADaSA kill always",
    ),
    letter(
        "fair-shared",
        "as many processors as possible to the first job, as this paper describes it; what the cited work calls so is fair: Weighted",
    ),
    letter(
        "parallel",
        "shares as even as possible among all that wait, up to what is of use",
    ),
    reading(
        "background machines",
        "all processes of a job go at the least (1 - use of the foreground) / own use of its processors: invented after the papers on two tiers",
    ),
    reading(
        "what virtual machines cost",
        "nothing, as the paper leaves its 5 % out; a share of the time is an option (loss)",
    ),
    letter("speed-up", "Downey's model, or a table for each job"),
    reading(
        "response",
        "the paper tells it from turnaround and does not define it: the study says by which time it judges",
    ),
    reading(
        "bounded slowdown",
        "divided by the runtime at the size asked for, at least 10 s, so that services can be compared; the paper does not say which runtime",
    ),
    not(
        "the workload of Jann and others, its tables",
        "not found: a re-fit of the model to the log it was made from, and sizes and runtimes of log-uniform probability",
    ),
    not(
        "deadlines, speed-ups, over-requests, loads",
        "no numbers are printed: all of them are invented, and the study runs several",
    ),
    not(
        "figure 2, its values",
        "no numbers can be read; only the percentages of the abstract can be compared",
    ),
];

//! Parts of DESiDE, and how each is implemented.

use crate::papers::{Part, letter, not, reading};

pub(super) const PAPER: &str = "Chahal, Mathew, Nambiar: Simulation based job scheduling optimization for batch workloads, 2019 (DESiDE)";

pub(super) const PARTS: &[Part] = &[
    reading(
        "makespan (equations 1 and 2)",
        "from the first submission to the last completion; the equations add up the execution times of a server as if its jobs ran one after another, while all of the paper runs them together",
    ),
    letter(
        "LET (equation 3)",
        "where a look-ahead says the job itself ends first; of equal servers the first, of which the paper says nothing",
    ),
    reading(
        "SLF (equations 4 and 5)",
        "the load is threads that are not done over cores, and changes as soon as a job is placed; the text also speaks of the momentary use of processors",
    ),
    reading(
        "MOM: which jobs the maximum is over",
        "by default the jobs of the server and the one to be placed (All), chosen because it is better on average; by the letter the active jobs only (mom: Existing). The study shows both",
    ),
    letter(
        "what a look-ahead knows",
        "the jobs that are active on a server and the one to be placed, nothing that comes later",
    ),
    reading(
        "jobs that become ready together",
        "placed one after another by their place in the workload, each seeing the ones before; the paper does not say. By HEFT's rank: ready: UpwardRank",
    ),
    reading(
        "busy and idle times (equations 6 to 9)",
        "engine: Cycle. What a thread has to do stays what it is and the last interval is cut short: noise only takes threads out of step",
    ),
    reading(
        "fluid engine",
        "the default: each thread progresses at the mean rate of those intervals until something changes. It draws nothing, and look-aheads use it; the paper has intervals only",
    ),
    reading(
        "shortage of bandwidth (equation 10)",
        "never below 0: a thread that gets more than it asks for is not faster",
    ),
    reading(
        "threads among which it is shared (11)",
        "those that hold a core, no more than there are cores; with all that are not done (th: All) too many threads would count twice",
    ),
    letter(
        "equal shares (11)",
        "what one thread leaves is lost to the others. Max-min fair shares are an option (bw_model: MaxMin) and never add up to more than a server has",
    ),
    letter(
        "local and remote memory (12 to 14)",
        "1 + s d with the latency of remote over local memory, at least 1. So remote memory costs nothing where bandwidth is not short; eq14: Always makes it cost",
    ),
    reading(
        "which threads are remote",
        "none by default, since memory is bound in the paper's measurements; else (binding: false) the last quarter of each group, fixed",
    ),
    letter(
        "utilisation as a function of time",
        "threads may have phases, each with its own utilisation and bandwidth (then)",
    ),
    reading(
        "three seeds and the dominant mapping",
        "the mapping that most seeds lead to, up to nine if none comes twice, then run again as it is; how ties are broken is not in the paper",
    ),
    reading(
        "JS, the default of PARLANCE",
        "a load average over 60 s, sampled every 5 s, so that jobs launched together see the same old value: after the text; the numbers are invented",
    ),
    reading(
        "the 36 STREAM jobs",
        "4 to 28 threads and 3.6 to 10.5 GB/s are the paper's; which has what, and how long they take, is invented",
    ),
    not(
        "the graphs DAG-1 and DAG-2",
        "known from pictures only. Two drawn graphs were selected for likeness to the results; random batch and fork-join graphs, none selected, are the evidence",
    ),
    not(
        "measurements on a real cluster",
        "there is none here: makespans below JS are simulated, and the 5 % between simulated and measured SLF cannot be checked",
    ),
    not(
        "simulation times (table 1)",
        "they belong to a simulator that goes by intervals of 0.1 s; the study counts the intervals that it would have to simulate",
    ),
];

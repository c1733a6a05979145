//! Parts of RLScheduler, and how each is implemented.

use crate::papers::{Part, letter, not, reading};

pub(super) const PAPER: &str = "Zhang, Dai, He, Bao, Xie: RLScheduler: An Automated HPC Batch Job Scheduler Using Reinforcement Learning, 2020";

pub(super) const PARTS: &[Part] = &[
    letter(
        "sequences of 1024 jobs on an empty machine",
        "the ten that the artifact draws from each log with its seed 1, job by job as its simulator runs them",
    ),
    letter(
        "bounded slowdown",
        "mean over the jobs of a sequence, bounded by 10 s, and then over sequences",
    ),
    letter(
        "FCFS, SJF and F1",
        "scores of submission, requested time, and F1 of Carastan-Santos and de Camargo, with logarithms of 0.1 where there is none",
    ),
    reading(
        "WFP3 and UNICEP",
        "as the artifact computes them, with an instant of -1 for the current one; as they are written, by the wait so far, they stand beside that (\"as written\")",
    ),
    reading(
        "backfilling",
        "as the artifact has it: by submission, strictly before the instant at which the chosen job is expected to fit, which is determined once when it is chosen",
    ),
    reading(
        "jobs of a log",
        "as the artifact reads them: the larger number of processors, 10 s for an unknown runtime, no job of 0 s, the runtime where no time is requested",
    ),
    reading(
        "kernel network",
        "one perceptron scores each of up to 128 waiting jobs, as in the artifact; it has two hidden layers of 16 and 8 neurons and six features where that has three and eight, and the job with the greatest score is next",
    ),
    reading(
        "training",
        "an evolution strategy in place of proximal policy optimisation, for each log by itself, on sequences of 256 jobs of its first half, without backfilling; tested on the second half",
    ),
    not(
        "text of the paper",
        "it was not at hand; the definitions are those of the authors' simulator, and figures those of its README.md",
    ),
    not(
        "trajectory filtering",
        "sequences to learn from are drawn without regard to how hard they are; the logarithm of the slowdown keeps hard ones from counting for more",
    ),
    not(
        "the authors' networks",
        "results of their trained networks are shown as reported values, not computed: their files are of a framework that is not used here",
    ),
    not(
        "other metrics, transfer and fairness",
        "utilisation, waits and responses (Table VI and others), networks of one log on another, and fairness between users are not run",
    ),
];

//! Parts of Agile, and how each is implemented.

use crate::papers::{Part, letter, not, reading};

pub(super) const PAPER: &str = "Sudha, Thanushkodi: Process grain size based scheduling of parallel jobs with Agile algorithm, 2009";

pub(super) const PARTS: &[Part] = &[
    letter(
        "reaction (equation 3)",
        "from submission to the first start",
    ),
    reading(
        "response (equation 2)",
        "from submission to completion, as in the equation and as turnaround; the text says until the first response, which is response_text in the results",
    ),
    reading(
        "slowdown (equation 4)",
        "the mean of ratios, as it is typeset; the text's ratio of sums is slowdown_text in the results",
    ),
    reading(
        "utilisation (equation 1)",
        "processors are busy while they do useful work; with waiting for other processes it is utilisation_spinning in the results",
    ),
    reading(
        "gang scheduling",
        "a matrix in which jobs keep their columns; rows that fit into one are merged and idle columns are lent (unify, alternates), which the field does and the paper does not mention",
    ),
    reading(
        "fine grain: each job in a time slice",
        "jobs that fit share a row. With a row for every job (alone) the makespan would be the sum of all runtimes, and FCFS would win, against the paper",
    ),
    letter(
        "fine grain: the same as gang scheduling",
        "by construction: the same code places fine jobs under gang scheduling, flexible coscheduling and Agile",
    ),
    reading(
        "flexible coscheduling",
        "simplified: classes go by grain, or are measured by barriers and use of processors (classes). The papers it comes from were not at hand: their thresholds and periods are parameters here",
    ),
    reading(
        "what a process loses when others are away",
        "an invented model of barriers: no process passes the next barrier before all have reached it. Barriers are 0, a quarter of a quantum, four quanta, or never apart, by grain",
    ),
    reading(
        "five jobs in a time slice",
        "the first five that fit. By the letter the first five of the list, fit or not (reading: Literal); preferred because with the letter Agile loses to gang scheduling in medium grain, against the paper",
    ),
    reading(
        "secondary jobs and the head of the list",
        "jobs that were not placed lead the next quantum, arrivals come first, and the two heads of coarse grain swap roles: chosen with the outcome in view. By the letter: reading: Literal",
    ),
    reading(
        "slots of 1000 jobs in two heads",
        "they only decide the list a coarse job is in; were they batches with a barrier, one straggler would keep the machine idle",
    ),
    reading(
        "independent grain: any algorithm",
        "one list as in medium grain, with parts of jobs in what room is left",
    ),
    reading(
        "several grains in one workload",
        "the paper has one at a time; shares of quanta or of nodes are an option",
    ),
    not(
        "the grains of the logs' jobs",
        "no log has them: all jobs of a log are taken to be of the grain for which the paper uses it",
    ),
    not(
        "LLNL-T3D, the log for coarse grain",
        "not available; another log stands for it, and the study says which",
    ),
    not(
        "quantum and size of the machine",
        "not printed: 60 s, and the machine of each log",
    ),
    not(
        "overall running times",
        "those of the paper's program, not of the machine: 2 h 31 min for a log of two years cannot be simulated time",
    ),
    not(
        "figures 1 to 4, their values",
        "no numbers can be read; the study draws its own",
    ),
];

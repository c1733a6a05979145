//! Parts of fragmentation gradient descent, and how each is implemented.

use crate::papers::{Part, letter, not, reading};

pub(super) const PAPER: &str = "Weng, Yang, Yu, Wang, Tang, Yang, Zhang: Beware of Fragmentation: Scheduling GPU-Sharing Workloads with Fragmentation Gradient Descent, 2023";

pub(super) const PARTS: &[Part] = &[
    letter(
        "fragmentation of a node",
        "as the authors' simulator has it, in the mean over task classes: all that is left of GPUs where a task has no room or asks for none, else what is left of GPUs that have too little each",
    ),
    letter(
        "parts of GPUs",
        "a pod with less than a GPU has part of one; pods with whole ones have GPUs that are wholly free",
    ),
    letter(
        "gradient descent",
        "the node, and of part of a GPU the GPU, with the least increase of fragmentation",
    ),
    reading(
        "score of FGD",
        "a whole number from 0 to 100, the sigmoid of the descent in GPUs, and of equal ones the first node by name, as in the artifact; the descent itself is shown as well (\"not rounded\")",
    ),
    reading(
        "target workload",
        "the most frequent task classes with 95 % of the pods of the trace, by cores, GPUs and models, as in the artifact; memory is looked at for room only",
    ),
    reading(
        "the five other policies",
        "as the artifact scores them, in whole numbers, and with its choice of GPUs: the one with the least left that suffices, of Random any",
    ),
    reading(
        "inflation",
        "all pods of the trace in a random order, then others drawn from it with replacement up to 130 % of all GPUs, as in the artifact",
    ),
    not(
        "text of the paper",
        "only its abstract could be read; the definitions are those of the authors' simulator, and figures those of its published values",
    ),
    not(
        "seeds",
        "orders of arrival come from Go's random numbers there: means over ten orders are compared, not runs",
    ),
    not(
        "other traces of section 6",
        "those with more parts of GPUs, more GPUs per pod, models asked for or pods without GPUs are not run",
    ),
    not(
        "overhead of the scheduler in Kubernetes",
        "no Kubernetes runs here; filters that openb's pods never meet (taints, affinities, pods per node) are left out",
    ),
];

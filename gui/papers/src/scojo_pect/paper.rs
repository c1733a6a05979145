//! Parts of Scojo-PECT, and how each is implemented.

use crate::papers::{Part, letter, not, reading};

pub(super) const PAPER: &str = "Esbaugh: Coarse-grain time sharing with advantageous overhead minimization for parallel job scheduling, 2010 (Scojo-PECT)";

pub(super) const PARTS: &[Part] = &[
    letter(
        "slices by type, preemption at switches",
        "an interval has a slice for each type; jobs run in their own, and in others' where nodes are left (non-type backfilling)",
    ),
    reading(
        "lengths of slices",
        "2460, 840 and 300 s of an hour: not in the thesis, and invented; parameters",
    ),
    not(
        "shares that adapt to the load",
        "they come from the papers of 2007 and 2008, of which only abstracts were at hand: slices are fixed",
    ),
    reading(
        "where types begin",
        "600 s and 10800 s, with the bounds themselves in the longer type; table 1 leaves that open",
    ),
    reading(
        "no preemption within a slice",
        "a job that fills a slice of another type runs to its end; the thesis does not say otherwise",
    ),
    letter(
        "conservative backfilling within a type",
        "as in the experiments; EASY is an option",
    ),
    reading(
        "launch guard",
        "a job is launched only if the rest of the slice is worth its load: invented, because without it jobs may never end (launch_guard: false)",
    ),
    reading(
        "what is swapped when memory is short",
        "the oldest memory first, and what is left is still there. By the program in appendix A amounts get lost and only the last victim pays (swapping: Literal)",
    ),
    reading(
        "how often a victim pays (P-j)",
        "once in a preempted period, by its worst node. By the program once for every job that displaces it (charge: Event), with which wide jobs may never end",
    ),
    reading(
        "second stage of memory-aware (P-a)",
        "nodes without enough free memory, as the prose says; appendix B tests what is used (literal_second_stage)",
    ),
    reading(
        "order of the second stage (P-b)",
        "by the time until all that is needed fits, as prose and name say; figure 14 sorts by the soonest end (soonest_end)",
    ),
    reading(
        "first stage and resident memory (P-c, P-d)",
        "free is what is not assigned. By the program also what is not resident at the moment (resident_check, by_resident)",
    ),
    reading(
        "enough free nodes (P-e)",
        "as many as needed or more, as in the program; figure 14 asks for more than needed",
    ),
    reading(
        "amount that stays after a swap (P-f)",
        "what was there less what was taken; the program stores what was taken as what is left",
    ),
    reading(
        "relative response time (P-g)",
        "runtimes below 60 s count as 60 s: figure 19 is lost, the bound is invented",
    ),
    reading(
        "memory model MM5 (P-h)",
        "every type as the default: table 3 is damaged, its row is inferred from the conclusions; so is 7.13 %, which is printed nowhere else",
    ),
    letter(
        "memory by type and its models",
        "ten equally likely parts of a node for each type, as in the program of appendix D",
    ),
    letter(
        "drawn workloads",
        "the typeless set of the model of Lublin and Feitelson on 128 nodes: its shares of types and of work are the thesis's, and were not fitted",
    ),
    not(
        "its ten schedules",
        "not available: other seeds, and shorter interarrival times for the load that is reported",
    ),
    not(
        "memory of SDSC-BLUE's jobs",
        "random in the thesis, by what law is not said: the study says how it is drawn",
    ),
];

//! Parts of the search for windows of slots, and how each is implemented.

use crate::papers::{Part, letter, not, reading};

pub(super) const PAPER: &str = "Toporkov, Yemelyanov: Optimization of resources selection for jobs scheduling in heterogeneous distributed computing environments, 2018";

pub(super) const PARTS: &[Part] = &[
    letter(
        "general scheme",
        "groups from the fastest performance on, slots by start, those that end too soon dropped; what it finds equals the enumeration of all windows",
    ),
    letter(
        "MinFinish, MinRuntime, MinCost, MaxQ",
        "by the criteria of the paper; equal windows by order of the scheme",
    ),
    letter(
        "recurrence (2)",
        "a table over parts of the budget, on as few nodes as can matter",
    ),
    reading(
        "first value of the best (f_max = 0)",
        "none: with criteria below 0 nothing would ever be found",
    ),
    reading(
        "cost and budget",
        "at most the budget, as in (1); step vi says below it",
    ),
    reading(
        "FirstFit",
        "the earliest start of all groups, because the paper reports a start of 0 in every run. By the letter, the first window of the fastest group: GroupFirst, which the study shows beside it",
    ),
    reading(
        "step v.A, written inside a loop",
        "evaluated once, after the slots that end too soon are dropped",
    ),
    reading(
        "first row of recurrence (2)",
        "a window has just as many nodes as asked for: fewer are not reached, rather than worth 0",
    ),
    reading(
        "costs in whole parts of the budget",
        "rounded up, so that the budget is never exceeded; a scale makes the parts smaller",
    ),
    reading(
        "MultipleBest: what is cut out",
        "the time that the group's slowest node needs, which is what was reserved",
    ),
    reading(
        "percentages",
        "of the worse for costs, of the better for quality: so 44 % and 17 to 24 % come out of the printed values",
    ),
    reading(
        "performances from 2 to 10",
        "whole numbers, with which the printed values come out, and real ones, which the study shows as well",
    ),
    not(
        "prices of nodes",
        "their model was not found. An invented one has two numbers fitted to the printed means: the study shows what follows, it is no evidence for the prices",
    ),
    not(
        "how busy the nodes are",
        "of the hypergeometric load up to 30 % no parameters are printed: they are invented",
    ),
];

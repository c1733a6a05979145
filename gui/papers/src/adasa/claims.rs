//! Claims of the paper, all judged at one setting that was fixed beforehand.

use super::super::trials::{Metric, Treatment, Trials};
use super::super::{Claim, Estimate, Holds};
use super::{
    ADASA, EASY, FAIR, FIRST_START, JUDGED_SETTING, KCEASY, LITERAL, LOSING, LOSS, MISSED,
    PAPER_SERVICES, PARALLEL, RESPONSE, SLOWDOWN, Setting, TURNAROUND, USED,
};

/// Falls that the abstract claims for ADaSA: against which service, of what, and by "up to" how many
/// per cent.
pub(super) const FALLS: [(Treatment, Metric, f64); 6] = [
    (EASY, RESPONSE, -90.0),
    (KCEASY, RESPONSE, -90.0),
    (EASY, SLOWDOWN, -95.0),
    (KCEASY, SLOWDOWN, -95.0),
    (PARALLEL, MISSED, -60.0),
    (FAIR, MISSED, -60.0),
];

pub(super) fn claims(trials: &Trials<Setting>) -> Vec<Claim> {
    let mut claims: Vec<_> = FALLS.iter().filter_map(|one| falls(trials, one)).collect();
    claims.extend(missed_as_often(trials));
    claims.extend(is_least(
        trials,
        PARALLEL,
        RESPONSE,
        "Of all services the parallel one has the least response",
        "it gives everybody that waits a share of what is idle, so that nearly all begin at once; how long they last on so few processors does not count",
    ));
    claims.extend(is_least(
        trials,
        FAIR,
        TURNAROUND,
        "Of all services the fair-shared one has the least turnaround",
        "all processors go to the first job, up to where none is of use any more: little is gained by the last of them, and the machine does less in the time",
    ));
    claims.extend(loss(trials));
    claims
}

/// Whether `change` is significantly below 0, and its mean reaches `target`.
pub(super) fn reaches_target(change: Estimate, target: f64) -> bool {
    change.is_fall() && change.mean <= target
}

/// Changes of a metric from each of `others` to `service`, where there are any.
pub(super) fn changes(
    trials: &Trials<Setting>,
    setting: Setting,
    (service, others): (Treatment, impl IntoIterator<Item = Treatment>),
    metric: Metric,
) -> Vec<(Treatment, Estimate)> {
    let change = |other| Some((other, trials.change(setting, (service, other), metric)?));
    others.into_iter().filter_map(change).collect()
}

/// Changes as text, each with the service it is against.
pub(super) fn against(changes: &[(Treatment, Estimate)]) -> String {
    let text =
        |(other, change): &(_, Estimate)| format!("against {other} {}", change.change_words());
    changes.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Text on the setting of all claims of the paper.
fn setting() -> String {
    format!(
        "{}: the paper's workload model with nothing put on top, and as much work as the machine can do; one setting for all claims",
        JUDGED_SETTING.text()
    )
}

/// Text on inventions common to all claims.
const INVENTIONS: &str = "deadlines, speed-ups, load and the rate in the background are inventions, and idle processors go to jobs that start (expand_idle) because by the letter turnaround suffers";

/// Claim of a fall by "up to" a percentage, judged at the one setting.
fn falls(
    trials: &Trials<Setting>,
    &(other, metric, reported): &(Treatment, Metric, f64),
) -> Option<Claim> {
    let of = |agent, metric| trials.change(JUDGED_SETTING, (agent, other), metric);
    let change = of(ADASA, metric)?;
    let mut measured = change.change_words();
    let mut chosen = INVENTIONS.to_owned();
    // With few jobs, perhaps no job waits for a first start.
    let or_none =
        |change: Option<Estimate>| change.map_or("none".to_owned(), |change| change.change_words());
    if metric == RESPONSE {
        measured = format!(
            "start less submission {measured}; completion less submission {}",
            or_none(of(ADASA, TURNAROUND))
        );
        chosen = format!(
            "that response is start less submission was read so after it was seen that the figures fit; a start that a kill undoes does not count (were it to: {}); {INVENTIONS}",
            or_none(of(ADASA, FIRST_START))
        );
    }
    if let Some(literal) = of(LITERAL, metric) {
        measured += &format!("; by the letter {}", literal.change_words());
    }
    Some(Claim {
        statement: format!(
            "Abstract: {} falls by up to {} % against {other}",
            metric.name, -reported
        ),
        setting: setting(),
        reported: format!("up to {reported} %"),
        measured,
        holds: Holds::of(reaches_target(change, reported), change.is_fall()),
        choices: chosen,
        explanation: why(trials, metric, other),
    })
}

fn why(trials: &Trials<Setting>, metric: Metric, other: Treatment) -> String {
    let [ours, theirs] = [ADASA, other].map(|service| trials.mean(JUDGED_SETTING, service, metric));
    match metric {
        RESPONSE => format!(
            "jobs begin at once on few processors, {ours:.0} s after submission in the mean, and not after {theirs:.0} s as under {other}; on few processors they last longer, which start less submission does not count"
        ),
        SLOWDOWN => format!(
            "short jobs that wait for wide ones make the mean under {other}, {theirs:.1}; with small sizes hardly anybody waits, {ours:.1}"
        ),
        _ => format!(
            "{:.1} % of deadlines are missed, {:.1} % under {other}: where few processors are idle equal shares are small and thrifty, too",
            100.0 * ours,
            100.0 * theirs
        ),
    }
}

/// Largest difference of "about as often", in per cent. Our own; the paper has no number.
const ABOUT_PERCENT: f64 = 10.0;

fn missed_as_often(trials: &Trials<Setting>) -> Option<Claim> {
    let changes = changes(trials, JUDGED_SETTING, (ADASA, [EASY, KCEASY]), MISSED);
    let [ours, easy, kceasy] = [ADASA, EASY, KCEASY].map(|service| {
        let share = trials.mean(JUDGED_SETTING, service, MISSED);
        100.0 * share
    });
    (changes.len() == 2).then(|| Claim {
        statement: format!(
            "Deadlines are missed about as often as under EASY and KCEASY (here: within {ABOUT_PERCENT} %)"
        ),
        setting: setting(),
        reported: "about equal".to_owned(),
        measured: format!(
            "{ours:.1} % are missed, under EASY {easy:.1} %, under KCEASY {kceasy:.1} %: {}",
            against(&changes)
        ),
        holds: Holds::among(changes.iter().map(|(_, change)| change.mean.abs() <= ABOUT_PERCENT)),
        choices: format!("\"about\" is ours; {INVENTIONS}"),
        explanation: if changes.iter().all(|(_, change)| change.is_fall()) {
            "ADaSA misses fewer: it alone looks at deadlines, and ours, 2 to 6 runtimes after submission, leave it room to choose; the paper's are not known".to_owned()
        } else {
            "the paper's deadlines are not known; these are 2 to 6 runtimes after submission"
                .to_owned()
        },
    })
}

/// Claim that a service of the paper has less of a metric than the others.
fn is_least(
    trials: &Trials<Setting>,
    service: Treatment,
    metric: Metric,
    statement: &str,
    why: &str,
) -> Option<Claim> {
    let others = PAPER_SERVICES.into_iter().filter(|other| *other != service);
    let changes = changes(trials, JUDGED_SETTING, (service, others), metric);
    (!changes.is_empty()).then(|| Claim {
        statement: statement.to_owned(),
        setting: setting(),
        reported: "said of its aim, without a number".to_owned(),
        measured: format!(
            "{:.0} s; {}",
            trials.mean(JUDGED_SETTING, service, metric),
            against(&changes)
        ),
        holds: Holds::of(
            changes.iter().all(|(_, change)| change.is_fall()),
            changes.iter().all(|(_, change)| change.mean < 0.0),
        ),
        choices: INVENTIONS.to_owned(),
        explanation: why.to_owned(),
    })
}

/// Largest change that "can be left out", in points. Our own.
const MOST_POINTS: f64 = 5.0;

fn loss(trials: &Trials<Setting>) -> Option<Claim> {
    let mut moved = Vec::new();
    let mut said = Vec::new();
    for metric in [RESPONSE, SLOWDOWN, MISSED] {
        let [without, with] =
            [ADASA, LOSING].map(|service| trials.change(JUDGED_SETTING, (service, EASY), metric));
        let (without, with) = (without?, with?);
        moved.push((with.mean - without.mean).abs() <= MOST_POINTS);
        said.push(format!(
            "{} {}, with the loss {}",
            metric.name,
            without.change_words(),
            with.change_words()
        ));
    }
    let [without, with] = [ADASA, LOSING].map(|service| trials.mean(JUDGED_SETTING, service, USED));
    Some(Claim {
        statement: format!(
            "What virtual machines take of the processors, less than 5 %, can be left out (here: with {} % taken what ADaSA gains over EASY moves by {MOST_POINTS} points at most)",
            100.0 * LOSS
        ),
        setting: setting(),
        reported: "left out".to_owned(),
        measured: said.join("; "),
        holds: Holds::among(moved),
        choices: format!("the points are ours; EASY runs without virtual machines; {INVENTIONS}"),
        explanation: format!(
            "work is longer by a twentieth; of all processor time {:.0} % is used with the loss and {:.0} % without it",
            100.0 * with,
            100.0 * without
        ),
    })
}

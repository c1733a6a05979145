//! Claims of the paper, all judged at one setting that was fixed beforehand.

use super::super::trials::{Metric, Treatment, Trials};
use super::super::{Claim, Estimate, Holds};
use super::{
    ADASA, EASY, FAIR, FIRST_START, JUDGED, KCEASY, LITERAL, LOSING, LOSS, MISSED, OF_PAPER,
    PARALLEL, RESPONSE, SLOWDOWN, Setting, TURNAROUND, USED,
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
    claims.extend(about_as_often(trials));
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
pub(super) fn reaches(change: Estimate, target: f64) -> bool {
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
        JUDGED.words()
    )
}

/// Text on inventions common to all claims.
const INVENTED: &str = "deadlines, speed-ups, load and the rate in the background are inventions, and idle processors go to jobs that start (expand_idle) because by the letter turnaround suffers";

/// Claim of a fall by "up to" a percentage, judged at the one setting.
fn falls(
    trials: &Trials<Setting>,
    &(other, metric, reported): &(Treatment, Metric, f64),
) -> Option<Claim> {
    let of = |agent, metric| trials.change(JUDGED, (agent, other), metric);
    let change = of(ADASA, metric)?;
    let mut measured = change.change_words();
    let mut chosen = INVENTED.to_owned();
    // With few jobs, perhaps no job waits for a first start.
    let or_none =
        |change: Option<Estimate>| change.map_or("none".to_owned(), |change| change.change_words());
    if metric == RESPONSE {
        measured = format!(
            "start less submission {measured}; completion less submission {}",
            or_none(of(ADASA, TURNAROUND))
        );
        chosen = format!(
            "that response is start less submission was read so after it was seen that the figures fit; a start that a kill undoes does not count (were it to: {}); {INVENTED}",
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
        holds: Holds::of(reaches(change, reported), change.is_fall()),
        chosen,
        why: why(trials, metric, other),
    })
}

fn why(trials: &Trials<Setting>, metric: Metric, other: Treatment) -> String {
    let [ours, theirs] = [ADASA, other].map(|service| trials.mean(JUDGED, service, metric));
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
const ABOUT: f64 = 10.0;

fn about_as_often(trials: &Trials<Setting>) -> Option<Claim> {
    let changes = changes(trials, JUDGED, (ADASA, [EASY, KCEASY]), MISSED);
    let [ours, easy, kceasy] = [ADASA, EASY, KCEASY].map(|service| {
        let share = trials.mean(JUDGED, service, MISSED);
        100.0 * share
    });
    (changes.len() == 2).then(|| Claim {
        statement: format!(
            "Deadlines are missed about as often as under EASY and KCEASY (here: within {ABOUT} %)"
        ),
        setting: setting(),
        reported: "about equal".to_owned(),
        measured: format!(
            "{ours:.1} % are missed, under EASY {easy:.1} %, under KCEASY {kceasy:.1} %: {}",
            against(&changes)
        ),
        holds: Holds::among(changes.iter().map(|(_, change)| change.mean.abs() <= ABOUT)),
        chosen: format!("\"about\" is ours; {INVENTED}"),
        why: if changes.iter().all(|(_, change)| change.is_fall()) {
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
    let others = OF_PAPER.into_iter().filter(|other| *other != service);
    let changes = changes(trials, JUDGED, (service, others), metric);
    (!changes.is_empty()).then(|| Claim {
        statement: statement.to_owned(),
        setting: setting(),
        reported: "said of its aim, without a number".to_owned(),
        measured: format!(
            "{:.0} s; {}",
            trials.mean(JUDGED, service, metric),
            against(&changes)
        ),
        holds: Holds::of(
            changes.iter().all(|(_, change)| change.is_fall()),
            changes.iter().all(|(_, change)| change.mean < 0.0),
        ),
        chosen: INVENTED.to_owned(),
        why: why.to_owned(),
    })
}

/// Largest change that "can be left out", in points. Our own.
const POINTS: f64 = 5.0;

fn loss(trials: &Trials<Setting>) -> Option<Claim> {
    let mut moved = Vec::new();
    let mut said = Vec::new();
    for metric in [RESPONSE, SLOWDOWN, MISSED] {
        let [without, with] =
            [ADASA, LOSING].map(|service| trials.change(JUDGED, (service, EASY), metric));
        let (without, with) = (without?, with?);
        moved.push((with.mean - without.mean).abs() <= POINTS);
        said.push(format!(
            "{} {}, with the loss {}",
            metric.name,
            without.change_words(),
            with.change_words()
        ));
    }
    let [without, with] = [ADASA, LOSING].map(|service| trials.mean(JUDGED, service, USED));
    Some(Claim {
        statement: format!(
            "What virtual machines take of the processors, less than 5 %, can be left out (here: with {} % taken what ADaSA gains over EASY moves by {POINTS} points at most)",
            100.0 * LOSS
        ),
        setting: setting(),
        reported: "left out".to_owned(),
        measured: said.join("; "),
        holds: Holds::among(moved),
        chosen: format!("the points are ours; EASY runs without virtual machines; {INVENTED}"),
        why: format!(
            "work is longer by a twentieth; of all processor time {:.0} % is used with the loss and {:.0} % without it",
            100.0 * with,
            100.0 * without
        ),
    })
}

//! Claims of the paper, all judged at one setting that was fixed beforehand.

use super::super::{Claim, Estimate, Holds};
use super::falls::{FALLS, Fall};
use super::tables::Results;
use super::{
    ADASA, EASY, FAIR, FIRST_START, JUDGED, KCEASY, LITERAL, LOSING, LOSS, METRICS, MISSED,
    OF_PAPER, PARALLEL, RESPONSE, SERVICES, SLOWDOWN, TURNAROUND, USED,
};

pub(super) fn claims(results: &Results) -> Vec<Claim> {
    let mut claims: Vec<_> = FALLS.iter().filter_map(|one| falls(results, one)).collect();
    claims.extend(about_as_often(results));
    claims.extend(is_least(
        results,
        PARALLEL,
        RESPONSE,
        "Of all services the parallel one has the least response",
        "it gives everybody that waits a share of what is idle, so that nearly all begin at once; how long they last on so few processors does not count",
    ));
    claims.extend(is_least(
        results,
        FAIR,
        TURNAROUND,
        "Of all services the fair-shared one has the least turnaround",
        "all processors go to the first job, up to where none is of use any more: little is gained by the last of them, and the machine does less in the time",
    ));
    claims.extend(loss(results));
    claims
}

/// Whether `change` is significantly below 0.
pub(super) fn is_fall(change: Estimate) -> bool {
    change.mean < 0.0 && change.is_significant()
}

/// Whether `change` is significantly below 0, and its mean reaches `target`.
pub(super) fn reaches(change: Estimate, target: f64) -> bool {
    is_fall(change) && change.mean <= target
}

/// A change as text.
pub(super) fn words(change: Estimate) -> String {
    match change.half_width {
        Some(half) => format!("{:+.1} ± {half:.1} %", change.mean),
        None => format!("{:+.1} %", change.mean),
    }
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
fn falls(results: &Results, fall: &Fall) -> Option<Claim> {
    let Fall {
        other,
        metric,
        reported,
    } = *fall;
    let of = |agent, metric| results.change(JUDGED, (agent, other), metric);
    let change = of(ADASA, metric)?;
    let mut measured = words(change);
    let mut chosen = INVENTED.to_owned();
    // With few jobs, perhaps no job waits for a first start.
    let or_none = |change: Option<Estimate>| change.map_or("none".to_owned(), words);
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
        measured += &format!("; by the letter {}", words(literal));
    }
    Some(Claim {
        statement: format!(
            "Abstract: {} falls by up to {} % against {}",
            METRICS[metric], -reported, SERVICES[other].2
        ),
        setting: setting(),
        reported: format!("up to {reported} %"),
        measured,
        holds: Holds::of(reaches(change, reported), is_fall(change)),
        chosen,
        why: why(results, metric, other),
    })
}

fn why(results: &Results, metric: usize, other: usize) -> String {
    let [ours, theirs] = [ADASA, other].map(|service| results.mean(JUDGED, service, metric));
    let name = SERVICES[other].2;
    match metric {
        RESPONSE => format!(
            "jobs begin at once on few processors, {ours:.0} s after submission in the mean, and not after {theirs:.0} s as under {name}; on few processors they last longer, which start less submission does not count"
        ),
        SLOWDOWN => format!(
            "short jobs that wait for wide ones make the mean under {name}, {theirs:.1}; with small sizes hardly anybody waits, {ours:.1}"
        ),
        _ => format!(
            "{:.1} % of deadlines are missed, {:.1} % under {name}: where few processors are idle equal shares are small and thrifty, too",
            100.0 * ours,
            100.0 * theirs
        ),
    }
}

/// Largest difference of "about as often", in per cent. Our own; the paper has no number.
const ABOUT: f64 = 10.0;

fn about_as_often(results: &Results) -> Option<Claim> {
    let changes = [EASY, KCEASY].map(|other| {
        let change = results.change(JUDGED, (ADASA, other), MISSED)?;
        Some((SERVICES[other].2, change))
    });
    let [Some(one), Some(other)] = changes else {
        return None;
    };
    let changes = [one, other];
    let about = changes.map(|(_, change)| change.mean.abs() <= ABOUT);
    let said = changes.map(|(name, change)| format!("against {name} {}", words(change)));
    let [ours, easy, kceasy] = [ADASA, EASY, KCEASY].map(|service| {
        let share = results.mean(JUDGED, service, MISSED);
        100.0 * share
    });
    Some(Claim {
        statement: format!(
            "Deadlines are missed about as often as under EASY and KCEASY (here: within {ABOUT} %)"
        ),
        setting: setting(),
        reported: "about equal".to_owned(),
        measured: format!(
            "{ours:.1} % are missed, under EASY {easy:.1} %, under KCEASY {kceasy:.1} %: {}",
            said.join(", ")
        ),
        holds: Holds::of(about == [true; 2], about.contains(&true)),
        chosen: format!("\"about\" is ours; {INVENTED}"),
        why: match changes.iter().all(|(_, change)| is_fall(*change)) {
            true => "ADaSA misses fewer: it alone looks at deadlines, and ours, 2 to 6 runtimes after submission, leave it room to choose; the paper's are not known".to_owned(),
            false => "the paper's deadlines are not known; these are 2 to 6 runtimes after submission".to_owned(),
        },
    })
}

/// Claim that a service of the paper has less of a metric than the others.
fn is_least(
    results: &Results,
    service: usize,
    metric: usize,
    statement: &str,
    why: &str,
) -> Option<Claim> {
    let others = (0..OF_PAPER).filter(|other| *other != service);
    let changes: Vec<_> = others
        .filter_map(|other| Some((other, results.change(JUDGED, (service, other), metric)?)))
        .collect();
    let said = changes.iter().map(|(other, change)| {
        let name = SERVICES[*other].2;
        format!("against {name} {}", words(*change))
    });
    let said: Vec<_> = said.collect();
    (!changes.is_empty()).then(|| Claim {
        statement: statement.to_owned(),
        setting: setting(),
        reported: "said of its aim, without a number".to_owned(),
        measured: format!(
            "{:.0} s; {}",
            results.mean(JUDGED, service, metric),
            said.join(", ")
        ),
        holds: Holds::of(
            changes.iter().all(|(_, change)| is_fall(*change)),
            changes.iter().all(|(_, change)| change.mean < 0.0),
        ),
        chosen: INVENTED.to_owned(),
        why: why.to_owned(),
    })
}

/// Largest change that "can be left out", in points. Our own.
const POINTS: f64 = 5.0;

fn loss(results: &Results) -> Option<Claim> {
    let mut moved = Vec::new();
    let mut said = Vec::new();
    for metric in [RESPONSE, SLOWDOWN, MISSED] {
        let [without, with] =
            [ADASA, LOSING].map(|service| results.change(JUDGED, (service, EASY), metric));
        let (without, with) = (without?, with?);
        moved.push((with.mean - without.mean).abs() <= POINTS);
        said.push(format!(
            "{} {}, with the loss {}",
            METRICS[metric],
            words(without),
            words(with)
        ));
    }
    let [without, with] = [ADASA, LOSING].map(|service| results.mean(JUDGED, service, USED));
    Some(Claim {
        statement: format!(
            "What virtual machines take of the processors, less than 5 %, can be left out (here: with {} % taken what ADaSA gains over EASY moves by {POINTS} points at most)",
            100.0 * LOSS
        ),
        setting: setting(),
        reported: "left out".to_owned(),
        measured: said.join("; "),
        holds: Holds::of(
            moved.iter().all(|near| *near),
            moved.iter().any(|near| *near),
        ),
        chosen: format!("the points are ours; EASY runs without virtual machines; {INVENTED}"),
        why: format!(
            "work is longer by a twentieth; of all processor time {:.0} % is used with the loss and {:.0} % without it",
            100.0 * with,
            100.0 * without
        ),
    })
}

//! The paper's claims, and the targets set for them beforehand.

use super::super::{Claim, Estimate, Holds};
use super::reported::{SERVERS, SIZES, STORED};
use super::tables::{Results, gain};
use super::{BASELINE, LET, MOM, SLF};

/// Three servers, by their place.
const THREE: usize = 1;

pub(super) fn claims(results: &Results) -> Vec<Claim> {
    vec![
        order(results),
        stored(results),
        better(results),
        mom_before_let(results),
        fewer_at_two(results),
        baseline(results),
    ]
}

fn order(results: &Results) -> Claim {
    let in_order = results.stored.iter().map(|graph| {
        let makespans = graph.makespans[THREE];
        [MOM, LET, SLF, BASELINE].is_sorted_by(|a, b| makespans[*a] < makespans[*b])
    });
    let makespans = results.stored.iter().map(|graph| {
        let [slf, least, mom, average] = graph.makespans[THREE];
        format!(
            "{}: MOM {mom:.1}, LET {least:.1}, SLF {slf:.1}, load average {average:.1} s",
            graph.name
        )
    });
    let count = in_order.clone().filter(|holds| *holds).count();
    Claim {
        why: String::new(),
        statement: "On the stored graphs and 3 servers MOM < LET < SLF < the load average"
            .to_owned(),
        measured: makespans.collect::<Vec<_>>().join("; "),
        holds: Holds::of(count == results.stored.len(), count > 0),
        ..Claim::default()
    }
}

fn stored(results: &Results) -> Claim {
    let pairs = results.stored.iter().zip(STORED);
    let rows: Vec<_> = pairs
        .map(|(graph, wanted)| {
            let found = [LET, MOM].map(|policy| gain(graph, THREE, policy, SLF));
            let text = format!("{}: LET {:.1}, MOM {:.1} %", graph.name, found[0], found[1]);
            let close = found
                .iter()
                .zip(wanted)
                .all(|(found, wanted)| (found - wanted).abs() < 0.05);
            (text, close)
        })
        .collect();
    let close = rows.iter().filter(|row| row.1).count();
    Claim {
        why: String::new(),
        statement: "The gains they were stored with: MOM over SLF 11.0 and 7.7 %, LET over SLF 5.8 and 6.1 % on 3 servers".to_owned(),
        measured: rows.iter().map(|row| &*row.0).collect::<Vec<_>>().join("; "),
        holds: Holds::of(close == rows.len(), close > 0),
        ..Claim::default()
    }
}

/// The mean and the share of graphs on which it is above 0.
fn mean_and_share(gains: &[f64]) -> (Estimate, f64) {
    let above = gains.iter().filter(|gain| **gain > 0.0).count();
    let share = 100.0 * above as f64 / gains.len().max(1) as f64;
    let nothing = Estimate {
        mean: f64::NAN,
        half_width: None,
    };
    (Estimate::of(gains).unwrap_or(nothing), share)
}

fn better(results: &Results) -> Claim {
    let (mut holds, mut in_direction, mut texts) = (true, true, Vec::new());
    for (size, jobs) in SIZES.iter().enumerate() {
        let [of_let, of_mom] =
            [LET, MOM].map(|policy| mean_and_share(&results.gains(size, THREE, policy, SLF)));
        for (name, (estimate, share)) in [("LET", of_let), ("MOM", of_mom)] {
            holds &= (75.0..=92.0).contains(&share) && (2.0..=6.0).contains(&estimate.mean);
            in_direction &= share > 50.0 && estimate.mean > 0.0 && estimate.is_significant();
            texts.push(format!(
                "{jobs} jobs, {name}: better on {share:.1} % of graphs, {} % on average",
                estimate.words()
            ));
        }
        holds &= of_mom.0.mean >= of_let.0.mean - 0.5;
    }
    Claim {
        why: String::new(),
        statement: "On random graphs and 3 servers LET and MOM are better than SLF on 75 to 92 % of them, by 2 to 6 % on average, MOM no more than 0.5 points behind LET".to_owned(),
        measured: texts.join("; "),
        holds: Holds::of(holds, in_direction),
        ..Claim::default()
    }
}

fn mom_before_let(results: &Results) -> Claim {
    let shares: Vec<_> = SIZES
        .iter()
        .enumerate()
        .map(|(size, jobs)| {
            let (estimate, share) = mean_and_share(&results.gains(size, THREE, MOM, LET));
            let text = format!(
                "{jobs} jobs: better on {share:.1} % of graphs, {} % on average",
                estimate.words()
            );
            // The paper's pictures show 8 and 4 per cent between them.
            (
                text,
                estimate.mean >= 4.0,
                estimate.mean > 0.0 && estimate.is_significant(),
            )
        })
        .collect();
    Claim {
        why: String::new(),
        statement: "MOM is clearly better than LET (8 and 4 % in the paper)".to_owned(),
        measured: format!(
            "{}. The stored graphs were selected among many for likeness to the paper; a gap as wide as there is in the upper tail",
            shares
                .iter()
                .map(|share| &*share.0)
                .collect::<Vec<_>>()
                .join("; ")
        ),
        holds: Holds::of(
            shares.iter().all(|share| share.1),
            shares.iter().all(|share| share.2),
        ),
        ..Claim::default()
    }
}

fn fewer_at_two(results: &Results) -> Claim {
    let mean = |size, servers, policy| {
        mean_and_share(&results.gains(size, servers, policy, SLF))
            .0
            .mean
    };
    let (mut held, mut all, mut texts) = (0, 0, Vec::new());
    for (size, jobs) in SIZES.iter().enumerate() {
        for (policy, name) in [(LET, "LET"), (MOM, "MOM")] {
            let means = [0, 1, 2].map(|servers| mean(size, servers, policy));
            all += 1;
            held += usize::from(means[0] < means[1] && means[0] < means[2]);
            texts.push(format!(
                "{jobs} jobs, {name}: {:.2}, {:.2}, {:.2} %",
                means[0], means[1], means[2]
            ));
        }
    }
    Claim {
        why: String::new(),
        statement: "On average the gain over SLF is smaller on 2 servers than on 3 and on 4"
            .to_owned(),
        measured: texts.join("; "),
        holds: Holds::of(held == all, held > 0),
        ..Claim::default()
    }
}

fn baseline(results: &Results) -> Claim {
    let (mut holds, mut in_direction, mut texts) = (true, true, Vec::new());
    for (size, jobs) in SIZES.iter().enumerate() {
        // How much longer it takes, not how much shorter SLF is.
        let ratios = results.drawn[size].iter().map(|graph| {
            let makespans = graph.makespans[THREE];
            100.0 * (makespans[BASELINE] / makespans[SLF] - 1.0)
        });
        let (estimate, _) = mean_and_share(&ratios.collect::<Vec<_>>());
        holds &= (10.0..=25.0).contains(&estimate.mean);
        in_direction &= estimate.mean > 0.0 && estimate.is_significant();
        texts.push(format!("{jobs} jobs: {} %", estimate.words()));
    }
    Claim {
        why: String::new(),
        statement: format!(
            "On {} servers the load average is worse than SLF by 10 to 25 % on average (the paper's 13 and 21 % are of SLF below it)",
            SERVERS[THREE]
        ),
        measured: texts.join("; "),
        holds: Holds::of(holds, in_direction),
        ..Claim::default()
    }
}

//! What comes out of sweeps, against workings by hand: cuts, intervals, and when there are enough seeds.

use std::collections::BTreeMap;

use super::{folder, number, rows, sweep, tables};

/// One node, four jobs of 10 s, one every 5 s: they wait 0, 5, 10 and 15 s. In between are
/// the second and the third.
#[test]
fn only_jobs_between_warm_up_and_cool_down_count() {
    let job = |id: u32| {
        format!(
            "(id: {id}, submit: {}, runtime: 10, nodes: 1)",
            5 * (id - 1)
        )
    };
    let jobs: Vec<_> = (1..=4).map(job).collect();
    let scenario = format!(
        "(machine: Cluster(nodes: 1), workload: Jobs([{}]), policies: [Fcfs],
          sweep: (cut: (warm_up: 5, cool_down: 5), metrics: [\"mean_wait\"]))",
        jobs.join(", ")
    );
    let folder = folder(&scenario);
    sweep(folder.path(), "out", &[]);
    let [results, summary] = tables(folder.path(), "out");
    assert_eq!(
        results,
        "policy,seed,jobs,killed,mean_wait,longest_wait,mean_response,mean_bounded_slowdown\n\
         FCFS,1,2,0,7.5,10,17.5,1.75\n"
    );
    assert_eq!(
        summary,
        "policy,metric,runs,mean,half_width,difference,difference_half_width\n\
         FCFS,mean_wait,1,7.5,,,\n"
    );
}

/// 97.5 % quantiles of Student's distribution with 1 to 11 degrees, from a printed table.
const TABLE: [f64; 11] = [
    12.7062, 4.302_65, 3.182_45, 2.776_45, 2.570_58, 2.446_91, 2.364_62, 2.306, 2.262_16, 2.228_14,
    2.200_99,
];

/// Mean and half the width of its interval.
fn interval(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let error = (squares / (count - 1.0) / count).sqrt();
    (mean, TABLE[values.len() - 2] * error)
}

#[test]
fn seeds_are_added_until_the_mean_is_known_and_no_longer() {
    let (least, most, share) = (3, 12, 0.1);
    let scenario = format!(
        "(machine: Cluster(nodes: 32), workload: Lublin(jobs: 150), sweep: (seeds: {least},
            over: [(load: [0.1, 0.3, 0.9]), (policy: [Fcfs, Easy])],
            until: (metric: \"utilisation\", half_width: {share}, most: {most})))"
    );
    let folder = folder(&scenario);
    let (code, said) = sweep(folder.path(), "out", &[]);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    let [results, summary] = tables(folder.path(), "out");
    // Whoever waits for whom, the same seeds are enough.
    sweep(folder.path(), "four", &["--threads", "4"]);
    assert_eq!(
        tables(folder.path(), "four"),
        [results.clone(), summary.clone()]
    );
    let (results, summary) = (rows(&results), rows(&summary));
    let values = |load: &str, policy: &str| {
        let are_its = |row: &&BTreeMap<_, _>| row["load"] == load && row["policy"] == policy;
        let values = results.iter().filter(are_its);
        values
            .map(|row| number(row, "utilisation"))
            .collect::<Vec<_>>()
    };
    let mut counts = Vec::new();
    for load in ["0.1", "0.3", "0.9"] {
        let both = [values(load, "FCFS"), values(load, "EASY")];
        let count = both[0].len();
        assert_eq!(both[1].len(), count);
        assert!((least..=most).contains(&count));
        let is_known = |count: usize| {
            let mut both = both.iter().map(|values| interval(&values[..count]));
            both.all(|(mean, half)| half <= share * mean)
        };
        assert!(count == most || is_known(count));
        assert!((least..count).all(|fewer| !is_known(fewer)));
        counts.push(count);
        // The means and the difference, as on paper.
        let differences: Vec<_> = both[0].iter().zip(&both[1]).map(|(a, b)| b - a).collect();
        let its: Vec<_> = summary.iter().filter(|row| row["load"] == load).collect();
        for (row, name, value) in [
            (its[0], "mean", interval(&both[0])),
            (its[1], "mean", interval(&both[1])),
            (its[1], "difference", interval(&differences)),
        ] {
            let half = if name == "mean" {
                "half_width"
            } else {
                "difference_half_width"
            };
            assert!((number(row, name) - value.0).abs() <= 1e-9 * value.0.abs());
            assert!((number(row, half) / value.1 - 1.0).abs() < 1e-5);
            assert_eq!(number(row, "runs") as usize, count);
        }
        assert_eq!(its[0]["difference"], "");
    }
    assert!(
        counts.iter().any(|count| (least + 1..most).contains(count)),
        "{counts:?}"
    );
    assert!(counts.contains(&most), "{counts:?}");
}

//! The contents of the tables, computed another way.

use super::*;

#[test]
fn a_point_stops_at_a_narrow_interval_or_the_most() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let until = |metric: &str, half: &str| {
        format!(
            "over: [(load: [0.6, 0.9])], seeds: 4, until: (metric: \"{metric}\", half_width: {half}, most: 9)"
        )
    };
    fs::write(
        folder.join("never.ron"),
        model(60, &until("mean_wait", "0.0001")),
    )
    .unwrap();
    run(folder, &["never.ron", "--out", "never"]);
    let seeds = column(&rows(&folder.join("never/results.csv")), "seed");
    // Nine seeds of two loads under two policies, and no tenth.
    assert_eq!(seeds.len(), 36);
    assert!(seeds.iter().all(|seed| seed.parse::<u32>().unwrap() <= 9));
    fs::write(
        folder.join("some.ron"),
        model(60, &until("makespan", "0.35")),
    )
    .unwrap();
    run(folder, &["some.ron", "--out", "some"]);
    let results = rows(&folder.join("some/results.csv"));
    let [loads, policies, spans] =
        ["load", "policy", "makespan"].map(|name| column(&results, name));
    for load in ["0.6", "0.9"] {
        let of = |policy: &str| -> Vec<f64> {
            let rows =
                (0..spans.len()).filter(|row| loads[*row] == load && policies[*row] == policy);
            rows.map(|row| spans[row].parse().unwrap()).collect()
        };
        let both = [of("EASY"), of("Conservative")];
        let count = both[0].len();
        assert!(
            (4..=9).contains(&count) && both[1].len() == count,
            "{count}"
        );
        // From a table: 97.5 % of Student's t with 3 to 8 degrees of freedom.
        let table = [3.182, 2.776, 2.571, 2.447, 2.365, 2.306];
        let is_sure = |seeds: usize| {
            both.iter().all(|values| {
                let values = &values[..seeds];
                let mean = values.iter().sum::<f64>() / seeds as f64;
                let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
                let deviation = (squares / (seeds - 1) as f64).sqrt();
                table[seeds - 4] * deviation / (seeds as f64).sqrt() <= 0.35 * mean
            })
        };
        assert!(is_sure(count) || count == 9, "{load} {count}");
        assert!((4..count).all(|seeds| !is_sure(seeds)), "{load} {count}");
    }
}

/// One node, 10 s a job, submitted every 5 s: the n-th, from 0, waits 5 n s.
#[test]
fn cut_jobs_do_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let job = |job: u32| format!("(submit: {}, runtime: 10, nodes: 1),", 5 * job);
    let jobs: String = (0..10).map(job).collect();
    let scenario = |cut: &str| {
        format!(
            "(machine: Cluster(nodes: 1), workload: Jobs([{jobs}]), policies: [Fcfs], sweep: (cut: ({cut})))"
        )
    };
    for (cut, count, wait) in [
        // Jobs 2 to 6: 10, 15, 20, 25 and 30 s.
        ("warm_up: 10, cool_down: Jobs(3)", "5", "20"),
        // Jobs 4 to 8: those of the last 5 s are cut, which is the last alone.
        ("warm_up: Jobs(4), cool_down: \"5 s\"", "5", "30"),
        ("warm_up: \"0.5 min\"", "4", "37.5"),
    ] {
        fs::write(folder.join("a.ron"), scenario(cut)).unwrap();
        run(folder, &["a.ron", "--out", count, "--renew"]);
        let results = rows(&folder.join(count).join("results.csv"));
        assert_eq!(column(&results, "jobs"), [count], "{cut}");
        assert_eq!(column(&results, "mean_wait"), [wait], "{cut}");
    }
    fs::write(folder.join("a.ron"), scenario("warm_up: \"1 h\"")).unwrap();
    let said = fail(folder, 2, &["a.ron", "--out", "none"]);
    assert!(
        said.contains(
            "a.ron: seed=1: `cut` leaves none of 10 jobs, which are submitted within 45 s"
        ),
        "{said}"
    );
}

/// Differences in the summary, computed again from the rows.
#[test]
fn the_summary_pairs_seeds() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.ron"), model(80, "seeds: 3")).unwrap();
    run(folder, &["a.ron", "--out", "out"]);
    let results = rows(&folder.join("out/results.csv"));
    let waits: Vec<f64> = column(&results, "mean_wait")
        .iter()
        .map(|cell| cell.parse().unwrap())
        .collect();
    let differences: Vec<f64> = (0..3).map(|seed| waits[3 + seed] - waits[seed]).collect();
    let mean = differences.iter().sum::<f64>() / 3.0;
    let squares: f64 = differences.iter().map(|value| (value - mean).powi(2)).sum();
    // 4.30265 of a table, for two degrees of freedom.
    let half = 4.30265 * (squares / 2.0).sqrt() / 3.0_f64.sqrt();
    let summary = rows(&folder.join("out/summary.csv"));
    let of = |policy: &str| {
        let mut rows = summary
            .iter()
            .filter(|row| row[0] == policy && row[1] == "mean_wait");
        rows.next().unwrap()[2..].to_vec()
    };
    let cells = of("Conservative");
    let number = |cell: usize| cells[cell].parse::<f64>().unwrap();
    assert_eq!(cells[0], "3");
    assert!((number(3) - mean).abs() < 1e-9 * mean.abs().max(1.0));
    assert!(
        (number(4) - half).abs() < 1e-5 * half.max(1.0),
        "{} {half}",
        number(4)
    );
    assert_eq!(of("EASY")[3..], ["", ""]);
}

#[test]
fn parquet_has_the_values_of_the_table_with_commas() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let sweep = "over: [(load: [0.5, 1.25]), (order: [Submitted, ShortestEstimate])], seeds: 2";
    fs::write(folder.join("a.ron"), model(50, sweep)).unwrap();
    run(folder, &["a.ron", "--out", "out"]);
    let results = rows(&folder.join("out/results.csv"));
    let file = fs::File::open(folder.join("out/results.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let mut count = 0;
    for (row, expected) in reader.get_row_iter(None).unwrap().zip(&results[1..]) {
        let row = row.unwrap();
        for ((name, field), (heading, cell)) in
            row.get_column_iter().zip(results[0].iter().zip(expected))
        {
            assert_eq!(name, heading);
            let text = field.to_string();
            let text = text.trim_matches('"');
            let same = text == cell || text.parse::<f64>().unwrap() == cell.parse::<f64>().unwrap();
            assert!(same, "{name}: {text} {cell}");
            count += 1;
        }
    }
    assert_eq!(count, 16 * results[0].len());
}

/// `jobs` is also the name of a metric.
#[test]
fn no_two_columns_are_called_alike() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let sweep = "over: [(jobs: [20, 40])], seeds: 1, cut: (warm_up: Jobs(5))";
    fs::write(folder.join("x.ron"), model(60, sweep)).unwrap();
    run(folder, &["x.ron", "--out", "out"]);
    let results = rows(&folder.join("out/results.csv"));
    let mut names = results[0].clone();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), results[0].len(), "{:?}", results[0]);
    assert_eq!(column(&results, "workload.jobs"), ["20", "20", "40", "40"]);
    assert_eq!(column(&results, "jobs"), ["15", "15", "35", "35"]);
    let summary = rows(&folder.join("out/summary.csv"));
    assert_eq!(summary[0][0], "workload.jobs");
}

//! Sweeps that cannot be, each said in one sentence.

use super::{folder, sweep};

#[test]
fn what_cannot_be_is_said_before_anything_is_run() {
    let with = |sweep: &str| {
        format!(
            "(machine: Cluster(nodes: 32), workload: Lublin(jobs: 60), policies: [Easy], sweep: {sweep})"
        )
    };
    for (sweep_block, sentence) in [
        ("(over: [(load: [0.5, 9000])])", "sweep at load 9000: "),
        ("(over: [(nodes: [32, 0.5])])", "sweep at nodes 0.5: "),
        (
            "(over: [(lode: [1])])",
            "sweep at lode 1: Unexpected field named `lode`",
        ),
        ("(over: [(policy: [Easy, Fastest])])", "Fastest"),
        (
            "(over: [(policy: [Easy, Easy])])",
            "two runs of a point are called `EASY`",
        ),
        ("(over: [(policy: [Easy, Slf])])", "sweep: "),
        (
            "(over: [(load: [1]), {\"workload.load\": [1]}])",
            "`workload.load` stands in `over` twice",
        ),
        (
            "(over: [(seed: [1, 2])], seeds: 3)",
            "`seed` stands in `over`; then `seeds`",
        ),
        ("(metrics: [\"waiting\"])", "there is no metric `waiting`"),
        (
            "(cut: (), metrics: [\"utilisation\"])",
            "`utilisation` is not known of a part of the jobs",
        ),
        (
            "(cut: (warm_up: 9000000000))",
            "no job is submitted after a warm-up of",
        ),
        (
            "(seeds: 5, until: (metric: \"mean_wait\", half_width: 0.1, most: 4))",
            "`most: 4` of `until` is less",
        ),
    ] {
        let folder = folder(&with(sweep_block));
        let (code, said) = sweep(folder.path(), "out", &[]);
        assert_eq!(code, Some(2), "{sweep_block}: {said}");
        assert!(
            said.starts_with("cosched: sweep.ron") && said.contains(sentence),
            "{sweep_block}: {said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(!folder.path().join("out/points").exists(), "{sweep_block}");
    }
    let folder = folder("(machine: Cluster(nodes: 32), workload: Lublin(jobs: 60))");
    let (code, said) = sweep(folder.path(), "out", &[]);
    assert_eq!(code, Some(2));
    assert!(
        said.contains("the scenario does not say what to sweep"),
        "{said}"
    );
}

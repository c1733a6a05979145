//! Jobs that ask for parts of GPUs: what is refused, with a sentence, and what is not known of their runs.

use cosched::metrics;
use cosched::record::Run;

use super::shared_nodes::{prepared, runs};

/// A scenario of one node with two GPUs, with these jobs and policies, and more of the machine.
fn scenario(jobs: &str, policies: &str, more: &str) -> String {
    format!(
        "(machine: Cluster(kinds: [(count: 1, cores: 8, gpus: 2)]{more}),
          workload: Jobs([{jobs}]), policies: [{policies}])"
    )
}

const HALF: &str = "(submit: 0, runtime: 10, nodes: 1, gpu_share: 0.5)";

#[test]
fn what_cannot_be_is_refused_with_a_sentence() {
    let job = |fields: &str| format!("(submit: 0, runtime: 10, {fields})");
    for (text, sentence) in [
        (
            scenario(&job("nodes: 1, gpu_share: 0"), "Easy", ""),
            "0 is not a share of a GPU: 0.001 to 1 is allowed, in whole thousandths",
        ),
        (
            scenario(&job("nodes: 1, gpu_share: 0.2505"), "Easy", ""),
            "a job has `gpu_share: 0.2505`: whole thousandths of a GPU are allowed",
        ),
        (
            scenario(&job("nodes: 1, gpus: 1, gpu_share: 0.5"), "Easy", ""),
            "a job has `gpus: 1` and `gpu_share: 0.5`: one of the two is allowed",
        ),
        (
            scenario(HALF, "Easy, Conservative", ""),
            "the job in place 1 says `gpu_share`, and Conservative plans whole GPUs: leave it out, or ask for FCFS, EASY",
        ),
        (
            scenario(HALF, "Slurm", ""),
            "the job in place 1 says `gpu_share`, and Slurm plans whole GPUs",
        ),
        (
            scenario(HALF, "Conservative", ", node_choice: Fgd").replace(", gpu_share: 0.5", ""),
            "`node_choice`: Conservative chooses nodes itself; leave it out, or ask for FCFS, EASY",
        ),
        (
            scenario(HALF, "Easy", ", node_choice: Tightest"),
            "there is no `Tightest`",
        ),
        (
            "(machine: Cluster(nodes: 4, node_choice: FirstFit), workload: Jobs([]), policies: [Easy])".to_owned(),
            "`node_choice` are of nodes whose cores are known",
        ),
        // One GPU holds one part of 0.6, the other another.
        (
            scenario(&job("tasks: 3, gpu_share: 0.6"), "Easy", ""),
            "the job in place 1 asks for 3 tasks such that partition `all` has room for 2 of them",
        ),
        (
            scenario(HALF, "Easy", ", limits: (users: [(gpus: 1)])")
                .replace("nodes: 1,", "nodes: 1, user: \"ann\","),
            "asks for a part of a GPU, and the limit of its user counts whole ones",
        ),
        (
            scenario(HALF, "Easy", "").replace(", gpus: 2", ""),
            "asks for 1 part of a GPU on a node, and no node of partition `all` has any",
        ),
        (
            scenario(HALF, "Easy", "")
                .replace("kinds: [(count: 1, cores: 8, gpus: 2)]", "nodes: 4"),
            "says `gpu_share`, which goes with nodes that jobs share",
        ),
    ] {
        let said = prepared(&text).err().unwrap_or_default();
        assert!(said.contains(sentence), "{said:?}\n{sentence}");
    }
}

/// Five jobs with 0.4 of a GPU: two on each of two GPUs, and the fifth at 10.
#[test]
fn as_many_share_a_gpu_as_fit() {
    let jobs = [&*HALF.replace("0.5", "0.4"); 5].join(", ");
    for run in runs(&scenario(&jobs, "Fcfs, Easy", "")) {
        let starts = run.outcomes.iter().map(|one| one.started.seconds());
        assert_eq!(starts.collect::<Vec<_>>(), [0.0, 0.0, 0.0, 0.0, 10.0]);
        let loss = |run: &Run| metrics::values(run).value("loss_of_capacity");
        assert_eq!(loss(&run), None, "what is left of each GPU is not kept");
    }
    // Tasks of one job share GPUs as well.
    let tasks = "(submit: 0, runtime: 10, tasks: 4, gpu_share: 0.4), (submit: 0, runtime: 10, tasks: 1, gpu_share: 0.3)";
    let [run] = &runs(&scenario(tasks, "Easy", ""))[..] else {
        panic!("one policy");
    };
    let starts = run.outcomes.iter().map(|one| one.started.seconds());
    assert_eq!(starts.collect::<Vec<_>>(), [0.0, 10.0]);
}

/// Starts under EASY of jobs with so many cores that come second by second and run for 10 s.
fn starts(kinds: &str, choice: &str, cores: &[u32]) -> Vec<f64> {
    let jobs = cores.iter().enumerate();
    let jobs = jobs.map(|(submit, cores)| {
        format!("(submit: {submit}, runtime: 10, nodes: 1, cores: {cores})")
    });
    let text = format!(
        "(machine: Cluster(kinds: [{kinds}], node_choice: {choice}),
          workload: Jobs([{}]), policies: [Easy])",
        jobs.collect::<Vec<_>>().join(", ")
    );
    let [run] = &runs(&text)[..] else {
        panic!("one policy");
    };
    let said = run.experiment.remarks.join("; ");
    let sentence = "fragmentation is in the mean over the most frequent tasks";
    assert_eq!(said.contains(sentence), choice == "Fgd", "{said}");
    let starts = run.outcomes.iter().map(|one| one.started.seconds());
    starts.collect()
}

#[test]
fn nodes_are_chosen_as_the_machine_says() {
    // The best fit has the first two jobs on the small node, and the third has the large one at once. It comes
    // first in the list, by number, and where no GPU makes a difference.
    let kinds = "(count: 1, cores: 10), (count: 1, cores: 6)";
    for (choice, third) in [
        ("FewestCores", 11.0),
        ("FirstFit", 11.0),
        ("BestFit", 2.0),
        ("Fgd", 11.0),
    ] {
        let found = starts(kinds, choice, &[4, 2, 10]);
        assert_eq!(found, [0.0, 1.0, third], "{choice}");
    }
    // The first two have a node each. The third fills the second node, or is on the first, where the fourth would be.
    for (choice, fourth) in [("FewestCores", 3.0), ("FirstFit", 10.0)] {
        let found = starts("(count: 2, cores: 8)", choice, &[4, 6, 2, 4]);
        assert_eq!(found, [0.0, 1.0, 2.0, fourth], "{choice}");
    }
}

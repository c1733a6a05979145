//! Tests of fits: what is proposed of a log that was made to show it, and what is not.

use std::path::Path;

use super::*;

/// Log of `lines`: submit, wait, runtime, processors, user.
fn fit_of(name: &str, lines: &[[u64; 5]]) -> FitReport {
    let mut text = "; MaxProcs: 100\n".to_owned();
    for (index, [submit, wait, runtime, size, user]) in lines.iter().enumerate() {
        text += &format!(
            "{} {submit} {wait} {runtime} {size} -1 -1 {size} {runtime} -1 1 {user} 1 -1 1 -1 -1 -1\n",
            index + 1
        );
    }
    let folder = std::env::temp_dir().join(format!("cosched-fit-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    fit_file(&path)
}

/// Table of `rows` under this heading.
fn fit_table(name: &str, heading: &str, rows: &str) -> FitReport {
    let folder = std::env::temp_dir().join(format!("cosched-fit-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, format!("{heading}\n{rows}")).unwrap();
    fit_file(&path)
}

fn fit_file(path: &Path) -> FitReport {
    let scenario = load::open(path).unwrap();
    let question = FitQuestion {
        scenario: &scenario,
        source: Some(path),
        is_policy_known: false,
    };
    fit(&question, &Progress::default()).unwrap().unwrap()
}

/// User 1 submits ten jobs of ten minutes every hour and has two running at once; user 2 has as much
/// of an empty machine as it wants.
fn limited() -> Vec<[u64; 5]> {
    let mut lines = Vec::new();
    for hour in 0..40 {
        let submit = 3600 * hour;
        lines.push([submit, 0, 900, 1, 2]);
        for index in 0..10 {
            lines.push([submit, 600 * (index / 2), 600, 4, 1]);
        }
    }
    lines
}

#[test]
fn a_limit_that_shows_is_proposed_and_fits_to_the_second() {
    let found = fit_of("limited.swf", &limited());
    let limits: Vec<_> = found
        .proposals
        .iter()
        .filter_map(|proposal| match proposal {
            Proposal::Limit(limit) => Some((
                limit.owner,
                &*limit.name,
                limit.hold.running,
                limit.hold.size,
            )),
            _ => None,
        })
        .collect();
    assert_eq!(limits, [(Owner::User, "1", Some(2), None)]);
    assert_eq!(found.before.all.simulated, 0.0);
    assert!(!found.before.is_good());
    assert_eq!(found.after.all.simulated, found.after.all.recorded);
    assert_eq!(
        (found.after.kolmogorov, found.after.same_minute),
        (0.0, 1.0)
    );
    let [before, after] = &found.out_of_sample.unwrap().fits;
    assert_eq!(before.all.simulated, 0.0);
    assert_eq!(after.all.simulated, after.all.recorded);
    let part = found.before.largest.unwrap();
    assert_eq!(
        part.in_words(),
        "user 1 (100 %), who never had more than 2 jobs running"
    );
}

/// Nobody waits in the simulation, and each job for four seconds in the log: schedulers take as long.
#[test]
fn waits_of_seconds_fit_those_of_none() {
    let lines: Vec<[u64; 5]> = (0..50)
        .map(|index| [100 * index, 4, 50, 4, index % 3])
        .collect();
    let found = fit_of("seconds.swf", &lines);
    assert_eq!(
        (found.before.kolmogorov, found.before.wasserstein),
        (1.0, 4.0)
    );
    assert!(found.before.is_good());
    assert_eq!(
        found.before.sentence(),
        "fits within 4 s: what-if may be believed"
    );
}

/// The same waits of jobs that have half of the machine each show no limit: there was no room.
#[test]
fn who_waits_for_room_shows_no_limit() {
    let mut lines: Vec<[u64; 5]> = limited().into_iter().filter(|job| job[4] == 1).collect();
    for line in &mut lines {
        line[3] = 50;
    }
    lines.push([144_000, 0, 1, 1, 2]);
    let found = fit_of("full.swf", &lines);
    let is_limit = |proposal: &Proposal| matches!(proposal, Proposal::Limit(_));
    assert!(
        !found.proposals.iter().any(is_limit),
        "{:?}",
        found.proposals
    );
    assert_eq!(found.before.all.simulated, found.before.all.recorded);
}

/// Waits with room that are of nothing regular, with one job running as often as with none, are no
/// limit; nor are sixteen jobs that waited, which are too few.
#[test]
fn few_or_irregular_waits_show_no_limit() {
    let mut lines = Vec::new();
    for index in 0..60 {
        let submit = 10_000 * index;
        lines.push([submit, 0, 1000, 4, 1]);
        lines.push([
            submit + 1,
            if index % 2 == 0 { 999 } else { 3000 },
            1000,
            4,
            1,
        ]);
        lines.push([submit + 2, 0, 500, 1, 2]);
    }
    let found = fit_of("irregular.swf", &lines);
    let is_limit = |proposal: &Proposal| matches!(proposal, Proposal::Limit(_));
    assert!(
        !found.proposals.iter().any(is_limit),
        "{:?}",
        found.proposals
    );
    let few: Vec<[u64; 5]> = limited().into_iter().take(22).collect();
    let found = fit_of("few.swf", &few);
    assert!(
        !found.proposals.iter().any(is_limit),
        "{:?}",
        found.proposals
    );
}

/// Two kinds of nodes by their names: a partition of each, and one job to a node of the small ones.
#[test]
fn kinds_and_partitions_are_those_of_the_names_of_nodes() {
    let folder = std::env::temp_dir().join(format!("cosched-fit-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("names.sacct");
    let mut text =
        "JobID|User|Partition|Submit|Start|End|State|NNodes|AllocCPUS|Timelimit|NodeList\n"
            .to_owned();
    let time = |minutes: u32| format!("2026-01-01T{:02}:{:02}:00", minutes / 60, minutes % 60);
    for index in 0..40 {
        let (submit, big) = (20 * index, 20 * index);
        let (start, end) = (big, big + 20);
        text += &format!(
            "{}|ann|big|{}|{}|{}|COMPLETED|2|16|60|b[01-02]\n{}|bob|small|{}|{}|{}|COMPLETED|1|4|60|s{}\n",
            2 * index + 1,
            time(submit),
            time(start),
            time(end),
            2 * index + 2,
            time(submit),
            time(start),
            time(end),
            1 + index % 2
        );
    }
    std::fs::write(&path, text).unwrap();
    let found = fit_file(&path);
    let Some(Proposal::Machine(machine)) = found.proposals.first() else {
        panic!("{:?}", found.proposals)
    };
    let kinds = machine.kinds.iter();
    let kinds: Vec<_> = kinds
        .map(|kind| (kind.name.as_deref().unwrap(), kind.count, kind.cores))
        .collect();
    assert_eq!(kinds, [("b01", 2, Some(8)), ("s1", 2, Some(4))]);
    let partitions = machine.partitions.iter();
    let partitions: Vec<_> = partitions
        .map(|one| (&*one.name, one.nodes.join(",")))
        .collect();
    assert_eq!(
        partitions,
        [("big", "b01".to_owned()), ("small", "s1".to_owned())]
    );
    assert_eq!(found.after.all.simulated, 0.0);
}

/// Jobs come every 77 s up to 30 723 s and start with the next 120 s, of which 257 have some. In 20 a
/// job comes in the five seconds before, so that 236 times are left between the others. Slurm takes
/// that as its interval; of the policies that are tried otherwise it is said.
#[test]
fn a_period_of_starts_is_the_interval_of_slurm_where_that_is_known() {
    let lines: Vec<[u64; 5]> = (1..400_u64)
        .map(|index| {
            let submit = 77 * index;
            [
                submit,
                submit.next_multiple_of(120) - submit,
                34 + index % 59,
                1,
                index % 7,
            ]
        })
        .collect();
    let tried = fit_of("period.swf", &lines);
    let is_period = |proposal: &Proposal| matches!(proposal, Proposal::Period(_));
    assert!(!tried.proposals.iter().any(is_period));
    let sentence = "the scheduler seems to look every 120 s: of 236 times between starts of jobs that had waited, behind neither a submission nor an end, 100 % are multiples of 120 s, within 6 s";
    assert!(
        tried.remarks[0].starts_with(sentence),
        "{:?}",
        tried.remarks
    );
    let path = tried.scenario_beside_recorded();
    let Workload::Swf(log) = &path.workload else {
        panic!("{path:?}")
    };
    let mut scenario = load::open(&log.path).unwrap();
    scenario.policies = vec![PolicyName::Slurm];
    let question = FitQuestion {
        scenario: &scenario,
        source: Some(&log.path),
        is_policy_known: true,
    };
    let found = fit(&question, &Progress::default()).unwrap().unwrap();
    let seconds = found
        .proposals
        .iter()
        .filter_map(|proposal| match proposal {
            Proposal::Period(period) => Some(period.seconds),
            _ => None,
        });
    assert_eq!(seconds.collect::<Vec<_>>(), [120]);
    assert_eq!(found.fitted.parameters.slurm.bf_interval, 120.0);
}

/// Ninety-nine jobs start as they come; then the machine takes none from 10 000 s to 20 000 s, in which
/// four users wait.
#[test]
fn a_machine_that_takes_no_jobs_is_drained_for_so_long() {
    let mut lines: Vec<[u64; 5]> = (0..99).map(|index| [100 * index, 0, 50, 2, 50]).collect();
    lines.extend((0..4).map(|user| [10_000 + user, 10_000 - user, 500, 1, user]));
    lines.extend((0..300).map(|index| [21_000 + 100 * index, 0, 50, 2, 50]));
    let found = fit_of("standstill.swf", &lines);
    let outages = found
        .proposals
        .iter()
        .filter_map(|proposal| match proposal {
            Proposal::Outages(outages) => Some(outages.spans.clone()),
            _ => None,
        });
    assert_eq!(outages.collect::<Vec<_>>(), [[[10_000.0, 20_000.0]]]);
    assert_eq!(found.before.all.simulated, 0.0);
    assert_eq!(found.after.all.simulated, found.after.all.recorded);
    assert_eq!(found.after.kolmogorov, 0.0);
}

/// Thirty tasks of an array on 50 nodes, three of which run at once, for 600 s each.
#[test]
fn arrays_that_are_held_are_those_of_the_numbers_of_tasks() {
    let task = |index: u32| {
        let start = 600 * (index / 3);
        format!("42_{index},0,{start},{},1,a\n", start + 600)
    };
    let tasks: String = (0..30).map(task).collect();
    let rows = tasks + "43,7000,7000,8000,50,b\n";
    let found = fit_table("array.csv", "jobid,submit,start,end,nnodes,user", &rows);
    let proposals = found.proposals.iter().map(Proposal::in_words);
    let proposals: Vec<String> = proposals.collect();
    let expected = "limit on the tasks at once (%n): 3 of array 42";
    assert!(proposals.iter().any(|one| one == expected), "{proposals:?}");
    assert_eq!(found.after.all.simulated, found.after.all.recorded);
}

/// In each round a job holds the only node for 500 s, and of two that come meanwhile the one of the
/// higher quality of service goes first, whichever came first.
#[test]
fn ranks_of_qualities_of_service_are_their_priorities() {
    let mut rows = String::new();
    for round in 0..100 {
        let from = 1000 * round;
        let mut add = |job: u32, submit: u32, start: u32, end: u32, qos: &str| {
            let row = [10 * round + job, from + submit, from + start, from + end];
            let row = row.map(|number| number.to_string()).join(",");
            rows += &format!("{row},1,a,{qos}\n");
        };
        let high_is_second = round % 2;
        add(1, 0, 0, 500, "low");
        add(2, 1 + high_is_second, 500, 600, "high");
        add(3, 2 - high_is_second, 600, 700, "low");
    }
    let found = fit_table("ranks.csv", "jobid,submit,start,end,nnodes,user,qos", &rows);
    let ranks = found.proposals.iter().find_map(|proposal| match proposal {
        Proposal::Ranks(ranks) => Some(&ranks.priorities),
        _ => None,
    });
    let expected = [("high", 1), ("low", 0)].map(|(name, level)| (name.to_owned(), level));
    assert_eq!(ranks, Some(&expected.into()), "{:?}", found.proposals);
    assert!(found.before.reversed > 0.0);
    assert_eq!((found.after.reversed, found.after.same_minute), (0.0, 1.0));
}

/// Instants as far as numbers reach, and clocks that were put back.
#[test]
fn instants_at_the_end_of_all_numbers_are_no_trouble() {
    let folder = std::env::temp_dir().join(format!("cosched-fit-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("far.csv");
    let last = i64::MAX / 1000;
    let text = format!(
        "jobid,submit,eligible,start,end,nnodes,user,nodelist\n1,0,0,{last},{last},1,a,n1\n2,{last},0,{last},{last},1,b,n1\n\
         3,-009998-01-01T00:00:00,{last},1,20,2,a,n[1-2]\n4,7,7,9,30,1,b,n3\n"
    );
    std::fs::write(&path, text).unwrap();
    let scenario = load::open(&path).unwrap();
    let question = FitQuestion {
        scenario: &scenario,
        source: Some(&path),
        is_policy_known: false,
    };
    let problem = fit(&question, &Progress::default()).unwrap_err();
    let sentence = "the workload may take longer than 292 years";
    assert!(problem.sentence.ends_with(sentence), "{problem}");
}

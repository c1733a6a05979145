//! The record: what is kept, judged, forgotten and bounded.

use super::*;

const PARTITION: &str = "main";

fn prediction(job: &str, [from, median, until]: [f64; 3]) -> Prediction {
    Prediction {
        job: job.to_owned(),
        partition: PARTITION.to_owned(),
        raw: [from, median, until],
        said: [from, median, until],
    }
}

fn begun(job: &str, start: f64) -> JobStart {
    JobStart {
        name: job.to_owned(),
        start,
    }
}

fn all(record: &Record, at: f64) -> (u64, u64, usize) {
    let accuracy = record.accuracy(at);
    let sum = |of: fn(&accuracy::Tally) -> u64| accuracy.lines().map(|(_, _, one)| of(one)).sum();
    (
        sum(|one| one.predictions),
        sum(|one| one.held),
        accuracy.open,
    )
}

/// Of jobs predicted to start between 100 and 300 s, one does and one does not; a third goes away.
#[test]
fn predictions_are_judged_when_jobs_start_and_are_there_again_when_opened() {
    let folder = tempfile::tempdir().unwrap();
    let nobody = |_: &str| false;
    let mut record = Record::open(folder.path(), 100).unwrap();
    let three = ["1", "2", "3"].map(|job| prediction(job, [100.0, 200.0, 300.0]));
    record.keep(50.0, &three, &[], &nobody).unwrap();
    assert_eq!(all(&record, 60.0), (0, 0, 3));
    assert_eq!(record.accuracy(301.0).overdue, 3);
    let two = [begun("1", 150.0), begun("2", 302.0), begun("9", 5.0)];
    record.keep(310.0, &[], &two, &nobody).unwrap();
    assert_eq!(all(&record, 310.0), (2, 1, 1));
    drop(record);
    let mut again = Record::open(folder.path(), 100).unwrap();
    assert_eq!(all(&again, 310.0), (2, 1, 1));
    // A start that is told again is not judged again.
    again.keep(320.0, &[], &two, &nobody).unwrap();
    assert_eq!(all(&again, 320.0), (2, 1, 1));
    let waits = |job: &str| job == "3";
    again.keep(9_000.0, &[], &[], &waits).unwrap();
    assert_eq!(all(&again, 9_000.0), (2, 1, 1));
    again.keep(20_000.0, &[], &[], &nobody).unwrap();
    assert_eq!(all(&again, 20_000.0), (2, 1, 0));
    assert_eq!(again.accuracy(20_000.0).withdrawn, 1);
    drop(again);
    let out = folder.path().join("out.parquet");
    assert_eq!(copy_out(folder.path(), &out).unwrap(), 2);
}

/// A wait of a thousand looks is kept as often as the eighth has gone by: 1 + 1 / 0.125 looks from
/// the first, then each time the age has grown by an eighth.
#[test]
fn a_long_wait_is_kept_ever_more_rarely_and_the_oldest_go() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = Record::open(folder.path(), 20).unwrap();
    for look in 0..1000 {
        let at = 60.0 * f64::from(look);
        let one = [prediction("1", [at, at, at + 1e6])];
        record.keep(at, &one, &[], &|_| true).unwrap();
    }
    let (_, _, open) = all(&record, 6e4);
    assert_eq!((open, record.accuracy(6e4).not_kept > 0), (20, true));
    record
        .keep(6e4, &[], &[begun("1", 6e4)], &|_| true)
        .unwrap();
    assert_eq!(all(&record, 6e4), (20, 20, 0));
    let next = [prediction("2", [6e4, 6e4, 6e4])];
    record.keep(6e4, &next, &[], &|_| true).unwrap();
    record
        .keep(6.1e4, &[], &[begun("2", 6.1e4)], &|_| true)
        .unwrap();
    // One more has come, which did not hold, and the oldest has gone.
    assert_eq!(all(&record, 6.1e4), (20, 19, 0));
}

/// Starts that lie a factor of e² beyond their interval move its end by as much, from twenty jobs on.
#[test]
fn intervals_that_do_not_hold_are_widened_by_what_was_missing() {
    let mut own = OwnRecalibration::default();
    let [from, median, until] = [40.0, 240.0, 540.0];
    let start = 600.0 * 2.0_f64.exp() - 60.0;
    for number in 0..100 {
        let moved = own.moved(PARTITION, [from, median, until]).waits;
        assert_eq!(moved[2] > until, number >= 20, "{number}");
        own.add(&[judged(PARTITION, number, [from, median, until], start)]);
        own.settle(&[]);
    }
    let [early, middle, late] = own.moved(PARTITION, [from, median, until]).waits;
    assert!((late - start).abs() < 1e-6 * start, "{late}");
    // Nobody started early: the interval begins no later than in the middle.
    assert_eq!([early, middle], [median; 2]);
    assert_eq!(
        OwnRecalibration::default()
            .moved(PARTITION, [1.0, 2.0, 3.0])
            .waits,
        [1.0, 2.0, 3.0]
    );
}

/// A job that was told `waits` at 0 s, and started at `start`.
fn judged(partition: &str, number: u32, waits: [f64; 3], start: f64) -> JudgedPrediction {
    let prediction = Prediction {
        partition: partition.to_owned(),
        ..prediction(&number.to_string(), waits)
    };
    JudgedPrediction {
        prediction,
        made: 0.0,
        started: start,
    }
}

/// Waits of jobs likely to start within ten minutes and within ten hours.
const SOON: [f64; 3] = [40.0, 240.0, 540.0];
const FAR: [f64; 3] = [20_000.0, 36_000.0, 50_000.0];

/// Of a thousand jobs nine tenths are far and all hold; the others are likely soon and start evenly up to
/// e² times as late as their interval ends: of all together 90 % hold, and of the soon ones 2 %.
#[test]
fn jobs_likely_soon_are_held_to_what_such_jobs_did() {
    let late = |score: f64| 600.0 * score.exp() - 60.0;
    let mut own = OwnRecalibration::default();
    for number in 0..1000 {
        let (waits, start) = match number % 10 {
            0 => (SOON, late(f64::from(number / 10 % 50) / 25.0)),
            _ => (FAR, 30_000.0),
        };
        own.add(&[judged(PARTITION, number, waits, start)]);
    }
    own.settle(&[]);
    let soon = own.moved(PARTITION, SOON);
    // Of a hundred scores, two each of 0, 0.04, … 1.96, the rank 0.95 × 101 is that of the 96th.
    assert!((soon.waits[2] - late(1.88)).abs() < 1.0, "{soon:?}");
    let told = soon.similar_jobs.unwrap();
    assert_eq!((told.jobs, told.likely), (100, Some("in up to 15 min")));
    assert!((told.held - 0.02).abs() < 1e-9, "{told:?}");
    assert!(
        told.sentence().contains("of which 2 % started"),
        "{}",
        told.sentence()
    );
    // Far ones held, and are no narrower than the last 500 of both kinds ask for: the rank 0.95 × 501
    // is that of the 476th, the 26th of fifty soon ones, of which the score is 1.
    let far = own.moved(PARTITION, FAR);
    let until = (FAR[2] + 60.0) * 1.0_f64.exp() - 60.0;
    assert!((far.waits[2] - until).abs() < 1.0, "{far:?}");
    assert_eq!(far.similar_jobs.unwrap().held, 1.0);
}

/// Nineteen jobs of a class are too few: those of all partitions are next, and then all of the partition,
/// which make no interval narrower though each of their jobs started at the end of its own.
#[test]
fn a_class_of_few_jobs_takes_what_is_nearest() {
    let mut own = OwnRecalibration::default();
    let mut number = 0;
    let mut add = |many: u32, partition: &str, waits: [f64; 3]| {
        for _ in 0..many {
            number += 1;
            own.add(&[judged(partition, number, waits, waits[2])]);
        }
        own.settle(&[]);
        own.moved(PARTITION, SOON)
    };
    let known = |moved: Moved| {
        let similar_jobs = moved.similar_jobs?;
        let is_of_class = similar_jobs.likely.is_some();
        Some((
            is_of_class,
            similar_jobs.of_all_partitions,
            similar_jobs.jobs,
        ))
    };
    assert_eq!(known(add(19, PARTITION, SOON)), None);
    assert_eq!(known(add(20, PARTITION, FAR)), None);
    let of_all_its_jobs = add(1, PARTITION, FAR);
    assert_eq!(known(of_all_its_jobs), Some((false, false, 40)));
    let said = of_all_its_jobs.similar_jobs.unwrap().sentence();
    assert!(said.contains("too few that were likely as soon"), "{said}");
    for (moved, as_learned) in of_all_its_jobs.waits.iter().zip(SOON) {
        assert!((moved - as_learned).abs() < 1e-6, "{of_all_its_jobs:?}");
    }
    assert_eq!(known(add(1, "other", SOON)), Some((true, true, 20)));
    assert_eq!(known(add(1, PARTITION, SOON)), Some((true, false, 20)));
}

/// Twenty jobs started as they were told; ten more wait beyond it, and nobody knows for how long: they
/// are learned from before they start, and by how late they are.
#[test]
fn who_waits_beyond_an_interval_is_learned_from_before_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = Record::open(folder.path(), 1000).unwrap();
    let told = |from: u32, until: u32| -> Vec<Prediction> {
        (from..until)
            .map(|job| prediction(&job.to_string(), SOON))
            .collect()
    };
    record.keep(0.0, &told(0, 30), &[], &|_| true).unwrap();
    let starts: Vec<JobStart> = (0..20).map(|job| begun(&job.to_string(), 540.0)).collect();
    record.keep(540.0, &[], &starts, &|_| true).unwrap();
    let until = |record: &Record| record.own().moved(PARTITION, SOON).waits[2];
    assert!((until(&record) - 540.0).abs() < 1e-6);
    record.keep(7000.0, &[], &[], &|_| true).unwrap();
    assert!((until(&record) - 7000.0).abs() < 1e-6);
    // What was withdrawn is forgotten.
    record.keep(20_000.0, &[], &[], &|_| false).unwrap();
    assert!((until(&record) - 540.0).abs() < 1e-6);
}

/// One job of sixty waited far beyond its interval, which it was told a thousand times.
#[test]
fn a_job_weighs_as_one_however_often_it_was_looked_at() {
    let mut own = OwnRecalibration::default();
    for number in 0..59 {
        own.add(&[judged(PARTITION, number, SOON, 540.0)]);
    }
    let many = (0..1000).map(|look| {
        let made = f64::from(look);
        JudgedPrediction {
            prediction: prediction("long", SOON.map(|at| made + at)),
            made,
            started: 1e5,
        }
    });
    own.add(&many.collect::<Vec<_>>());
    own.settle(&[]);
    let [_, _, until] = own.moved(PARTITION, SOON).waits;
    assert!((until - 540.0).abs() < 1e-6, "{until}");
}

/// What is learned is the same when the record is opened again.
#[test]
fn what_was_learned_is_there_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = Record::open(folder.path(), 10_000).unwrap();
    for number in 0..100 {
        let at = 1000.0 * f64::from(number);
        let job = [prediction(&number.to_string(), [at, at + 60.0, at + 120.0])];
        record.keep(at, &job, &[], &|_| true).unwrap();
        record.keep(at + 30.0, &job, &[], &|_| true).unwrap();
        let start = begun(&number.to_string(), at + 100.0 + 5.0 * f64::from(number));
        record.keep(at + 900.0, &[], &[start], &|_| true).unwrap();
    }
    let waits = [10.0, 20.0, 400.0];
    let before = record.own().moved(PARTITION, waits);
    assert!(before.waits[2] > waits[2], "{before:?}");
    drop(record);
    let again = Record::open(folder.path(), 10_000).unwrap();
    assert_eq!(again.own().moved(PARTITION, waits), before);
}

#[test]
fn a_folder_without_a_record_is_refused_and_so_is_a_second_service() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.parquet");
    assert!(copy_out(folder.path(), &out).is_err());
    let record = Record::open(folder.path(), 10).unwrap();
    assert!(Record::open(folder.path(), 10).is_err());
    assert!(copy_out(folder.path(), &out).is_err());
    drop(record);
    assert_eq!(copy_out(folder.path(), &out).unwrap(), 0);
}

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

/// Starts that lie a factor of e² beyond their interval move its end by as much.
#[test]
fn intervals_that_do_not_hold_are_widened_by_what_was_missing() {
    let mut own = OwnRecalibration::default();
    let [from, median, until] = [40.0, 240.0, 540.0];
    let start = 600.0 * 2.0_f64.exp() - 60.0;
    for number in 0..100 {
        let judged = JudgedPrediction {
            prediction: prediction(&number.to_string(), [from, median, until]),
            made: 0.0,
            started: start,
        };
        assert_eq!(
            own.moved(PARTITION, [from, median, until])[2] > until,
            number >= 40
        );
        own.add(&[judged]);
        own.settle();
    }
    let [early, middle, late] = own.moved(PARTITION, [from, median, until]);
    assert!((late - start).abs() < 1e-6 * start, "{late}");
    // Nobody started early: the interval begins no later than in the middle.
    assert_eq!([early, middle], [median; 2]);
    assert_eq!(own.moved("other", [1.0, 2.0, 3.0]), [1.0, 2.0, 3.0]);
}

/// One job of sixty waited far beyond its interval, which it was told a thousand times.
#[test]
fn a_job_weighs_as_one_however_often_it_was_looked_at() {
    let interval = [40.0, 240.0, 540.0];
    let judged = |job: &str, made: f64, started: f64| JudgedPrediction {
        prediction: prediction(job, interval.map(|at| made + at)),
        made,
        started,
    };
    let mut own = OwnRecalibration::default();
    for number in 0..59 {
        own.add(&[judged(&number.to_string(), 0.0, 540.0)]);
    }
    let many = |look: u32| judged("long", f64::from(look), 1e5);
    own.add(&(0..1000).map(many).collect::<Vec<_>>());
    own.settle();
    let [_, _, until] = own.moved(PARTITION, interval);
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
    assert!(before[2] > waits[2], "{before:?}");
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

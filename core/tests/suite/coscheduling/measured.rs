//! Classes that are measured while jobs run.

use super::*;
use cosched_core::engine::Detail;
use cosched_core::policy::coscheduling::{Measurement, MeasuringRules};
use cosched_core::{Event, JobId};

/// Classes of jobs over time, in seconds.
#[derive(Default)]
struct ClassChanges(Vec<(u64, usize, GrainClass)>);

impl Sink for ClassChanges {
    fn record(&mut self, _: Time, _: Event) {}

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        if let Detail::Classified { job, class } = *detail {
            self.classified(at, job, class);
        }
    }
}

impl ClassChanges {
    fn classified(&mut self, at: Time, job: JobId, class: GrainClass) {
        let second = at.0 / 1_000_000_000;
        self.0.push((second, job.index(), class));
    }
}

const MEASURING: MeasuringRules = MeasuringRules {
    granularity: SECOND,
    efficiency: 900,
    quanta: 2,
    reset: None,
};

fn measured(jobs: &[Job], measuring: MeasuringRules) -> (Vec<(u64, u64)>, ClassChanges) {
    let mut entries = vec![Measurement::EMPTY; jobs.len()];
    let classes = Classes::Measured(measuring, &mut entries);
    let mut treated = ClassChanges::default();
    let times = flexible_by(4, jobs, TurnRules::of(SECOND), classes, &mut treated);
    (times, treated)
}

/// Four rows of one job each, measured in their first two quanta: one with barriers half a
/// second apart uses its time and keeps its class; one of those uses only half of its time;
/// one that computes for two seconds between barriers need not run at once, nor need one
/// without any.
#[test]
fn measured_classes_determine_treatment() {
    let jobs = [
        (0, 4, 3_000_000, Medium, 500_000, 100),
        (0, 4, 3_000_000, Medium, 500_000, 50),
        (0, 4, 3_000_000, Coarse, 2_000_000, 100),
        (0, 4, 3_000_000, Independent, 0, 100),
    ];
    let (times, treated) = measured(&jobs, MEASURING);
    assert_eq!(
        treated.0,
        [(4, 0, Fine), (5, 1, Medium), (6, 2, Coarse), (7, 3, Coarse)]
    );
    // As in gang scheduling, up to the last round: job 1 leaves half of its
    // nodes in [9, 10), which job 2, the first that may fill, gets; it then
    // needs half of its last quantum.
    let gang = gang(4, &jobs, TurnRules::of(SECOND));
    assert_eq!(
        gang.iter()
            .map(|times| times.1 / 1_000_000)
            .collect::<Vec<_>>(),
        [9, 10, 11, 12]
    );
    assert_eq!(times[..2], gang[..2]);
    assert_eq!(times[2].1, 10_500_000);
}

/// A job is measured again some time after it has been.
#[test]
fn measuring_begins_again() {
    let jobs = [(0, 4, 10_000_000, Independent, 0, 100)];
    let measuring = MeasuringRules {
        reset: Some(Duration::from_seconds(3)),
        ..MEASURING
    };
    let (_, treated) = measured(&jobs, measuring);
    let expected = [
        (1, 0, Coarse),
        (4, 0, Fine),
        (5, 0, Coarse),
        (8, 0, Fine),
        (9, 0, Coarse),
    ];
    assert_eq!(treated.0, expected);
}

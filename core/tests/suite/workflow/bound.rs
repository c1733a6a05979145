//! Bandwidth through a server is bounded by its own, and no schedule beats the lower
//! bounds.

use super::drawn::RandomWorkflow;
use super::{Boxed, Buffers, everywhere, everywhere_of, run};
use cosched_core::engine::{Setup, View};
use cosched_core::machine::ServerSetup;
use cosched_core::machine::contention::{
    BandwidthDivision, Cycles, ServerSpec, Sharing, ThreadGroup, ThreadTable, UnusedBandwidth,
};
use cosched_core::policy::placement::Mapping;
use cosched_core::workflow::{LowerBounds, lower_bound};
use cosched_core::{Duration, Event, JobSpec, ServerId, Sink, Time};

/// Records the bandwidth of every server at each event.
#[derive(Default, Debug)]
struct BandwidthSink {
    servers: Vec<ServerSpec>,
    looks: u32,
    // Number of times all of it was given.
    at_most: u32,
}

impl Sink for BandwidthSink {
    fn record(&mut self, _: Time, _: Event) {}

    fn instant(&mut self, view: &View<'_, '_>) {
        for (index, server) in self.servers.iter().enumerate() {
            let Some((_, given)) = view.bandwidth(ServerId::new(index)) else {
                continue;
            };
            let most = server.bandwidth * (1.0 + 1e-11);
            assert!(given <= most, "{given} GB/s through {server:?}");
            self.looks += 1;
            self.at_most += u32::from(given > server.bandwidth * (1.0 - 1e-11));
        }
    }
}

#[test]
fn a_server_gives_no_more_bandwidth_than_it_has() {
    let mut sink = BandwidthSink::default();
    for draw in [RandomWorkflow::new, RandomWorkflow::crowded] {
        everywhere_of(draw, |_, setup| {
            if setup.server_setup.cycles.is_some() {
                return; // the stochastic engine does not say
            }
            sink.servers = setup.server_setup.servers.to_vec();
            Buffers::new(&setup).policies(|mut policy| {
                run(setup, &mut policy, &mut sink);
            });
        });
    }
    assert!(sink.looks > 100_000 && sink.at_most > 1_000, "{sink:?}");
}

fn bound(setup: &Setup<'_>) -> LowerBounds {
    let jobs = setup.workload.len();
    let mut scratch = Boxed::of(setup);
    let (mut times, mut completions) = (vec![Duration::ZERO; jobs], vec![Time::ZERO; jobs]);
    let scratch = scratch.as_storage().scratch;
    lower_bound(setup, scratch, &mut times, &mut completions).unwrap()
}

#[test]
fn no_schedule_beats_the_lower_bound() {
    let mut reached = 0;
    let mut never_beaten = |_: &RandomWorkflow, setup: Setup<'_>| {
        let bound = bound(&setup);
        Buffers::new(&setup).policies(|mut policy| {
            let ends = run(setup, &mut policy, &mut ());
            let last = ends.iter().map(|end| end.unwrap()).max().unwrap();
            let makespan = last.since(setup.workload[0].submit);
            // Rounding to whole nanoseconds, once per job of the path.
            let slack = setup.workload.len() as u64;
            assert!(
                makespan.0 + slack >= bound.makespan().0,
                "{makespan} {bound:?} {:?}",
                setup.server_setup
            );
            reached += u32::from(makespan.0 <= bound.makespan().0 + slack);
        });
    };
    everywhere(&mut never_beaten);
    everywhere_of(RandomWorkflow::crowded, &mut never_beaten);
    assert!(reached > 0, "a chain reaches it");
}

/// Jobs on one server, each with its groups, submitted together; returns the lower bound
/// and the end of each.
fn together(
    server: ServerSpec,
    sharing: Sharing,
    cycles: Option<Cycles>,
    jobs: &[&[ThreadGroup]],
) -> (LowerBounds, Vec<f64>) {
    let groups = jobs.concat();
    let mut first = vec![0];
    for job in jobs {
        first.push(first.last().unwrap() + job.len() as u32);
    }
    let specs = vec![JobSpec::exact(Time::ZERO, Duration::from_seconds(1), 1); jobs.len()];
    let servers = [server];
    let setup = Setup::cluster(&specs, 0).with_server_setup(ServerSetup {
        servers: &servers,
        threads: ThreadTable::new(&groups, &first),
        sharing,
        cycles,
    });
    let mapping = vec![ServerId::new(0); jobs.len()];
    let mut policy = Mapping::new(&mapping, jobs.len()).unwrap();
    let mut sink = BandwidthSink {
        servers: servers.to_vec(),
        ..BandwidthSink::default()
    };
    let ends = run(setup, &mut policy, &mut sink);
    let ends = ends.iter().map(|end| end.unwrap().seconds());
    (bound(&setup), ends.collect())
}

const fn threads(count: u32, seconds: u64, utilisation: f64, bandwidth: f64) -> ThreadGroup {
    ThreadGroup {
        utilisation,
        ..ThreadGroup::busy(count, Duration::from_seconds(seconds), bandwidth)
    }
}

const SHARED: Sharing = Sharing {
    among: BandwidthDivision::Running,
    unused: UnusedBandwidth::Shared,
    remote: None,
};

/// One thread demands 10 GB/s of 5: it takes twice as long, alone and beside threads that
/// are idle for 99 % of their time and demand nothing. They were counted as holding their
/// fifths of the cores, and the one thread as holding no more than its own, so that it got
/// its whole demand.
#[test]
fn idle_threads_do_not_widen_the_memory() {
    let server = ServerSpec::new(2, 5.0);
    let (requests, idles) = ([threads(1, 1000, 1.0, 10.0)], [threads(4, 20, 0.01, 0.0)]);
    // All five are busy in turn at times, on two cores: that takes 30 s more.
    for (cycles, later) in [(None, 0.0), (Some(Cycles::seeded(1)), 30.0)] {
        let (bound, ends) = together(server, SHARED, cycles, &[&requests]);
        assert!((ends[0] - 2000.0).abs() < 1e-6, "{ends:?}");
        assert!(bound.makespan().seconds() <= 2000.0, "{bound:?}");
        let (bound, ends) = together(server, SHARED, cycles, &[&requests, &idles]);
        assert!((ends[0] - 2000.0 - later).abs() < 1e-6, "{ends:?}");
        let makespan = ends[0].max(ends[1]);
        assert!(makespan >= bound.makespan().seconds(), "{bound:?} {ends:?}");
    }
}

/// Two threads of 4 and 8 GB/s, always busy, on 5 cores and 10 GB/s. Alone the first takes
/// its 4 and ends at 10, when the second, at 6 of 8, has done 7.5 of its 20 s: it ends at
/// 22.5. Beside four threads that hold cores, all have 5/6 of a core: the first takes 10/3,
/// the second the 20/3 it then demands. At 12 the first ends, the second has done 10, and
/// gets all from then on: 22. So the time a job takes alone is no bound where shares are
/// fair.
#[test]
fn a_job_may_be_faster_beside_another_where_shares_are_fair() {
    let server = ServerSpec::new(5, 10.0);
    let pair = [threads(1, 10, 1.0, 4.0), threads(1, 20, 1.0, 8.0)];
    let (_, alone) = together(server, SHARED, None, &[&pair]);
    assert!((alone[0] - 22.5).abs() < 1e-8, "{alone:?}");
    let beside = [threads(4, 20, 1.0, 0.0)];
    let (bound, ends) = together(server, SHARED, None, &[&pair, &beside]);
    assert!((ends[0] - 22.0).abs() < 1e-8, "{ends:?}");
    assert!(bound.makespan().seconds() <= 22.0, "{bound:?}");
}

/// Nor where threads have phases, whatever becomes of unused bandwidth. On 10
/// cores, ten threads are busy for half of 100 s and then for 100 s; ten others
/// are nearly idle for 100 s, then have 50 s to do, and are nearly idle for 1000 s
/// more. Alone, the busy times meet, the others take 100 s for their 50, and end
/// at 1200. With others in the way until 82, the first ten are in theirs at 138
/// only, and the second ten, that hardly felt it, get more than half of a core
/// from 101 to 138.
#[test]
fn a_job_may_be_faster_beside_another_where_threads_have_phases() {
    let next = |group: ThreadGroup| ThreadGroup {
        continues: true,
        ..group
    };
    let job = [
        threads(10, 50, 0.5, 0.0),
        next(threads(10, 100, 1.0, 0.0)),
        threads(10, 1, 0.01, 0.0),
        next(threads(10, 50, 1.0, 0.0)),
        next(threads(10, 10, 0.01, 0.0)),
    ];
    let server = ServerSpec::of_cores(10);
    let (_, alone) = together(server, Sharing::default(), None, &[&job]);
    assert!((alone[0] - 1200.0).abs() < 1.0, "{alone:?}");
    let beside = [threads(20, 30, 1.0, 0.0)];
    let (bound, ends) = together(server, Sharing::default(), None, &[&job, &beside]);
    assert!(ends[0] < alone[0] - 5.0, "{ends:?} {alone:?}");
    assert!(ends[0] >= bound.makespan().seconds(), "{bound:?} {ends:?}");
}

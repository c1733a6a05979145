//! Policies made for another setup: refused by name, and nothing runs.

use cosched_core::engine::{Policy, Setup};
use cosched_core::exact::Fraction;
use cosched_core::machine::contention::{ServerSpec, Threads};
use cosched_core::machine::profile::points_for;
use cosched_core::machine::tiers::{TierAssignment, TierBuffers};
use cosched_core::machine::{Candidate, MemorySetup};
use cosched_core::policy::coscheduling::{
    Agile, AgileBuffers, Classes, Flexible, FlexibleBuffers, Gang, Gap, ListBuffers, ListEntry,
    ListRules, RowBuffers, Rules, Shares, TurnRules,
};
use cosched_core::policy::moldable::{Admission, Moldable, MoldableBuffers, Rule};
use cosched_core::policy::placement::{Goal, LoadAverage, LookAhead, Mapping, ServerAverage};
use cosched_core::policy::slicing::{
    ScojoPect, Slice, Slices, Slicing, SlicingBuffers, held_words_for,
};
use cosched_core::policy::{Conservative, Easy, Order, slicing};
use cosched_core::workload::{
    Class, GrainClass, MoldSpec, Precedence, ProcessSpec, ProcessTable, Share, Speedup, Work,
};
use cosched_core::{
    Digest, Duration, Exact, JobId, JobSpec, Memory, PolicyError, Profile, Rate, ScenarioError,
    ServerId, Simulation, Storage, Time, TransferRate,
};

use crate::common::{Boxed, job};
use crate::coscheduling::matrix;

const NODES: u32 = 8;
const SECOND: Duration = Duration::from_seconds(1);

/// Six jobs that fill the machine more than once.
fn jobs() -> Vec<JobSpec> {
    (0..6).map(|index| job(index, 5, 10, 10)).collect()
}

/// Reason why `policy` is not applicable to `setup`; checks that nothing runs under it.
fn refusal<P: Policy>(setup: Setup<'_>, policy: &mut P) -> PolicyError {
    let mut storage = Boxed::of(&setup);
    let processes = setup.processes.map_or(0, |table| table.len());
    let storage = Storage {
        progress: &mut vec![Duration::ZERO; processes],
        molded: &mut vec![Exact::ZERO; setup.molds.len()],
        ..storage.as_storage()
    };
    let mut simulation = Simulation::new(setup, storage).unwrap();
    let error = simulation.check(policy).unwrap_err();
    let mut digest = Digest::default();
    assert_eq!(simulation.run(policy, &mut digest), Time::ZERO);
    assert_eq!(digest, Digest::default(), "something ran");
    match error {
        ScenarioError::Policy(error) => error,
        other => panic!("{other:?}"),
    }
}

/// The buffer that is too small, with the size needed.
fn too_small<P: Policy>(setup: Setup<'_>, policy: &mut P) -> (&'static str, usize) {
    match refusal(setup, policy) {
        PolicyError::Capacity(error) => (error.buffer, error.needed),
        other => panic!("{other:?}"),
    }
}

/// Room for a profile.
type Points = (Vec<Time>, Vec<u32>, Vec<Fraction>);

fn points(jobs: usize) -> Points {
    let points = points_for(jobs);
    (
        vec![Time::ZERO; points],
        vec![0; points],
        vec![Fraction::NONE; points],
    )
}

fn profile((times, free, parts): &mut Points) -> Profile<'_> {
    Profile::new(times, free).with_parts(parts)
}

#[test]
fn backfilling_made_for_fewer_jobs() {
    let jobs = jobs();
    let setup = Setup::cluster(&jobs, NODES);
    let mut room = points(5);
    let mut easy = Easy::new(profile(&mut room), 5).unwrap();
    assert_eq!(too_small(setup, &mut easy), ("profile", 14));
    let mut room = points(5);
    let mut conservative = Conservative::new(profile(&mut room), 5).unwrap();
    assert_eq!(too_small(setup, &mut conservative), ("profile", 14));
}

#[test]
fn easy_with_fewer_candidates_than_jobs() {
    let (jobs, mut candidates) = (jobs(), [None; 3]);
    let mut room = points(6);
    let easy = Easy::new(profile(&mut room), 6).unwrap();
    let by = easy.backfilling_by(Order::ShortestEstimate, &mut candidates, 3);
    let found = too_small(Setup::cluster(&jobs, NODES), &mut by.unwrap());
    assert_eq!(found, ("candidates", 6));
}

#[test]
fn conservative_of_depth_zero() {
    let jobs = jobs();
    let mut room = points(6);
    let conservative = Conservative::new(profile(&mut room), 6).unwrap();
    let found = refusal(Setup::cluster(&jobs, NODES), &mut conservative.to_depth(0));
    assert_eq!(found, PolicyError::ZeroDepth);
}

const SERVERS: &[ServerSpec] = &[ServerSpec::of_cores(4); 3];

#[test]
fn looking_ahead_on_nine_servers_of_three() {
    let jobs = jobs();
    let setup = Setup::servers(&jobs, SERVERS);
    let (mut keys, mut scratch) = ([0.0; 9], [Threads::EMPTY; 12]);
    let goal = Goal::EarliestCompletion;
    let nine = PolicyError::Servers {
        made_for: 9,
        machine: 3,
    };
    let mut policy = LookAhead::new(goal, &mut keys, 9, &mut scratch, 12).unwrap();
    assert_eq!(refusal(setup, &mut policy), nine);
    let mut averages = [ServerAverage::IDLE; 9];
    let mut policy = LoadAverage::new(&mut averages, &mut keys, 9).unwrap();
    assert_eq!(refusal(setup, &mut policy), nine);
}

#[test]
fn looking_ahead_with_scratch_or_ranks_for_fewer_jobs() {
    let jobs = jobs();
    let setup = Setup::servers(&jobs, SERVERS);
    let (mut keys, mut scratch) = ([0.0; 3], [Threads::EMPTY; 12]);
    let goal = Goal::LeastLoad;
    let mut policy = LookAhead::new(goal, &mut keys, 3, &mut scratch[..4], 4).unwrap();
    assert_eq!(too_small(setup, &mut policy), ("look_ahead", 12));
    let policy = LookAhead::new(goal, &mut keys, 3, &mut scratch, 12).unwrap();
    let mut policy = policy.by_rank(&[SECOND; 5]);
    assert_eq!(too_small(setup, &mut policy), ("ranks", 6));
}

#[test]
fn mapping_of_fewer_jobs_or_to_no_server() {
    let jobs = jobs();
    let setup = Setup::servers(&jobs, SERVERS);
    let servers = [0, 1, 2, 0, 3, 0].map(ServerId::new);
    let mut policy = Mapping::new(&servers[..4], 4).unwrap();
    assert_eq!(too_small(setup, &mut policy), ("mapping", 6));
    let mut policy = Mapping::new(&servers, 6).unwrap();
    let fourth = PolicyError::NoSuchServer {
        server: 3,
        machine: 3,
    };
    assert_eq!(refusal(setup, &mut policy), fourth);
}

/// Buffers of rows, for jobs up to 64 on nodes up to 64.
struct Rows(matrix::Buffers, [[u64; 1]; 5], Vec<u32>);

impl Rows {
    fn new(nodes: u32, jobs: usize) -> Self {
        let matrix = matrix::Buffers::new(nodes, jobs);
        Self(matrix, [[0]; 5], vec![0; jobs])
    }

    fn buffers(&mut self) -> RowBuffers<'_> {
        let Self(matrix, [idle, chosen, ended, before, runs], shares) = self;
        RowBuffers {
            matrix: matrix.as_buffers(),
            idle,
            chosen,
            ended,
            before,
            runs,
            shares,
        }
    }
}

#[test]
fn gang_for_half_of_the_nodes_or_jobs() {
    let jobs = jobs();
    let setup = Setup::cluster(&jobs, NODES);
    let mut rows = Rows::new(4, 6);
    let mut gang = Gang::new(TurnRules::of(SECOND), 4, 6, rows.buffers()).unwrap();
    let half = PolicyError::Nodes {
        expected: 4,
        machine: 8,
    };
    assert_eq!(refusal(setup, &mut gang), half);
    let mut rows = Rows::new(NODES, 3);
    let mut gang = Gang::new(TurnRules::of(SECOND), NODES, 3, rows.buffers()).unwrap();
    assert_eq!(too_small(setup, &mut gang), ("shares", 6));
}

#[test]
fn gang_without_a_row_or_with_a_quantum_that_switches_only() {
    let jobs = jobs();
    let setup = Setup::cluster(&jobs, NODES);
    let mut rows = Rows::new(NODES, 6);
    let mut buffers = rows.buffers();
    buffers.matrix.order = &mut [];
    let mut gang = Gang::new(TurnRules::of(SECOND), NODES, 6, buffers).unwrap();
    assert_eq!(refusal(setup, &mut gang), PolicyError::NoRow);
    for quantum in [Duration::ZERO, SECOND] {
        let turns = TurnRules {
            switch: quantum,
            ..TurnRules::of(quantum)
        };
        let mut gang = Gang::new(turns, NODES, 6, rows.buffers()).unwrap();
        let switch = quantum;
        let nothing = PolicyError::Quantum { quantum, switch };
        assert_eq!(refusal(setup, &mut gang), nothing);
    }
}

/// Processes of jobs of five nodes each.
struct Processes(Vec<ProcessSpec>, Vec<u32>);

impl Processes {
    fn of(jobs: u32, class: GrainClass) -> Self {
        let spec = ProcessSpec {
            class,
            ..ProcessSpec::INDEPENDENT
        };
        let first = (0..=jobs).map(|job| 5 * job);
        Self(vec![spec; jobs as usize], first.collect())
    }

    fn table(&self) -> ProcessTable<'_> {
        ProcessTable::new(&self.0, &self.1)
    }
}

#[test]
fn flexible_without_processes_or_with_others() {
    let (jobs, own) = (jobs(), Processes::of(6, GrainClass::Coarse));
    let mut rows = Rows::new(NODES, 6);
    let buffers = FlexibleBuffers {
        rows: rows.buffers(),
        gaps: &mut [Gap::EMPTY; 8],
        open_columns: &mut [0],
        filled: &mut [0; 30],
        served: &mut [(0, Rate::STOPPED); 8],
    };
    let (turns, classes) = (TurnRules::of(SECOND), Classes::ByGrain);
    let flexible = Flexible::new(turns, NODES, 6, own.table(), classes, buffers);
    let mut flexible = flexible.unwrap();
    let setup = Setup::cluster(&jobs, NODES);
    assert_eq!(refusal(setup, &mut flexible), PolicyError::NoProcesses);
    let others = Processes::of(6, GrainClass::Fine);
    let setup = setup.with_processes(others.table());
    assert_eq!(refusal(setup, &mut flexible), PolicyError::OtherProcesses);
}

/// Reason why Agile, made for `nodes` nodes and `count` jobs by these rules, is refused.
fn agile(nodes: u32, count: u32, rules: Rules) -> PolicyError {
    let (jobs, own) = (jobs(), Processes::of(6, GrainClass::Coarse));
    let mut listed = [(); 6].map(|()| [ListEntry::EMPTY; 6]);
    let mut lists = listed.iter_mut();
    let mut list = || {
        let mut next = || lists.next().map_or(&mut [][..], |list| list);
        let (list, ran) = (next(), next());
        ListBuffers { list, ran }
    };
    let buffers = AgileBuffers {
        rows: None,
        lists: [list(), list(), list()],
        listed: &mut [0],
        served: &mut [(0, Rate::STOPPED); 8],
        behind: &mut [(Duration::ZERO, 0); 8],
        nodes: &mut [0],
        holders: &mut [],
    };
    let agile = Agile::new(rules, nodes, count as usize, own.table(), buffers);
    let setup = Setup::cluster(&jobs, NODES).with_processes(own.table());
    refusal(setup, &mut agile.unwrap())
}

#[test]
fn agile_made_for_something_else() {
    let lists = [ListRules::coarse(SECOND); 3];
    let rules = Rules {
        turns: TurnRules::of(SECOND),
        lists,
        shares: Shares::Quanta([1; 4]),
    };
    let with = |list: ListRules| Rules {
        lists: [lists[0], list, lists[2]],
        ..rules
    };
    let nobody = with(ListRules {
        max_jobs: 0,
        ..lists[0]
    });
    assert_eq!(agile(NODES, 6, nobody), PolicyError::ZeroDepth);
    let longer = Duration::from_seconds(2);
    let others = PolicyError::Quanta(SECOND, longer);
    assert_eq!(agile(NODES, 6, with(ListRules::coarse(longer))), others);
    let half = PolicyError::Nodes {
        expected: 6,
        machine: 8,
    };
    assert_eq!(agile(6, 6, rules), half);
    let fewer = PolicyError::Jobs {
        made_for: 4,
        workload: 6,
    };
    assert_eq!(agile(NODES, 4, rules), fewer);
    let shares = Rules {
        shares: Shares::Nodes([u32::MAX, 1, 5, 1]),
        ..rules
    };
    let shared = PolicyError::Shares {
        shared: u64::from(u32::MAX) + 7,
        machine: NODES,
    };
    assert_eq!(agile(NODES, 6, shares), shared);
}

/// Buffers of policies for moldable jobs.
struct Molding(Points, Vec<Option<JobId>>, Vec<u32>, Vec<TierAssignment>);

impl Molding {
    fn new(jobs: usize) -> Self {
        let seats = vec![TierAssignment::EMPTY; jobs];
        Self(points(jobs), vec![None; jobs], vec![0; jobs], seats)
    }
}

/// Reason why a policy for moldable jobs, made for `count`, is refused; behind admission
/// control, if there is room for it.
fn moldable(nodes: u32, count: usize, door: Option<&mut Points>, setup: Setup<'_>) -> PolicyError {
    let Molding(mut room, mut order, mut sizes, mut seats) = Molding::new(count);
    let buffers = MoldableBuffers {
        tiers: TierBuffers {
            foreground: &mut [None; 8],
            background: &mut [None; 8],
            choice: &mut [(Share::NONE, 0); 8],
            assignments: &mut seats,
            words: &mut [0],
        },
        profile: profile(&mut room),
        order: &mut order,
        sizes: &mut sizes,
    };
    let rule = Rule::Adasa { expand: false };
    let mut policy = Moldable::new(rule, nodes, count, buffers).unwrap();
    let Some(door) = door else {
        return refusal(setup, &mut policy);
    };
    let mut waiting = [None; 6];
    let admission = Admission::new(policy, nodes, 6, profile(door), &mut waiting);
    refusal(setup, &mut admission.unwrap())
}

/// Molds of the jobs of these tests.
fn molds(size: u32) -> [MoldSpec<'static>; 6] {
    [MoldSpec {
        work: Work::alone(SECOND),
        speedup: Speedup::Table(&[1.0]),
        size,
        deadline: Time::MAX,
        utilisation: None,
    }; 6]
}

#[test]
fn moldable_without_molds_for_half_of_the_nodes_or_jobs() {
    let (jobs, molds) = (jobs(), molds(5));
    let rigid = Setup::cluster(&jobs, NODES);
    assert_eq!(moldable(NODES, 6, None, rigid), PolicyError::NoMolds);
    let setup = rigid.with_molds(&molds);
    let half = PolicyError::Nodes {
        expected: 4,
        machine: 8,
    };
    assert_eq!(moldable(4, 6, None, setup), half);
    assert_eq!(moldable(4, 6, Some(&mut points(6)), setup), half);
    let fewer = moldable(NODES, 3, None, setup);
    assert!(matches!(fewer, PolicyError::Capacity(error) if error.needed == 6));
    let behind_a_door = moldable(NODES, 3, Some(&mut points(6)), setup);
    assert_eq!(behind_a_door, fewer);
}

#[test]
fn a_door_before_jobs_that_follow_others() {
    let (jobs, molds) = (jobs(), molds(5));
    let (after, first) = ([JobId::new(0)], [0, 0, 1, 1, 1, 1, 1]);
    let setup = Setup::cluster(&jobs, NODES)
        .with_molds(&molds)
        .with_precedence(Precedence::new(&after, &first));
    let behind_a_door = moldable(NODES, 6, Some(&mut points(6)), setup);
    assert_eq!(behind_a_door, PolicyError::Precedence);
}

#[test]
fn moldable_jobs_of_no_size_or_wider_than_the_machine() {
    let jobs = jobs();
    for size in [0, NODES + 1] {
        let mut molds = molds(5);
        molds[3].size = size;
        let setup = Setup::cluster(&jobs, NODES).with_molds(&molds);
        let wrong = ScenarioError::MoldSize {
            job: JobId::new(3),
            size,
            machine: NODES,
        };
        assert_eq!(setup.check(), Err(wrong));
    }
}

/// Slices for long and short jobs; the other workload has medium ones, too.
#[test]
fn slices_made_for_another_workload_or_without_memory() {
    let (own, others) = (jobs(), jobs());
    let classes = |class| slicing::Classes::Given(class);
    let slice = |class| Slice {
        class,
        length: Duration::from_seconds(20),
    };
    let slices = Slices::new(&[slice(Class::Short), slice(Class::Long)], None);
    let slicing = Slicing::new(slices.unwrap());
    let rate = TransferRate::from_mebibytes(1);
    let memory = MemorySetup::new(Memory::from_mebibytes(10), rate, 3);
    let with_memory = |jobs| Setup::cluster(jobs, NODES).with_memory(memory);
    let mut room = points(6);
    let buffers = SlicingBuffers {
        profile: profile(&mut room),
        held: &mut [0; held_words_for(8)],
        candidates: &mut [Candidate::EMPTY; 8],
        chosen: &mut [0; 8],
    };
    let long = [Class::Long; 5];
    let setup = with_memory(&own[..5]);
    let mut policy = ScojoPect::new(&slicing, classes(&long), buffers, &setup).unwrap();
    let check = |setup: Setup<'_>, policy: &ScojoPect<'_>| policy.check(&setup).unwrap_err();
    let one_more = check(with_memory(&others), &policy);
    assert!(matches!(one_more, PolicyError::Capacity(error) if error.buffer == "classes"));
    let without = refusal(Setup::cluster(&own[..5], NODES), &mut policy);
    assert_eq!(without, PolicyError::OtherWorkload);
}

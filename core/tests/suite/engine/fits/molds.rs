//! Moldable jobs and slices made for another setup.

use cosched_core::engine::{Policy, Setup};
use cosched_core::machine::MemorySetup;
use cosched_core::policy::moldable::{Admission, BoxedMoldable, Moldable, Rule};
use cosched_core::policy::slicing;
use cosched_core::policy::slicing::{BoxedSlicing, ScojoPect, Slice, Slices, Slicing};
use cosched_core::workload::{Class, MoldSpec, Precedence, Speedup, Work};
use cosched_core::{Duration, JobId, Memory, PolicyError, ScenarioError, Time, TransferRate};

use super::{NODES, Points, SECOND, jobs, points, profile, refusal};

/// Reason why a policy for moldable jobs, made for `count`, is refused; behind admission
/// control, if there is room for it.
fn moldable(nodes: u32, count: usize, door: Option<&mut Points>, setup: Setup<'_>) -> PolicyError {
    let mut buffers = BoxedMoldable::new(8, count, count);
    let buffers = buffers.as_buffers();
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
    let mut buffers = BoxedSlicing::new(&with_memory(&own));
    let long = [Class::Long; 5];
    let setup = with_memory(&own[..5]);
    let mut policy =
        ScojoPect::new(&slicing, classes(&long), buffers.as_buffers(), &setup).unwrap();
    let check = |setup: Setup<'_>, policy: &ScojoPect<'_>| policy.check(&setup).unwrap_err();
    let one_more = check(with_memory(&others), &policy);
    assert!(matches!(one_more, PolicyError::Capacity(error) if error.buffer == "classes"));
    let without = refusal(Setup::cluster(&own[..5], NODES), &mut policy);
    assert_eq!(without, PolicyError::OtherWorkload);
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

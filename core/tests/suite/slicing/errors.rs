//! Slices that are refused.

use cosched_core::engine::Setup;
use cosched_core::policy::slicing::{Classes, ScojoPect, Slice, Slices, SlicesError, Slicing};
use cosched_core::workload::Class;
use cosched_core::{Duration, JobSpec, Memory, Time};

use super::{NODES, PolicyStorage, memory, slices};

#[test]
fn slices_that_cannot_work_are_refused() {
    let slice = |class, seconds| Slice {
        class,
        length: Duration::from_seconds(seconds),
    };
    let hour = Some(Duration::from_seconds(3600));
    let sum = Slices::new(&[slice(Class::Long, 3000)], hour);
    assert!(matches!(sum, Err(SlicesError::Sum { .. })));
    assert_eq!(Slices::new(&[], None), Err(SlicesError::Count(0)));
    let many = [slice(Class::Short, 1); 9];
    assert_eq!(Slices::new(&many, None), Err(SlicesError::Count(9)));
    let empty = [slice(Class::Short, 1), slice(Class::Long, 0)];
    let index = 1;
    assert_eq!(Slices::new(&empty, None), Err(SlicesError::Empty { index }));
}

#[test]
fn workloads_with_too_short_slices_are_refused() {
    let second = Duration::from_seconds(1);
    let needs = |memory| [JobSpec::exact(Time::ZERO, second, 1).with_memory(memory)];
    let check = |jobs: &[JobSpec], class, lengths, memory| {
        let slicing = Slicing::new(slices(lengths));
        let mut setup = Setup::cluster(jobs, NODES);
        setup.memory = memory;
        let mut own = PolicyStorage::new(1);
        let classes = [class];
        let given = Classes::Given(&classes);
        ScojoPect::new(&slicing, given, own.buffers(), &setup).unwrap_err()
    };
    let none = check(&needs(Memory::ZERO), Class::Short, [1, 1, 1], None);
    assert_eq!(none, SlicesError::NoMemory);
    let small = needs(Memory::ZERO);
    let missing = check(&small, Class::Medium, [1, 0, 1], Some(memory()));
    assert!(matches!(
        missing,
        SlicesError::NoSlice {
            class: Class::Medium,
            ..
        }
    ));
    // 9 MiB take 3 s: a slice of 6 s gains nothing.
    let large = needs(Memory::from_mebibytes(9));
    let short = check(&large, Class::Long, [1, 1, 6], Some(memory()));
    assert!(matches!(
        short,
        SlicesError::TooShort {
            class: Class::Long,
            ..
        }
    ));
    assert!(short.to_string().contains("takes 3 s to load"), "{short}");
}

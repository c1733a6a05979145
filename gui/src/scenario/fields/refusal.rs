//! Refusal of a part of a scenario while reading: an error that is known only once all has been
//! read gets its position by reading again.

use std::cell::RefCell;

use serde::de::Error;

/// Kind of part of which a scenario has several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::scenario) enum Part {
    /// Job that is written out.
    Job,
    /// Partition.
    Partition,
    /// Advance reservation.
    Reservation,
}

/// Refused part: its kind, its index, and the reason.
type Refusal = (Part, usize, String);

thread_local! {
    static REFUSED: RefCell<Option<Refusal>> = const { RefCell::new(None) };
}

/// Reads with `read`, in which the given part is refused.
pub(in crate::scenario) fn with_refused<T>(refusal: Refusal, read: impl FnOnce() -> T) -> T {
    REFUSED.set(Some(refusal));
    let result = read();
    REFUSED.set(None);
    result
}

/// Fails if the part that was just read is to be refused.
pub(in crate::scenario) fn refuse_if_told<E: Error>(part: Part) -> Result<(), E> {
    REFUSED.with_borrow_mut(|refused| match refused {
        Some((what, 0, why)) if *what == part => Err(E::custom(&*why)),
        Some((what, before, _)) if *what == part => {
            *before -= 1;
            Ok(())
        }
        _ => Ok(()),
    })
}

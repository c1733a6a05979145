//! One part of a scenario refused while reading: what is wrong with it is known only once all has been read, and reading again finds its place in the text.

use std::cell::RefCell;

use serde::de::Error;

/// A part of a scenario of which there are several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::scenario) enum Part {
    /// A job that is written out.
    Job,
    /// A partition.
    Partition,
    /// An advance reservation.
    Reservation,
}

/// What is refused: the part, how many of them come before it, and why.
type Refusal = (Part, usize, String);

thread_local! {
    static REFUSED: RefCell<Option<Refusal>> = const { RefCell::new(None) };
}

/// Reads with `read`, in which the part in this place is refused for this reason.
pub(in crate::scenario) fn with_refused<T>(refusal: Refusal, read: impl FnOnce() -> T) -> T {
    REFUSED.set(Some(refusal));
    let result = read();
    REFUSED.set(None);
    result
}

/// An error if the part that was read just now is to be refused.
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

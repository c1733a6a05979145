//! Users who react to the completion of their jobs by what they submit, and when.
//!
//! A log or a model has the submit times on another machine, under another scheduler. A
//! simulation with these times on a slower machine lets users submit as if nothing had
//! happened, and queues grow as they never would. Here are two
//! [sources](crate::engine::Source) for a [`Stream`](crate::engine::Stream) that close the
//! loop:
//!
//! * [`Feedback`]: a log, of which some jobs follow others: fields 17 and 18 of the
//!   Standard Workload Format. Zakay and Feitelson, "Preserving user behavior
//!   characteristics in trace-based simulation of parallel job scheduling", 2014, explain
//!   why that is worth more than the instants themselves.
//! * [`Users`]: sessions of users who each wait for a job, think, and submit the
//!   next. Shmueli and Feitelson, "On simulation and design of parallel-systems
//!   schedulers: are we doing the right thing?", 2009.
//!
//! Neither measures the load a machine can bear: users who wait submit less, so that no
//! queue grows without bound. Compare the work done.

mod feedback;
mod sessions;

pub use feedback::{Feedback, LoggedJob, PastEnd, Predecessor, ReadJob};
pub use sessions::{Habits, User, Users};

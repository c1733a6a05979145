//! Users who react: what they submit, and when, depends on what came of their jobs.
//!
//! A log or a model says when jobs were submitted to another machine, under another
//! scheduler. Whoever simulates that under a slower one lets users submit as if
//! nothing had happened, and queues grow as they never would. Here are two
//! [sources](crate::engine::Source) for a [`Stream`](crate::engine::Stream) that close
//! the loop:
//!
//! * [`Feedback`]: a log, of which some jobs follow others: fields 17 and 18 of the
//!   Standard Workload Format. Zakay and Feitelson, "Preserving user behavior
//!   characteristics in trace-based simulation of parallel job scheduling", 2014, say
//!   why that is worth more than the instants themselves.
//! * [`Users`]: sessions of users of whom each waits for a job, thinks, and submits the
//!   next. Shmueli and Feitelson, "On simulation and design of parallel-systems
//!   schedulers: are we doing the right thing?", 2009.
//!
//! Neither is for measuring the load a machine can bear: users who wait submit less, so
//! that no queue grows without bound. Compare how much they get done.

mod feedback;
mod sessions;

pub use feedback::{After, Ahead, Feedback, Past, Planned};
pub use sessions::{Habits, User, Users};

//! Queues on a cluster of several kinds of nodes in partitions: FCFS, EASY, conservative.
//!
//! A job requests amounts on nodes, or for tasks, in one partition
//! ([`ClusterRequest`](crate::machine::cluster::ClusterRequest)); its nodes are chosen by
//! [`machine::cluster`](crate::machine::cluster), in the same way under every policy. All
//! policies consider jobs in one queue: those of partitions of higher tiers first, within a
//! tier in the [order](super::Order) of the policy, ties by submission. A job that is held
//! by a limit, by a partition that is down, or by an advance reservation that has not begun
//! or is over, is passed over and blocks no job. Jobs that name the same [advance
//! reservation](crate::machine::cluster::AdvanceReservation) wait in a line of their own,
//! as in one more partition: statements on partitions below apply to it.
//!
//! * [`Fcfs`]: a job that finds no room blocks all nodes of its partition for those behind
//!   it. So no job is overtaken by one that could delay it, and partitions without a common
//!   node are independent.
//! * [`Easy`]: of each partition the first job in the queue that finds no room is its
//!   *head*. Its shadow time is the earliest instant at which, by the estimates of the
//!   running jobs and if no other job starts, there is room for its whole request. A job
//!   behind it in the queue, of any partition, may start if there is room now and either it
//!   ends by the shadow time, or the head still finds room at the shadow time. Where there is
//!   a choice, it gets nodes on which it takes nothing from heads, best fit among these,
//!   and then the others as far as the heads can spare them. A job that finds room but
//!   would delay a head ahead of it waits without becoming one itself.
//! * [`Conservative`]: each job gets the earliest start, and nodes, with room for as long as it
//!   is estimated to run beside the running jobs and those planned before it, and keeps
//!   both. When a job ends before its estimate, waiting jobs
//!   are tried in the order of the queue, once each, for an earlier start. Of equal
//!   nodes that jobs get whole, only the number is planned; of others, which ones. Equal are
//!   nodes of the same kind, partitions, advance reservations and maintenance ahead: when some
//!   begins, waiting jobs are tried for an earlier start as well. A job held
//!   by a limit gets a start once it no longer is, and loses it if it is held
//!   when that comes. When jobs outrun their estimates, or nodes go out of service unforeseen,
//!   all are planned anew.
//!
//! Where jobs ask for parts of GPUs, [`Fcfs`] and [`Easy`] place them: what a head loses is counted
//! of the GPUs that the other job would get by the usual choice, though others might do it no harm.
//! [`Conservative`] plans whole GPUs, and refuses such setups before the run, as it does those in which
//! nodes are chosen by a [score](crate::machine::cluster::NodeChoice).
//!
//! These properties also hold around maintenance and advance reservations:
//!
//! * Later jobs break no promise. Under [`Conservative`] a planned start may move up
//!   but never back, unless a limit, an outrun estimate or an unforeseen outage voids it.
//!   Under [`Easy`] the shadow time of the first head may move up but never back, unless jobs
//!   ahead of it start that were held by a rule or are of a higher tier; a head behind another
//!   also waits for that one, if it would delay it when its own time has come.
//! * No job waits that delays no job: under [`Conservative`] where all run as long as estimated,
//!   under [`Easy`] if it requests nodes. Tasks are put on a node as many as fit there, or none:
//!   a job with tasks may wait although fewer on each of more nodes would delay no head.
//!
//! With one kind of nodes, one partition of all of them and jobs that take nodes whole these
//! are the policies of the same names on equal nodes, event by event.
//!
//! Sources: Lifka 1995 and Mu'alem and Feitelson 2001, as for those; the tiers, and that a
//! partition's blocked job keeps its nodes from those behind it, are as in Slurm's main
//! scheduler.

mod conservative;
mod easy;
mod fcfs;
mod heads;
mod memo;
pub(in crate::policy) mod queue;

pub use conservative::Conservative;
pub use easy::Easy;
pub use fcfs::Fcfs;
#[cfg(feature = "alloc")]
pub use heads::BoxedHeads;
pub use heads::{HeadBuffers, HeadSizes};
pub use memo::Memo;

pub use heads::Head;

//! Queues on a cluster of several kinds of nodes in partitions: FCFS, EASY, conservative.
//!
//! A job asks for amounts on nodes, or for tasks, in one partition
//! ([`Ask`](crate::machine::cluster::Ask)); on which nodes it goes,
//! [`machine::cluster`](crate::machine::cluster) says, the same under every policy. All
//! policies consider jobs in one queue: those of partitions of higher tiers first, within a
//! tier in the [order](super::Order) of the policy, ties by submission. Who is held by a
//! limit, by a partition that is down, or by an advance reservation that has not begun or is
//! over, is passed over and holds up nobody. Jobs that ask for the same
//! [advance reservation](crate::machine::cluster::AdvanceReservation) wait in a line of its
//! own, as if it were one more partition: what is said of partitions below holds for it.
//!
//! * [`Fcfs`]: a job that finds no room blocks all nodes of its partition for those behind
//!   it. So nobody overtakes anybody by whom it could be delayed, and partitions that have
//!   no node in common know nothing of each other.
//! * [`Easy`]: of each partition the first job in the queue that finds no room is its
//!   *head*. Its shadow time is the earliest instant at which, by the estimates of those who
//!   run and if nobody else starts, there is room for all it asks for. Whoever is behind it
//!   in the queue, of whatever partition, may start if there is room now and either it ends
//!   by the shadow time, or the head still finds room at the shadow time. Where it has the
//!   choice, it goes on nodes on which it takes nothing from heads, best fit among these,
//!   and then on the others as far as the heads can spare them. A job that finds room but
//!   would delay a head ahead of it waits without becoming one itself.
//! * [`Conservative`]: each job gets the earliest start, and the place there, at which there is
//!   room for as long as it is estimated to run beside those who run and those who have got
//!   theirs before, and keeps it. When a job ends before its estimate does, those who wait
//!   are tried in the order of the queue, once each, for an earlier start. Of nodes that are
//!   alike and that jobs get whole, only how many are planned; of others, which. Alike are those
//!   of the same kind, partitions, advance reservations and maintenance ahead: when some begins,
//!   those who wait are tried for an earlier start as well. Who is held
//!   by a limit gets a start once it no longer is, and loses the one it has if it is held
//!   when that comes. When jobs outrun their estimates, or nodes go out of service unforeseen,
//!   all are planned anew.
//!
//! Around maintenance and advance reservations, too, this holds:
//!
//! * No promise is broken by who comes later. Under [`Conservative`] a planned start may move up
//!   but never back, unless a limit, an outrun estimate or an outage that nobody foresaw voids it.
//!   Under [`Easy`] the shadow time of the first head may move up but never back, unless those
//!   ahead of it start, who were held by a rule or are of a higher tier; a head behind another
//!   waits for that one as well, if it would delay it when its own time has come.
//! * Nobody waits who delays nobody: under [`Conservative`] where all run as long as estimated,
//!   under [`Easy`] if it asks for nodes. Tasks are put on a node as many as fit there, or none:
//!   who asks for these may wait although fewer on each of more nodes would delay no head.
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
pub use heads::HeadBuffers;
pub use memo::Memo;

pub use heads::Head;

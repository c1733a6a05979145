//! Constants for the families of policies that are built, with their support in machine and
//! engine.
//!
//! These are constants rather than attributes, so that the text of the engine stays one:
//! code for a family is behind its constant, and where that is false the compiler leaves it
//! out. A scenario that needs a missing part is refused by
//! [`Setup::check`](crate::Setup::check).

/// Nodes have memory, which jobs load before they run.
pub(crate) const SLICING: bool = cfg!(feature = "slicing");

/// There are shared servers, and jobs with predecessors.
pub(crate) const PLACEMENT: bool = cfg!(feature = "placement");

/// Processes get processor time one by one.
pub(crate) const COSCHEDULING: bool = cfg!(feature = "coscheduling");

/// The work of jobs depends on the processors they have.
pub(crate) const MOLDABLE: bool = cfg!(feature = "moldable");

/// Nodes are of several kinds, in partitions, and jobs share them.
pub(crate) const CLUSTER: bool = cfg!(feature = "cluster");

/// Queues may be in other orders than that of submission.
pub(crate) const ORDERS: bool = cfg!(feature = "orders");

/// Nodes may go out of service.
pub(crate) const OUTAGES: bool = cfg!(feature = "outages");

/// The number of busy nodes may be capped.
pub(crate) const CAPS: bool = cfg!(feature = "caps");

/// Long queues are indexed.
pub(crate) const LONG_QUEUES: bool = cfg!(feature = "long-queues");

/// Times may have fractions of nanoseconds.
pub(crate) const EXACT: bool = cfg!(feature = "exact");

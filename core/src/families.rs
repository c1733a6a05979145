//! Which families of policies are built, each with what the machine and the engine do for it.
//!
//! These are constants rather than attributes, so that the text of the engine
//! stays one: what serves a family is behind its constant, and where that is
//! false the compiler leaves it out. A scenario that needs what is left out is
//! refused by [`Setup::check`](crate::Setup::check).

/// Nodes have memory, which jobs load before they run.
pub(crate) const SLICING: bool = cfg!(feature = "slicing");

/// There are shared servers, and jobs that follow others.
pub(crate) const PLACEMENT: bool = cfg!(feature = "placement");

/// Processes get processor time one by one.
pub(crate) const COSCHEDULING: bool = cfg!(feature = "coscheduling");

/// The work of jobs depends on the processors they have.
pub(crate) const MOLDABLE: bool = cfg!(feature = "moldable");

/// Nodes are of several kinds, in partitions, and jobs share them.
pub(crate) const CLUSTER: bool = cfg!(feature = "cluster");

/// Plans may go by predictions instead of estimates.
pub(crate) const PREDICTIONS: bool = cfg!(feature = "predictions");

/// Queues may be in other orders than that of submission.
pub(crate) const ORDERS: bool = cfg!(feature = "orders");

/// Nodes may go out of service.
pub(crate) const OUTAGES: bool = cfg!(feature = "outages");

/// Times may be no whole nanoseconds.
pub(crate) const EXACT: bool = cfg!(feature = "exact");

/// A field of this type makes a struct one that exists only where `BUILT` is true: elsewhere
/// nobody can make one, an `Option` of it takes no room, and what acts on it is left out.
pub(crate) type Only<const BUILT: bool> = <Built<BUILT> as Exists>::Value;

/// Whether a family is built, as a type.
#[derive(Debug)]
pub(crate) struct Built<const BUILT: bool>;

/// What there is of a family.
pub(crate) trait Exists {
    /// One value where it is built, none elsewhere.
    type Value: Copy + core::fmt::Debug;
    /// That value.
    const VALUE: Option<Self::Value>;
}

impl Exists for Built<true> {
    type Value = ();
    const VALUE: Option<()> = Some(());
}

impl Exists for Built<false> {
    type Value = core::convert::Infallible;
    const VALUE: Option<Self::Value> = None;
}

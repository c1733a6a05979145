//! Where parameters and metrics come from.

/// It was chosen here.
pub(crate) const OUR_OWN: &str = "our own";
/// Everybody who speaks of batch schedulers has it.
pub(crate) const IN_THE_FIELD: &str = "as usual in the field";
/// The paper of SLF, LET and MOM.
pub(crate) const DESIDE: &str = "Chahal, Mathew and Nambiar, 2019 (DESiDE)";
/// The thesis on time slices with node memory.
pub(crate) const SCOJO: &str = "Esbaugh, 2010 (Scojo-PECT)";
/// The paper of Agile.
pub(crate) const AGILE: &str = "Sudha and Thanushkodi, 2009 (Agile)";
/// The paper of flexible coscheduling.
pub(crate) const FLEXIBLE: &str = "Frachtenberg and others, 2003";
/// The paper of ADaSA.
pub(crate) const ADASA: &str = "Li and others, 2017 (ADaSA)";
/// The model of speed-ups.
pub(crate) const DOWNEY: &str = "Downey, 1997";
/// The paper of windows of slots.
pub(crate) const SLOTS: &str = "Toporkov and Yemelyanov, 2018";
/// The format of logs.
pub(crate) const SWF: &str = "Standard Workload Format";
/// The two papers of users who react.
pub(crate) const USERS_WHO_REACT: &str = "Shmueli and Feitelson, 2009";

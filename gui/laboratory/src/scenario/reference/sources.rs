//! Sources of parameters and metrics.

/// Chosen by this project.
pub(crate) const OUR_OWN: &str = "our own";
/// Common to all works on batch scheduling.
pub(crate) const IN_THE_FIELD: &str = "as usual in the field";
/// Paper of SLF, LET and MOM.
pub(crate) const DESIDE: &str = "Chahal, Mathew and Nambiar, 2019 (DESiDE)";
/// Thesis on time slices with node memory.
pub(crate) const SCOJO: &str = "Esbaugh, 2010 (Scojo-PECT)";
/// Paper of Agile.
pub(crate) const AGILE: &str = "Sudha and Thanushkodi, 2009 (Agile)";
/// Paper of flexible coscheduling.
pub(crate) const FLEXIBLE: &str = "Frachtenberg and others, 2003";
/// Paper of ADaSA.
pub(crate) const ADASA: &str = "Li and others, 2017 (ADaSA)";
/// Model of speed-ups.
pub(crate) const DOWNEY: &str = "Downey, 1997";
/// Paper of windows of slots.
pub(crate) const SLOTS: &str = "Toporkov and Yemelyanov, 2018";
/// Format of logs.
pub(crate) const SWF: &str = "Standard Workload Format";
/// Papers of users who react.
pub(crate) const USERS_WHO_REACT: &str = "Shmueli and Feitelson, 2009";
/// Paper on pods that share GPUs.
pub(crate) const FGD: &str = "Weng and others, 2023 (FGD)";

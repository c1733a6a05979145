//! Multifactor priority from a `slurm.conf`: its settings by name, and those that are not
//! simulated.

mod tres;

use cosched_core::policy::priority::BillingRule;

use self::tres::ListedWeights;
use super::conf::{Conf, Fields, unknown, whole};
use super::text::time;
use crate::base::problem::Problem;
use crate::scenario::SpanUnit;
use crate::scenario::priority::{Algorithm, MOST_WEIGHT, Priority};

/// Priorities of a `slurm.conf`.
pub(super) struct PrioritySettings {
    /// Order of the queue by priority, if any.
    pub(super) priority: Option<Box<Priority>>,
    /// Settings that are not simulated, as written.
    pub(super) not_simulated: Vec<String>,
}

/// Whether the setting of this lower-case name concerns priorities and is read here.
pub(super) fn is_known(name: &str) -> bool {
    name.starts_with("priority") || name == "fairsharedampeningfactor"
}

/// Reads the priorities of `conf`.
///
/// # Errors
/// A value is not allowed.
pub(super) fn of(conf: &Conf) -> Result<PrioritySettings, Problem> {
    let mut found = PrioritySettings {
        priority: None,
        not_simulated: Vec::new(),
    };
    let settings = || conf.settings.iter().filter(|(name, _)| is_known(name));
    if let Some(value) = conf.setting("prioritytype") {
        set(&mut found.priority, "prioritytype", value)?;
    }
    let is_multifactor = found.priority.is_some();
    for (name, value) in settings() {
        if name == WEIGHT_OF_TRES {
            let weights = ListedWeights::parse("PriorityWeightTRES", value, -MOST_WEIGHT)?;
            let priority = found.priority.get_or_insert_default();
            weights.apply_to(&mut priority.tres);
            let parts = weights.not_simulated.into_iter();
            let parts = parts.map(|part| format!("PriorityWeightTRES={part}"));
            found.not_simulated.extend(parts);
        } else if !set(&mut found.priority, name, value)? {
            found.not_simulated.push(format!("{name}={value}"));
        }
    }
    if !is_multifactor {
        // Without the plugin the other settings have no effect.
        return Ok(PrioritySettings {
            priority: None,
            not_simulated: Vec::new(),
        });
    }
    if let Some(priority) = &mut found.priority {
        let enforced = conf.setting("accountingstorageenforce");
        priority.charges_ends = enforces_limits(enforced.unwrap_or_default());
    }
    for line in conf.all_partitions() {
        if let Some(name) = line.get("partitionname") {
            found.add_partition(name, &line)?;
        }
    }
    Ok(found)
}

impl PrioritySettings {
    /// Adds what the line of the partition `name` says.
    ///
    /// # Errors
    /// A value is not allowed.
    fn add_partition(&mut self, name: &str, line: &Fields) -> Result<(), Problem> {
        let priority = self.priority.get_or_insert_default();
        if let Some(value) = line.get("priorityjobfactor") {
            let factor = whole("PriorityJobFactor", value, 0..=u32::from(u16::MAX))?;
            priority.partitions.insert(name.to_owned(), factor);
        }
        if let Some(value) = line.get("tresbillingweights") {
            let weights = ListedWeights::parse("TRESBillingWeights", value, 0.0)?;
            // Of two lines for one partition the last one counts.
            let is_other = |partition: &Option<String>| partition.as_deref() != Some(name);
            priority.billing.retain(|one| is_other(&one.partition));
            priority.billing.push(weights.billing_of(name));
            let parts = weights.not_simulated.into_iter();
            let parts = parts.map(|part| format!("TRESBillingWeights={part} of partition {name}"));
            self.not_simulated.extend(parts);
        }
        Ok(())
    }
}

/// Lower-case name of the setting with the weights of resources.
const WEIGHT_OF_TRES: &str = "priorityweighttres";

/// Whether `AccountingStorageEnforce` has limits, or something that implies them.
fn enforces_limits(enforced: &str) -> bool {
    let flags = enforced.split(',').map(|flag| flag.trim().to_lowercase());
    let implies = |flag: String| matches!(flag.as_str(), "limits" | "safe" | "all");
    flags.into_iter().any(implies)
}

/// Sets one of the settings of priorities, whatever the case of its name; returns whether it is
/// simulated. A weight implies `priority/multifactor`.
///
/// # Errors
/// `value` is not allowed; the message has what is.
pub fn set(priority: &mut Option<Box<Priority>>, name: &str, value: &str) -> Result<bool, Problem> {
    let lower = name.to_lowercase();
    if lower == "prioritytype" {
        match value.to_lowercase().as_str() {
            "priority/basic" => *priority = None,
            "priority/multifactor" => {
                priority.get_or_insert_default();
            }
            _ => {
                return Err(unknown(
                    name,
                    value,
                    "priority/basic and priority/multifactor",
                ));
            }
        }
        return Ok(true);
    }
    if !is_known(&lower) {
        return Ok(false);
    }
    let weight = || whole(name, value, 0..=u32::MAX);
    let mut changed = priority.as_deref().cloned().unwrap_or_default();
    match lower.as_str() {
        "priorityweightage" => changed.weights.age = weight()?,
        "priorityweightfairshare" => changed.weights.fairshare = weight()?,
        "priorityweightjobsize" => changed.weights.job_size = weight()?,
        "priorityweightpartition" => changed.weights.partition = weight()?,
        "priorityweightqos" => changed.weights.qos = weight()?,
        "priorityfavorsmall" => changed.favour_small = yes_or_no(name, value)?,
        "prioritymaxage" => {
            changed.max_age = span(name, value)?;
            if changed.max_age == 0.0 {
                return Err(unknown(name, value, "more than no time"));
            }
        }
        "prioritydecayhalflife" => changed.half_life = span(name, value)?,
        "prioritycalcperiod" => {
            changed.period = span(name, value)?;
            if changed.period == 0.0 {
                return Err(unknown(name, value, "more than no time"));
            }
        }
        "fairsharedampeningfactor" => {
            changed.dampening = whole(name, value, 1..=u32::MAX)?;
        }
        WEIGHT_OF_TRES => {
            let weights = ListedWeights::parse(name, value, -MOST_WEIGHT)?;
            if !weights.not_simulated.is_empty() {
                return Ok(false);
            }
            weights.apply_to(&mut changed.tres);
        }
        "priorityflags" => match Flags::parse(value) {
            Some(flags) => flags.apply_to(&mut changed),
            None => return Ok(false),
        },
        "priorityusageresetperiod" => return Ok(value.eq_ignore_ascii_case("none")),
        // A weight of 0 needs no factor.
        "priorityweightassoc" => return Ok(value == "0"),
        _ => return Ok(false),
    }
    *priority = Some(Box::new(changed));
    Ok(true)
}

/// Flags of priorities that are simulated.
struct Flags {
    algorithm: Algorithm,
    billed: BillingRule,
    is_normalised: bool,
}

impl Flags {
    /// Parses a list of flags; `None` if one of them is not simulated.
    fn parse(list: &str) -> Option<Self> {
        let mut flags = Self {
            algorithm: Algorithm::Tree,
            billed: BillingRule::Sum,
            is_normalised: true,
        };
        for flag in list.split(',').map(|flag| flag.trim().to_uppercase()) {
            match flag.as_str() {
                "" | "FAIR_TREE" => {}
                "NO_FAIR_TREE" => flags.algorithm = Algorithm::Classic,
                "NO_NORMAL_TRES" => flags.is_normalised = false,
                "MAX_TRES" => flags.billed = BillingRule::Greatest,
                "MAX_TRES_GRES" => flags.billed = BillingRule::GreatestAndGpus,
                _ => return None,
            }
        }
        Some(flags)
    }

    const fn apply_to(&self, priority: &mut Priority) {
        priority.fairshare = self.algorithm;
        priority.billed = self.billed;
        priority.tres.normalised = self.is_normalised;
    }
}

fn yes_or_no(name: &str, value: &str) -> Result<bool, Problem> {
    match value.to_lowercase().as_str() {
        "yes" | "true" | "1" | "up" => Ok(true),
        "no" | "false" | "0" | "down" => Ok(false),
        _ => Err(unknown(name, value, "YES and NO")),
    }
}

/// Parses a span into seconds, as Slurm where a plain number is in minutes.
fn span(name: &str, text: &str) -> Result<f64, Problem> {
    let wrong = || {
        let allowed = "minutes, hours:minutes:seconds, days-hours and days-hours:minutes:seconds";
        unknown(name, text, allowed)
    };
    let milliseconds = time::span(text, SpanUnit::Minutes);
    let seconds = milliseconds.map(|milliseconds| milliseconds as f64 / 1e3);
    let within = seconds.filter(|seconds| *seconds <= crate::scenario::LONGEST);
    within.ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::priority::{PartitionBilling, TresWeights, Weights};

    #[test]
    fn settings_are_read_by_their_names() {
        let text = "PriorityType=priority/multifactor\nPriorityWeightAge=1000\n\
                    PriorityWeightFairshare=10000\nPriorityWeightJobSize=1\n\
                    PriorityWeightPartition=2\nPriorityWeightQOS=3\nPriorityFavorSmall=YES\n\
                    PriorityMaxAge=1-12\nPriorityDecayHalfLife=0:30:15\nPriorityCalcPeriod=2\n\
                    PriorityFlags=NO_FAIR_TREE,MAX_TRES,NO_NORMAL_TRES\nFairShareDampeningFactor=5\n\
                    PriorityUsageResetPeriod=NONE\nPriorityWeightTRES=CPU=1,license/a=2\n\
                    AccountingStorageEnforce=associations,limits\n\
                    PartitionName=DEFAULT TRESBillingWeights=\"CPU=1.0,Mem=0.5G,gres/fs=3\"\n\
                    PartitionName=short Nodes=ALL PriorityJobFactor=7\n";
        let found = of(&Conf::parse(text).unwrap()).unwrap();
        let expected = Priority {
            weights: Weights {
                age: 1000,
                fairshare: 10_000,
                job_size: 1,
                partition: 2,
                qos: 3,
            },
            favour_small: true,
            // A day and 12 h; half an hour and 15 s.
            max_age: 129_600.0,
            half_life: 1815.0,
            period: 120.0,
            fairshare: Algorithm::Classic,
            dampening: 5,
            partitions: [("short".to_owned(), 7)].into(),
            tres: TresWeights {
                cores: 1.0,
                normalised: false,
                ..TresWeights::default()
            },
            billing: vec![PartitionBilling {
                partition: Some("short".to_owned()),
                cores: 1.0,
                memory: 0.5 / 1024.0,
                ..PartitionBilling::default()
            }],
            billed: BillingRule::Greatest,
            ..Priority::default()
        };
        assert_eq!(found.priority.as_deref(), Some(&expected));
        let expected = [
            "PriorityWeightTRES=license/a=2",
            "TRESBillingWeights=gres/fs=3 of partition short",
        ];
        assert_eq!(found.not_simulated, expected);
    }

    #[test]
    fn ends_are_charged_where_limits_are_enforced() {
        for (enforced, charges) in [
            ("", false),
            ("AccountingStorageEnforce=associations,qos", false),
            ("AccountingStorageEnforce=Safe", true),
            ("AccountingStorageEnforce=qos,limits", true),
        ] {
            let text = format!("PriorityType=priority/multifactor\n{enforced}\n");
            let found = of(&Conf::parse(&text).unwrap()).unwrap();
            assert_eq!(found.priority.unwrap().charges_ends, charges, "{enforced}");
        }
    }

    #[test]
    fn without_the_plugin_nothing_is_ordered() {
        for text in [
            "PriorityWeightAge=5\n",
            "PriorityType=priority/basic\nPriorityWeightAge=5\n",
        ] {
            let found = of(&Conf::parse(text).unwrap()).unwrap();
            assert_eq!((found.priority, found.not_simulated), (None, Vec::new()));
        }
    }

    #[test]
    fn settings_not_simulated_are_named() {
        let mut priority = None;
        for (name, value) in [
            ("PriorityFlags", "SMALL_RELATIVE_TO_TIME"),
            ("PriorityUsageResetPeriod", "WEEKLY"),
            ("PriorityWeightAssoc", "10"),
            ("PriorityWeightTRES", "CPU=1,license/a=2"),
            ("bf_interval", "10"),
        ] {
            assert!(!set(&mut priority, name, value).unwrap(), "{name}");
            assert_eq!(priority, None);
        }
        assert!(set(&mut priority, "PriorityWeightAge", "10").unwrap());
        assert_eq!(priority.as_ref().unwrap().weights.age, 10);
        assert!(set(&mut priority, "PriorityType", "priority/basic").unwrap());
        assert_eq!(priority, None);
    }

    #[test]
    fn a_value_that_cannot_be_is_refused() {
        for (name, value) in [
            ("PriorityType", "priority/other"),
            ("PriorityWeightAge", "-1"),
            ("PriorityWeightQOS", "4294967296"),
            ("PriorityMaxAge", "a week"),
            ("PriorityMaxAge", "0"),
            ("PriorityMaxAge", "1:2:3:4"),
            ("PriorityDecayHalfLife", "4000000000-0"),
            ("PriorityCalcPeriod", "0"),
            ("PriorityFavorSmall", "perhaps"),
            ("FairShareDampeningFactor", "0"),
            ("PriorityWeightTRES", "CPU"),
        ] {
            let problem = set(&mut None, name, value).unwrap_err();
            let start = format!("{name} is `{value}`; ");
            assert!(problem.sentence.starts_with(&start), "{}", problem.sentence);
            assert!(
                problem.sentence.ends_with("allowed"),
                "{}",
                problem.sentence
            );
        }
    }
}

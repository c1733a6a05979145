//! Weights of trackable resources in a `slurm.conf`.

use crate::base::problem::Problem;
use crate::load::slurm::conf::unknown;
use crate::scenario::priority::{MOST_WEIGHT, PartitionBilling, TresWeights};

/// Weights in a list, and those parts of it that are not simulated.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct ListedWeights {
    cores: f64,
    memory: f64,
    nodes: f64,
    billing: f64,
    gpus: f64,
    /// Such as `license/a=2`.
    pub(super) not_simulated: Vec<String>,
}

impl ListedWeights {
    /// Parses the value of the setting `name`, a list such as `CPU=1.0,Mem=0.25G,GRES/gpu=2`, with
    /// weights from `least` on.
    ///
    /// # Errors
    /// It is no such list, or a weight is not allowed.
    pub(super) fn parse(name: &str, list: &str, least: f64) -> Result<Self, Problem> {
        let mut found = Self::default();
        for part in list.split(',').map(str::trim).filter(|one| !one.is_empty()) {
            let wrong = || {
                let allowed = format!(
                    "weights such as CPU=1.0,Mem=0.25G,GRES/gpu=2, from {least} to {MOST_WEIGHT},"
                );
                unknown(name, list, &allowed)
            };
            let (resource, value) = part.split_once('=').ok_or_else(wrong)?;
            let resource = resource.trim().to_lowercase();
            let weight = weight(value.trim(), &resource);
            let weight = weight.filter(|weight| (least..=MOST_WEIGHT).contains(weight));
            let weight = weight.ok_or_else(wrong)?;
            match resource.as_str() {
                "cpu" => found.cores = weight,
                "mem" => found.memory = weight,
                "node" => found.nodes = weight,
                "billing" => found.billing = weight,
                "gres/gpu" => found.gpus = weight,
                // Without a weight it has no effect.
                _ if weight == 0.0 => {}
                _ => found.not_simulated.push(part.to_owned()),
            }
        }
        Ok(found)
    }

    /// Sets the weights of a priority.
    pub(super) const fn apply_to(&self, weights: &mut TresWeights) {
        weights.cores = self.cores;
        weights.memory = self.memory;
        weights.nodes = self.nodes;
        weights.billing = self.billing;
        weights.gpus = self.gpus;
    }

    /// Bill of the partition of that name.
    pub(super) fn billing_of(&self, partition: &str) -> PartitionBilling {
        PartitionBilling {
            partition: Some(partition.to_owned()),
            cores: self.cores,
            memory: self.memory,
            gpus: self.gpus,
            nodes: self.nodes,
        }
    }
}

/// Weight of a core, a MiB, a GPU or the like; of memory it may be that of a unit, as in `0.25G`.
fn weight(text: &str, resource: &str) -> Option<f64> {
    const UNITS: [(char, f64); 4] = [
        ('M', 1.0),
        ('G', 1024.0),
        ('T', 1024.0 * 1024.0),
        ('P', 1024.0 * 1024.0 * 1024.0),
    ];
    let unit = UNITS.into_iter().find(|(letter, _)| {
        let last = text.chars().next_back();
        last.is_some_and(|last| last.eq_ignore_ascii_case(letter))
    });
    let (number, mebibytes) = match unit {
        Some((_, mebibytes)) if resource == "mem" => (&text[..text.len() - 1], mebibytes),
        _ => (text, 1.0),
    };
    let number: f64 = number.parse().ok()?;
    Some(number / mebibytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_of_a_core_a_mebibyte_and_so_on() {
        let list = "cpu=1.5,mem=.25G, GRES/gpu=2,Node=1e1,billing=7,license/a=2,energy=0";
        let found = ListedWeights::parse("TRESBillingWeights", list, 0.0).unwrap();
        let expected = ListedWeights {
            cores: 1.5,
            // 0.25 / 1024.
            memory: 0.000_244_140_625,
            nodes: 10.0,
            billing: 7.0,
            gpus: 2.0,
            not_simulated: vec!["license/a=2".to_owned()],
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_no_weight_is_refused() {
        for list in [
            "CPU", "CPU=", "CPU=1G", "Mem=1K", "CPU=-1", "CPU=nan", "CPU=1e10", "Mem=é",
        ] {
            let problem = ListedWeights::parse("TRESBillingWeights", list, 0.0).unwrap_err();
            let start = format!("TRESBillingWeights is `{list}`; weights such as ");
            assert!(problem.sentence.starts_with(&start), "{}", problem.sentence);
        }
        assert!(ListedWeights::parse("PriorityWeightTRES", "CPU=-1", -MOST_WEIGHT).is_ok());
    }
}

//! Descriptions of parameters for the window and the guide.

use super::{Allowed, Field, Name};
use crate::base::description::Description;

impl Field {
    /// Allowed values, with `code` around text from a scenario.
    pub(super) fn range(&self, code: impl Fn(&str) -> String) -> String {
        let unit = match self.unit {
            "" => String::new(),
            unit => format!(" {unit}"),
        };
        match &self.allowed {
            Allowed::Number(range) => format!("{} to {}{unit}", range.start(), range.end()),
            Allowed::Whole(range) => {
                let most = (*range.end() as i128).min(i128::from(u64::MAX));
                format!("{} to {most}{unit}, whole", range.start())
            }
            Allowed::Names(names) => {
                let written = |name: &Name| {
                    if name.0 == name.word() {
                        code(name.0)
                    } else {
                        code(&format!("{}(…)", name.word()))
                    }
                };
                names.iter().map(written).collect::<Vec<_>>().join(", ")
            }
            Allowed::Switch => [code("true"), code("false")].join(", "),
        }
    }

    /// Description.
    pub fn what(&self) -> Description {
        let unit = match (&self.allowed, self.unit) {
            (Allowed::Names(_) | Allowed::Switch, _) => "none: one of these",
            (_, "") => "none: a plain number",
            (_, unit) => unit,
        };
        Description {
            name: self.name.to_owned(),
            meaning: crate::base::sanitize::quoted(self.sentence),
            unit: unit.to_owned(),
            range: self.range(str::to_owned),
            usual: Some(crate::base::sanitize::quoted(&self.usually())),
            source: self.source.to_owned(),
            written: format!("in a scenario: {}", self.shown()),
        }
    }
}

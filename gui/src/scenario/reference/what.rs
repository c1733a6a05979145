//! What is said of a parameter to those who ask, in the window and in the guide.

use super::{Allowed, Field, Name};
use crate::base::what::What;

impl Field {
    /// What it may be, with `code` around what a scenario would have.
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
                let written = |name: &Name| match name.0 == name.word() {
                    true => code(name.0),
                    false => code(&format!("{}(…)", name.word())),
                };
                names.iter().map(written).collect::<Vec<_>>().join(", ")
            }
            Allowed::Switch => [code("true"), code("false")].join(", "),
        }
    }

    /// What is said of it.
    pub(crate) fn what(&self) -> What {
        let unit = match (&self.allowed, self.unit) {
            (Allowed::Names(_) | Allowed::Switch, _) => "none: one of these",
            (_, "") => "none: a plain number",
            (_, unit) => unit,
        };
        What {
            name: self.name.to_owned(),
            meaning: crate::base::shown::quoted(self.sentence),
            unit: unit.to_owned(),
            range: self.range(str::to_owned),
            usual: Some(crate::base::shown::quoted(&self.usually())),
            source: self.source.to_owned(),
            written: format!("in a scenario: {}", self.shown()),
        }
    }
}

//! What is said of a parameter or a metric to those who ask what it is: one form for the window
//! and the guide.

/// What is said of a parameter or a metric.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct What {
    /// Its name for people.
    pub(crate) name: String,
    /// What it means.
    pub(crate) meaning: String,
    /// Its unit.
    pub(crate) unit: String,
    /// What it may be, or which of two values is better.
    pub(crate) range: String,
    /// What it is where nothing is said, of a parameter.
    pub(crate) usual: Option<String>,
    /// Where it comes from.
    pub(crate) source: String,
    /// How it is written in files.
    pub(crate) written: String,
}

impl What {
    /// All but name and meaning, each with what it is called.
    pub(crate) fn lines(&self) -> Vec<[&str; 2]> {
        let usual = self.usual.as_deref().map(|usual| ["Usual", usual]);
        let lines = [["Unit", &self.unit], ["Range", &self.range]].into_iter();
        let lines = lines.chain(usual);
        lines.chain([["Source", &self.source]]).collect()
    }

    /// All of it below the name, a line each.
    pub(crate) fn text(&self) -> String {
        let mut text = self.meaning.clone();
        for [what, words] in self.lines() {
            text += &format!("\n{what}: {words}");
        }
        format!("{text}\n{}", self.written)
    }

    /// Whether everything is said.
    #[cfg(test)]
    pub(crate) fn is_whole(&self) -> bool {
        let lines = self.lines();
        let lines = lines.iter().all(|[_, words]| !words.is_empty());
        lines && self.meaning.len() > 10 && !self.name.is_empty() && !self.written.is_empty()
    }
}

//! Descriptions of parameters and metrics: one form for the window and the guide.

/// Description of a parameter or a metric.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Description {
    /// Name as it is shown.
    pub(crate) name: String,
    /// Meaning.
    pub(crate) meaning: String,
    /// Unit.
    pub(crate) unit: String,
    /// Allowed values, or which of two values is better.
    pub(crate) range: String,
    /// Value where none is given, of a parameter.
    pub(crate) usual: Option<String>,
    /// Source.
    pub(crate) source: String,
    /// Notation in files.
    pub(crate) written: String,
}

impl Description {
    /// Everything but name and meaning, as pairs of label and text.
    pub(crate) fn lines(&self) -> Vec<[&str; 2]> {
        let usual = self.usual.as_deref().map(|usual| ["Usual", usual]);
        let lines = [["Unit", &self.unit], ["Range", &self.range]].into_iter();
        let lines = lines.chain(usual);
        lines.chain([["Source", &self.source]]).collect()
    }

    /// Everything below the name, a line each.
    pub(crate) fn text(&self) -> String {
        let mut text = self.meaning.clone();
        for [what, words] in self.lines() {
            text += &format!("\n{what}: {words}");
        }
        format!("{text}\n{}", self.written)
    }

    /// Whether no part is missing.
    #[cfg(test)]
    pub(crate) fn is_complete(&self) -> bool {
        let lines = self.lines();
        let lines = lines.iter().all(|[_, words]| !words.is_empty());
        lines && self.meaning.len() > 10 && !self.name.is_empty() && !self.written.is_empty()
    }
}

//! Descriptions of parameters and metrics: one form for the window and the guide.

/// Description of a parameter or a metric.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// Name as it is shown.
    pub name: String,
    /// Meaning.
    pub meaning: String,
    /// Unit.
    pub unit: String,
    /// Allowed values, or which of two values is better.
    pub range: String,
    /// Value where none is given, of a parameter.
    pub usual: Option<String>,
    /// Source.
    pub source: String,
    /// Notation in files.
    pub written: String,
}

impl Description {
    /// Everything but name and meaning, as pairs of label and text.
    pub fn lines(&self) -> Vec<[&str; 2]> {
        let usual = self.usual.as_deref().map(|usual| ["Usual", usual]);
        let lines = [["Unit", &self.unit], ["Range", &self.range]].into_iter();
        let lines = lines.chain(usual);
        lines.chain([["Source", &self.source]]).collect()
    }

    /// Everything below the name, a line each.
    pub fn text(&self) -> String {
        let mut text = self.meaning.clone();
        for [what, words] in self.lines() {
            text += &format!("\n{what}: {words}");
        }
        format!("{text}\n{}", self.written)
    }

    /// Whether no part is missing.
    pub fn is_complete(&self) -> bool {
        let lines = self.lines();
        let lines = lines.iter().all(|[_, words]| !words.is_empty());
        lines && self.meaning.len() > 10 && !self.name.is_empty() && !self.written.is_empty()
    }
}

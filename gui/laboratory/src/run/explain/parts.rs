//! A sentence in parts: text, and the jobs that it names.

use super::Remark;
use crate::record::Run;

/// A part of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its text, with the spaces around it.
    pub text: String,
    /// Index of the job whose number it is.
    pub job: Option<usize>,
}

impl Remark {
    /// Splits `said`, the sentence as shown, into text and numbers of jobs: numbers behind `job`
    /// and `jobs` that are those of jobs it names.
    pub fn parts(&self, run: &Run, said: &str) -> Vec<Part> {
        let named = |word: &str| -> Option<usize> {
            let number: u64 = word.parse().ok()?;
            let labels = &run.experiment.labels;
            let mut jobs = self.jobs.iter().copied();
            jobs.find(|&job| labels.get(job).is_some_and(|one| one.number() == number))
        };
        let words: Vec<&str> = said.split(' ').collect();
        let (mut parts, mut text, mut is_list) = (Vec::new(), String::new(), false);
        for (index, &word) in words.iter().enumerate() {
            if index > 0 {
                text.push(' ');
            }
            let number = word.trim_end_matches([',', ';', ':', '.']);
            // A list may end in the number of others.
            let is_count = words.get(index + 1) == Some(&"others");
            let job = named(number).filter(|_| is_list && !is_count);
            is_list = match job {
                Some(_) => number.len() == word.len() || word.ends_with(','),
                None => matches!(word, "job" | "jobs") || (is_list && word == "and"),
            };
            let Some(job) = job else {
                text.push_str(word);
                continue;
            };
            parts.push(Part {
                text: std::mem::take(&mut text),
                job: None,
            });
            parts.push(Part {
                text: number.to_owned(),
                job: Some(job),
            });
            text.push_str(&word[number.len()..]);
        }
        parts.push(Part { text, job: None });
        parts.retain(|part| !part.text.is_empty());
        parts
    }
}

//! Keywords of commands: synonyms by which the palette finds them.

use super::Command;

/// Returns the first phrase of `command` in which each word of `query` begins a word.
pub(super) fn phrase(command: Command, query: &str) -> Option<&'static str> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let has = |phrase: &str, word: &String| {
        let phrase = phrase.to_lowercase();
        let mut own = phrase.split(|letter: char| !letter.is_alphanumeric());
        own.any(|own| own.starts_with(word.as_str()))
    };
    let mut phrases = command.row().keywords.iter().copied();
    phrases.find(|phrase| !words.is_empty() && words.iter().all(|word| has(phrase, word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::pane::Pane;

    /// Users' queries that once found nothing, and "fit", which found the schedule alone.
    #[test]
    fn synonyms_find_commands() {
        let finds = |query: &str, command: Command| phrase(command, query).is_some();
        for (query, pane) in [
            ("fit", Pane::Fit),
            ("log", Pane::Health),
            ("gantt", Pane::Schedule),
            ("utilization", Pane::Utilisation),
            ("utilisation", Pane::Compare),
            ("filter", Pane::Statistics),
            ("user", Pane::Statistics),
            ("wait", Pane::Compare),
        ] {
            assert!(finds(query, Command::Show(pane)), "{query}");
        }
        for (query, command) in [
            ("csv", Command::TakeTable),
            ("pdf", Command::TakeFigure),
            ("zoom", Command::Fit),
            ("dark mode", Command::Theme),
            ("log", Command::Open),
        ] {
            assert!(finds(query, command), "{query}");
        }
        assert!(!finds("", Command::Fit) && !finds("it", Command::Show(Pane::Health)));
    }
}

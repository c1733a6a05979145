//! Text of files and names made safe to show: on a terminal, in a sentence, in a table.

use std::borrow::Cow;

/// Length of the longest word that is quoted whole, and of the beginning kept of a longer one.
const WORD_LENGTHS: (usize, usize) = (100, 60);

/// Length of the longest sentence that is kept whole, and of the beginning and the end kept of a
/// longer one.
const SENTENCE_LENGTHS: (usize, usize, usize) = (1_500, 900, 400);

/// Whether `letter` could control a terminal or reverse the text beside it.
fn is_hidden(letter: char) -> bool {
    let turns = ['\u{200e}', '\u{200f}', '\u{202a}', '\u{2066}'];
    let until = ['\u{200e}', '\u{200f}', '\u{202e}', '\u{2069}'];
    let mut ranges = turns.into_iter().zip(until);
    letter.is_control() || ranges.any(|(from, to)| (from..=to).contains(&letter))
}

/// `text` with control characters but the ends of lines as escapes.
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| letter != '\n' && is_hidden(letter))
}

/// `text` in one line, with all control characters as escapes.
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

fn escaped(text: &str, is_wrong: impl Fn(char) -> bool) -> Cow<'_, str> {
    // Of ASCII, which nearly all texts are, only control characters can be wrong.
    let is_printable = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if is_printable || !text.contains(&is_wrong) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_wrong(letter) {
            shown.extend(letter.escape_default())
        } else {
            shown.push(letter)
        }
    }
    Cow::Owned(shown)
}

/// `text` for the screen, where nothing stands in the letters of code: what is between backquotes
/// is in quotation marks, unless it has its own.
pub fn quoted(text: &str) -> String {
    let mut pieces: Vec<&str> = text.split('`').collect();
    // One that none ends quotes nothing.
    let lonely = pieces
        .len()
        .is_multiple_of(2)
        .then(|| pieces.pop())
        .flatten();
    let mut said = String::with_capacity(text.len() + 8);
    for (index, piece) in pieces.into_iter().enumerate() {
        // A text of a scenario has marks of its own.
        let is_text = piece.len() > 1 && piece.starts_with('"') && piece.ends_with('"');
        match index % 2 {
            1 if !is_text => said.extend(["“", piece, "”"]),
            _ => said += piece,
        }
    }
    if let Some(rest) = lonely {
        said.push('`');
        said += rest;
    }
    said
}

/// A sentence that may quote an input, with long words and a long whole shortened.
pub(crate) fn shorten(text: String) -> String {
    let text = if text
        .split(char::is_whitespace)
        .any(|word| word.len() > WORD_LENGTHS.0)
    {
        shortened_words(&text)
    } else {
        text
    };
    let (most, head, tail) = SENTENCE_LENGTHS;
    let count = text.chars().count();
    if count <= most {
        return text;
    }
    let beginning: String = text.chars().take(head).collect();
    let end: String = text.chars().skip(count - tail).collect();
    format!("{beginning} … {end}")
}

fn shortened_words(text: &str) -> String {
    let words = text.split_inclusive(char::is_whitespace).map(|word| {
        let (most, kept) = WORD_LENGTHS;
        let count = word.chars().count();
        if count > most {
            let beginning: String = word.chars().take(kept).collect();
            // End of the quotation.
            let end: String = word.chars().skip(count - 4).collect();
            Cow::Owned(format!("{beginning}…{end}"))
        } else {
            Cow::Borrowed(word)
        }
    });
    words.collect()
}

/// `text` as a cell of a CSV table, with control characters as escapes. A spreadsheet takes a cell
/// that begins with `=`, `+`, `-` or `@` and is no number for a formula, so that an apostrophe goes
/// before it.
pub fn cell(text: &str) -> Cow<'_, str> {
    let is_number = || text.parse::<f64>().is_ok();
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number() {
        return Cow::Owned(format!("'{}", lines(text)));
    }
    lines(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_as_escapes() {
        assert_eq!(line("a\u{1b}[31m\n"), "a\\u{1b}[31m\\n");
        assert_eq!(lines("a\r\nb\u{202e}"), "a\\r\nb\\u{202e}");
        assert_eq!(line("ä …"), "ä …");
    }

    #[test]
    fn long_words_and_sentences_are_cut() {
        let word = format!("unknown field `{}`, expected `x`", "y".repeat(5_000));
        let said = shorten(word);
        assert!(said.starts_with("unknown field `yyy") && said.ends_with("`, expected `x`"));
        assert!(said.len() < 150, "{said}");
        let long = shorten("ab ".repeat(9_000));
        assert!(long.chars().count() < 1_400);
        let short = "as it is";
        assert_eq!(shorten(short.to_owned()), short);
    }

    #[test]
    fn what_is_between_backquotes_is_quoted() {
        assert_eq!(quoted("partition `gpu` for `a`"), "partition “gpu” for “a”");
        assert_eq!(quoted("`a` and `b"), "“a” and `b");
        assert_eq!(quoted("none"), "none");
        assert_eq!(quoted("wanted, not `\"two\"`"), "wanted, not \"two\"");
    }

    #[test]
    fn formulas_are_no_formulas_in_a_table() {
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("\t=1"), "'\\t=1");
        assert_eq!(cell("a=1"), "a=1");
        assert_eq!(cell("-1.5"), "-1.5");
        assert_eq!(cell("+1-1"), "'+1-1");
        assert_eq!(cell("\u{1b}]0;x"), "\\u{1b}]0;x");
    }
}

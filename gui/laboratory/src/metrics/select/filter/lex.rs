//! The words and signs of a filter, each with its position.

use super::{Comparison, FilterError};

/// A word or a sign.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    Name(String),
    /// A number with the letters behind it, as in `2h`.
    Number(f64, String),
    Compares(Comparison),
    And,
    Or,
    Not,
    Open,
    Close,
}

/// Signs, the longer ones first.
const SIGNS: [(&str, Token); 14] = [
    ("&&", Token::And),
    ("||", Token::Or),
    ("==", Token::Compares(Comparison::Equal)),
    ("!=", Token::Compares(Comparison::Other)),
    ("<=", Token::Compares(Comparison::AtMost)),
    (">=", Token::Compares(Comparison::AtLeast)),
    ("<", Token::Compares(Comparison::Less)),
    (">", Token::Compares(Comparison::More)),
    ("=", Token::Compares(Comparison::Equal)),
    ("!", Token::Not),
    ("(", Token::Open),
    (")", Token::Close),
    ("&", Token::And),
    ("|", Token::Or),
];

/// Returns the tokens of `text`, each with the index of its first character.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, FilterError> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut at = 0;
    while let Some(first) = rest.chars().next() {
        let (token, bytes) = if first.is_whitespace() {
            (None, first.len_utf8())
        } else if let Some((sign, token)) = SIGNS.iter().find(|row| rest.starts_with(row.0)) {
            (Some(token.clone()), sign.len())
        } else if first.is_ascii_digit() || first == '.' {
            let bytes = length(rest, |letter| {
                letter.is_ascii_alphanumeric() || letter == '.'
            });
            (Some(number(&rest[..bytes], at)?), bytes)
        } else if first.is_alphabetic() {
            let bytes = length(rest, |letter| letter.is_alphanumeric() || letter == '_');
            (Some(word(&rest[..bytes])), bytes)
        } else {
            return Err(FilterError {
                at,
                sentence: format!("`{first}` means nothing here"),
            });
        };
        tokens.extend(token.map(|token| (at, token)));
        at += rest[..bytes].chars().count();
        rest = &rest[bytes..];
    }
    Ok(tokens)
}

/// Number of bytes of the leading letters of `text` that are `such`.
fn length(text: &str, such: impl Fn(char) -> bool) -> usize {
    text.find(|letter| !such(letter)).unwrap_or(text.len())
}

fn word(text: &str) -> Token {
    match text {
        "and" => Token::And,
        "or" => Token::Or,
        "not" => Token::Not,
        _ => Token::Name(text.to_owned()),
    }
}

fn number(text: &str, at: usize) -> Result<Token, FilterError> {
    let digits = length(text, |letter| letter.is_ascii_digit() || letter == '.');
    let (number, unit) = text.split_at(digits);
    let number = number.parse::<f64>().map_err(|_| FilterError {
        at,
        sentence: format!("`{number}` is not a number"),
    })?;
    Ok(Token::Number(number, unit.to_owned()))
}

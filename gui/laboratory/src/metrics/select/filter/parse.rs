//! Parser of a filter: `or` binds least, then `and`, then `not`.

use super::lex::{Token, tokens};
use super::{Comparison, Condition, FilterError, Quantity};

/// Deepest nesting of brackets and `not`.
const DEEPEST: usize = 100;

/// Largest number of conditions in a line: each is nested in the one before it, and evaluated
/// recursively.
const MOST: usize = 1_000;

/// Units of time, in seconds.
const UNITS: [(&str, f64); 8] = [
    ("", 1.0),
    ("s", 1.0),
    ("m", 60.0),
    ("min", 60.0),
    ("h", 3_600.0),
    ("d", 86_400.0),
    ("w", 604_800.0),
    ("y", 31_557_600.0),
];

/// Parses the condition of a whole line.
pub(super) fn line(text: &str) -> Result<Condition, FilterError> {
    let mut reader = Reader {
        tokens: tokens(text)?,
        next: 0,
        end: text.chars().count(),
        depth: 0,
        conditions: 0,
    };
    if reader.tokens.is_empty() {
        return Ok(Condition::Any);
    }
    let condition = reader.either()?;
    match reader.peek() {
        None => Ok(condition),
        Some(_) => Err(reader.wrong("`&&` or `||` has to stand between two conditions")),
    }
}

struct Reader {
    tokens: Vec<(usize, Token)>,
    next: usize,
    /// Index of the end of the line.
    end: usize,
    depth: usize,
    conditions: usize,
}

impl Reader {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    fn take(&mut self, wanted: &Token) -> bool {
        let found = self.peek() == Some(wanted);
        self.next += usize::from(found);
        found
    }

    fn wrong(&self, sentence: impl Into<String>) -> FilterError {
        let at = self.tokens.get(self.next).map_or(self.end, |(at, _)| *at);
        let sentence = sentence.into();
        FilterError { at, sentence }
    }

    fn either(&mut self) -> Result<Condition, FilterError> {
        let mut condition = self.both()?;
        while self.take(&Token::Or) {
            condition = Condition::Either(Box::new(condition), Box::new(self.both()?));
        }
        Ok(condition)
    }

    fn both(&mut self) -> Result<Condition, FilterError> {
        let mut condition = self.single()?;
        while self.take(&Token::And) {
            condition = Condition::Both(Box::new(condition), Box::new(self.single()?));
        }
        Ok(condition)
    }

    fn single(&mut self) -> Result<Condition, FilterError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong(format!("more than {DEEPEST} brackets within one another")));
        }
        let condition = if self.take(&Token::Not) {
            Condition::Not(Box::new(self.single()?))
        } else if self.take(&Token::Open) {
            let inner = self.either()?;
            if !self.take(&Token::Close) {
                return Err(self.wrong("`)` is missing"));
            }
            inner
        } else {
            self.compared()?
        };
        self.depth -= 1;
        Ok(condition)
    }

    fn compared(&mut self) -> Result<Condition, FilterError> {
        self.conditions += 1;
        if self.conditions > MOST {
            return Err(self.wrong(format!("more than {MOST} conditions in a line")));
        }
        let quantity = self.quantity()?;
        if let Some(Token::Compares(comparison)) = self.peek() {
            let comparison = *comparison;
            self.next += 1;
            let value = self.value(quantity)?;
            return Ok(Condition::Compared(quantity, comparison, value));
        }
        if quantity.is_yes_or_no() {
            Ok(Condition::Compared(quantity, Comparison::Equal, 1.0))
        } else {
            Err(self.wrong("a comparison has to follow: ==, !=, <, <=, > or >="))
        }
    }

    fn quantity(&mut self) -> Result<Quantity, FilterError> {
        let names = || Quantity::ALL.map(|row| row.1).join(", ");
        let Some(Token::Name(name)) = self.peek() else {
            return Err(self.wrong(format!("one of these has to stand here: {}", names())));
        };
        let Some(quantity) = Quantity::named(name) else {
            let sentence = format!("`{name}` is not known of jobs; known are {}", names());
            return Err(self.wrong(sentence));
        };
        self.next += 1;
        Ok(quantity)
    }

    fn value(&mut self, quantity: Quantity) -> Result<f64, FilterError> {
        let Some(Token::Number(number, unit)) = self.peek() else {
            let example = if quantity.is_time() { "2h" } else { "12" };
            return Err(self.wrong(format!("a number has to follow, as in {example}")));
        };
        let known = UNITS.iter().find(|row| row.0 == unit);
        let value = match known {
            Some((_, seconds)) if quantity.is_time() || unit.is_empty() => number * seconds,
            Some(_) => {
                return Err(self.wrong(format!("{unit} is a unit of time, which this is not")));
            }
            None => {
                let sentence = format!("`{unit}` is not a unit; known are s, min, h, d and w");
                return Err(self.wrong(sentence));
            }
        };
        self.next += 1;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Filter;

    #[test]
    fn errors_have_their_positions() {
        let cases = [
            ("nodes", 5, "a comparison has to follow"),
            ("nodes >= many", 9, "a number has to follow"),
            ("wait > 2 x", 9, "has to stand between"),
            ("nodes > 2h", 8, "unit of time"),
            ("wait > 2parsec", 7, "is not a unit"),
            ("(wait > 2", 9, "`)` is missing"),
            ("width > 2", 0, "`width` is not known of jobs"),
            ("wait > 2 &&", 11, "one of these"),
            ("wait # 2", 5, "means nothing"),
            ("wait > 1.2.3", 7, "is not a number"),
        ];
        for (line, at, words) in cases {
            let wrong = line.parse::<Filter>().unwrap_err();
            assert_eq!(wrong.at, at, "{line}: {wrong}");
            assert!(wrong.sentence.contains(words), "{line}: {wrong}");
        }
        let deep = "!".repeat(1_000) + "killed";
        assert!(deep.parse::<Filter>().is_err());
    }

    #[test]
    fn a_line_of_very_many_conditions_is_refused_where_it_has_too_many() {
        let line = |count: usize| vec!["killed"; count].join("||");
        assert!(line(1_000).parse::<Filter>().is_ok());
        let wrong = line(300_000).parse::<Filter>().unwrap_err();
        assert_eq!(wrong.at, 8_000);
        assert_eq!(wrong.sentence, "more than 1000 conditions in a line");
    }

    #[test]
    fn units_and_brackets_are_read() {
        for line in [
            "",
            "killed",
            "not (killed or refused)",
            "wait >= 1.5d & user = 3",
        ] {
            assert!(line.parse::<Filter>().is_ok(), "{line}");
        }
        let of_workload = |line: &str| line.parse::<Filter>().unwrap().is_policy_independent();
        assert!(of_workload("user == 3 || nodes > 8") && !of_workload("user == 3 && wait > 1"));
    }
}

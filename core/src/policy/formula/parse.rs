//! Parser of formulas: recursive descent that emits operands and operations in order of
//! execution.

use heapless::{String, Vec};

use super::error::QUOTED;
use super::{
    BinaryOperation, Formula, FormulaError, FormulaProblem, Function, MAX_NUMBERS, MAX_OPEN,
    MAX_STEPS, Operand, Step, Variable,
};

/// Maximum nesting of parentheses, signs and powers.
const MAX_NESTED: usize = 24;
/// Greatest whole exponent that is multiplied out.
const MAX_WHOLE_POWER: f64 = 16.0;

pub(super) fn formula(text: &str) -> Result<Formula, FormulaError> {
    let mut parser = Parser {
        text,
        at: 0,
        nested: 0,
        open: 0,
        steps: Vec::new(),
        numbers: Vec::new(),
    };
    parser.sum()?;
    match parser.peek() {
        None => Ok(Formula::new(&parser.steps, &parser.numbers)),
        Some(_) => Err(parser.error(FormulaProblem::NoOperator)),
    }
}

struct Parser<'t> {
    text: &'t str,
    // Index of the next byte.
    at: usize,
    nested: usize,
    // Number of open values.
    open: usize,
    steps: Vec<Step, MAX_STEPS>,
    numbers: Vec<u64, MAX_NUMBERS>,
}

/// Meaning of a name.
enum NameMeaning {
    Variable(Variable),
    Function(Function),
    Pair(BinaryOperation),
}

fn meaning_of(name: &str) -> Option<NameMeaning> {
    let variable = Variable::ALL.into_iter().find(|one| one.name() == name);
    let function = Function::ALL.into_iter().find(|one| one.name() == name);
    let pair = match name {
        "min" => Some(NameMeaning::Pair(BinaryOperation::Min)),
        "max" => Some(NameMeaning::Pair(BinaryOperation::Max)),
        _ => None,
    };
    let variable = variable.map(NameMeaning::Variable);
    variable.or(function.map(NameMeaning::Function)).or(pair)
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Next character other than a space.
    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.rest().chars().next()
    }

    /// Reads `sign` if it is next.
    fn take(&mut self, sign: char) -> bool {
        let is_next = self.peek() == Some(sign);
        self.at += if is_next { sign.len_utf8() } else { 0 };
        is_next
    }

    /// The next word, number or sign.
    fn word(&mut self) -> &'t str {
        let _ = self.peek();
        let rest = self.rest();
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        let first = rest.chars().next().map_or(0, char::len_utf8);
        rest.get(..end.max(first)).unwrap_or_default()
    }

    /// An error at the next word.
    fn error(&mut self, problem: FormulaProblem) -> FormulaError {
        let word = self.word();
        self.error_at(self.at, word, problem)
    }

    fn error_at(&self, at: usize, word: &str, problem: FormulaProblem) -> FormulaError {
        let mut found = String::<QUOTED>::new();
        for letter in word.chars() {
            if found.push(letter).is_err() {
                break;
            }
        }
        let before = self.text.get(..at).unwrap_or_default();
        FormulaError {
            at: before.chars().count() + 1,
            found,
            problem,
        }
    }

    /// Emits a step.
    fn step(&mut self, step: Step) -> Result<(), FormulaError> {
        self.open = self.open + 1 - step.takes().min(self.open);
        if self.open > MAX_OPEN {
            return Err(self.error(FormulaProblem::TooDeep));
        }
        // An operation on a single operand is one step with it.
        let step = match (step, self.steps.last()) {
            (Step::Pair(pair), Some(&Step::Operand(operand))) => {
                self.steps.pop();
                Step::With(pair, operand)
            }
            _ => step,
        };
        let is_room = self.steps.push(step);
        is_room.map_err(|_| self.error(FormulaProblem::TooLong))
    }

    /// Parses a nested expression.
    fn within(
        &mut self,
        what: impl FnOnce(&mut Self) -> Result<(), FormulaError>,
    ) -> Result<(), FormulaError> {
        self.nested += 1;
        if self.nested > MAX_NESTED {
            return Err(self.error(FormulaProblem::TooDeep));
        }
        what(self)?;
        self.nested -= 1;
        Ok(())
    }

    fn sum(&mut self) -> Result<(), FormulaError> {
        self.chain(
            Self::product,
            [('+', BinaryOperation::Plus), ('-', BinaryOperation::Minus)],
        )
    }

    fn product(&mut self) -> Result<(), FormulaError> {
        self.chain(
            Self::signed,
            [('*', BinaryOperation::Times), ('/', BinaryOperation::Over)],
        )
    }

    /// Parses parts with either of two signs between them, from left to right.
    fn chain(
        &mut self,
        part: fn(&mut Self) -> Result<(), FormulaError>,
        signs: [(char, BinaryOperation); 2],
    ) -> Result<(), FormulaError> {
        part(self)?;
        while let Some((_, pair)) = signs.into_iter().find(|&(sign, _)| self.take(sign)) {
            part(self)?;
            self.step(Step::Pair(pair))?;
        }
        Ok(())
    }

    fn signed(&mut self) -> Result<(), FormulaError> {
        if self.take('-') {
            self.within(Self::signed)?;
            return self.step(Step::Negate);
        }
        self.power()
    }

    fn power(&mut self) -> Result<(), FormulaError> {
        self.operand()?;
        if !self.take('^') {
            return Ok(());
        }
        let before = self.steps.len();
        self.within(Self::signed)?;
        if let Some(power) = self.whole_since(before) {
            self.steps.pop();
            self.open -= 1;
            return self.step(Step::Whole(power));
        }
        self.step(Step::Pair(BinaryOperation::Power))
    }

    /// The number that is all that was emitted since, if it is whole and small.
    fn whole_since(&self, before: usize) -> Option<u8> {
        let [Step::Operand(operand)] = self.steps.get(before..)? else {
            return None;
        };
        let index = operand.meaning().err()?;
        let number = f64::from_bits(*self.numbers.get(usize::from(index))?);
        let is_whole =
            (1.0..=MAX_WHOLE_POWER).contains(&number) && f64::from(number as u8) == number;
        is_whole.then_some(number as u8)
    }

    fn operand(&mut self) -> Result<(), FormulaError> {
        match self.peek() {
            Some('(') => {
                self.at += 1;
                self.within(Self::sum)?;
                self.close()
            }
            Some('0'..='9' | '.') => self.number(),
            Some(letter) if letter.is_alphabetic() || letter == '_' => self.name(),
            _ => Err(self.error(FormulaProblem::NoOperand)),
        }
    }

    fn close(&mut self) -> Result<(), FormulaError> {
        if self.take(')') {
            Ok(())
        } else {
            Err(self.error(FormulaProblem::Unclosed))
        }
    }

    fn number(&mut self) -> Result<(), FormulaError> {
        let rest = self.rest();
        let mut word = self.word();
        // The sign of an exponent belongs to it.
        if word.ends_with(['e', 'E'])
            && let Some(tail) = rest.get(word.len()..)
            && tail.starts_with(['+', '-'])
        {
            let digits = tail.get(1..).unwrap_or_default();
            let digits = digits.len()
                - digits
                    .trim_start_matches(|c: char| c.is_ascii_digit())
                    .len();
            word = rest.get(..word.len() + 1 + digits).unwrap_or(word);
        }
        let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
        let Some(number) = number else {
            return Err(self.error_at(self.at, word, FormulaProblem::NotANumber));
        };
        let index = self.numbers.len() as u8;
        if self.numbers.push(number.to_bits()).is_err() {
            return Err(self.error(FormulaProblem::TooLong));
        }
        self.step(Step::Operand(Operand::number(index)))?;
        self.at += word.len();
        Ok(())
    }

    fn name(&mut self) -> Result<(), FormulaError> {
        let name = self.word();
        let at = self.at;
        match meaning_of(name) {
            None => Err(self.error(FormulaProblem::UnknownName)),
            Some(NameMeaning::Variable(variable)) => {
                self.step(Step::Operand(Operand::variable(variable)))?;
                self.at += name.len();
                Ok(())
            }
            Some(NameMeaning::Function(function)) => {
                self.arguments(at, name, 1)?;
                self.step(Step::Function(function))
            }
            Some(NameMeaning::Pair(pair)) => {
                self.arguments(at, name, 2)?;
                self.step(Step::Pair(pair))
            }
        }
    }

    /// Parses the arguments of the function `name`, at position `at`.
    fn arguments(&mut self, at: usize, name: &str, expected: usize) -> Result<(), FormulaError> {
        self.at += name.len();
        if !self.take('(') {
            return Err(self.error_at(at, name, FormulaProblem::NoArguments));
        }
        let mut count = 0;
        loop {
            self.within(Self::sum)?;
            count += 1;
            if count > expected || !self.take(',') {
                break;
            }
        }
        if count != expected {
            let problem = FormulaProblem::Arguments { expected };
            return Err(self.error_at(at, name, problem));
        }
        self.close()
    }
}

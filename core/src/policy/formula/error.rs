//! Errors in formulas, with their positions.

use core::fmt;

use heapless::String;

use super::{Function, MAX_NUMBERS, MAX_STEPS, Variable};

/// Maximum length of a quoted word, in characters.
pub(super) const QUOTED: usize = 24;

/// An error in a formula, with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormulaError {
    /// Position of the error in characters, from 1; one past the last where something is
    /// missing at the end.
    pub at: usize,
    /// Word or sign at that position, cut off if it is long; empty at the end.
    pub found: String<QUOTED>,
    /// Kind of error.
    pub problem: FormulaProblem,
}

/// Kind of error in a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FormulaProblem {
    /// A number, a variable, a function or a parenthesis is expected.
    NoOperand,
    /// An operator or the end is expected.
    NoOperator,
    /// There is neither a variable nor a function of that name.
    UnknownName,
    /// A function without its parentheses.
    NoArguments,
    /// Wrong number of arguments.
    Arguments {
        /// Number the function takes.
        expected: usize,
    },
    /// A parenthesis is not closed.
    Unclosed,
    /// No number.
    NotANumber,
    /// Too many steps or numbers.
    TooLong,
    /// Too many parentheses, or values that are open at once.
    TooDeep,
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at character {}: ", self.at)?;
        let found = |f: &mut fmt::Formatter<'_>| {
            if self.found.is_empty() {
                f.write_str("the formula ends")
            } else {
                write!(f, "found `{}`", self.found)
            }
        };
        match self.problem {
            FormulaProblem::NoOperand => {
                found(f)?;
                f.write_str(" where a number, a variable, a function or ( is expected")
            }
            FormulaProblem::NoOperator => {
                found(f)?;
                f.write_str(" where one of + - * / ^ or the end is expected")
            }
            FormulaProblem::UnknownName => {
                write!(f, "`{}` is not known; known are", self.found)?;
                for variable in Variable::ALL {
                    write!(f, " {},", variable.name())?;
                }
                for function in Function::ALL {
                    write!(f, " {}(),", function.name())?;
                }
                f.write_str(" min(,) and max(,)")
            }
            FormulaProblem::NoArguments => {
                write!(f, "`{}` is a function: ( is expected behind it", self.found)
            }
            FormulaProblem::Arguments { expected: 1 } => {
                write!(f, "`{}` takes one value", self.found)
            }
            FormulaProblem::Arguments { expected } => {
                write!(
                    f,
                    "`{}` takes {expected} values, separated by commas",
                    self.found
                )
            }
            FormulaProblem::Unclosed => {
                found(f)?;
                f.write_str(" where ) is expected")
            }
            FormulaProblem::NotANumber => write!(f, "`{}` is not a number", self.found),
            FormulaProblem::TooLong => write!(
                f,
                "the formula is too long: {MAX_STEPS} operands and operations and \
                 {MAX_NUMBERS} numbers are allowed"
            ),
            FormulaProblem::TooDeep => f.write_str("the formula is nested too deeply"),
        }
    }
}

impl core::error::Error for FormulaError {}

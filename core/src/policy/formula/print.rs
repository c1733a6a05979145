//! Formulas as text, with no more parentheses than are needed to parse them again.

use core::fmt;

use super::{BinaryOperation, Formula, Function, Operand, Step};

/// Binding strength of an expression; a weaker one gets parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    Sum,
    Product,
    Signed,
    Power,
    Operand,
}

impl Step {
    fn bond(self) -> Bond {
        match self {
            Self::Operand(_) | Self::Function(_) => Bond::Operand,
            Self::Negate => Bond::Signed,
            Self::Whole(_) => Bond::Power,
            Self::Pair(pair) | Self::With(pair, _) => match pair {
                BinaryOperation::Plus | BinaryOperation::Minus => Bond::Sum,
                BinaryOperation::Times | BinaryOperation::Over => Bond::Product,
                BinaryOperation::Power => Bond::Power,
                BinaryOperation::Min | BinaryOperation::Max => Bond::Operand,
            },
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, self.steps().len(), Bond::Sum)
    }
}

impl fmt::Debug for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Formula({self})")
    }
}

impl Formula {
    /// Index of the first step of the value whose last step is the one before `end`.
    fn begin(&self, end: usize) -> usize {
        let (mut index, mut missing) = (end, 1);
        while missing > 0
            && index > 0
            && let Some(step) = self.steps().get(index - 1)
        {
            missing = missing - 1 + step.takes();
            index -= 1;
        }
        index
    }

    /// Writes the value whose last step is the one before `end`, with parentheses if it
    /// binds less than `bond`.
    fn write(&self, f: &mut fmt::Formatter<'_>, end: usize, bond: Bond) -> fmt::Result {
        let Some(last) = end.checked_sub(1) else {
            return Ok(());
        };
        let Some(&step) = self.steps().get(last) else {
            return Ok(());
        };
        let own = step.bond();
        if own < bond {
            f.write_str("(")?;
        }
        match step {
            Step::Operand(operand) => self.write_operand(f, operand)?,
            Step::Negate => {
                f.write_str("-")?;
                self.write(f, last, Bond::Signed)?;
            }
            Step::Function(function) => {
                f.write_str(Function::name(function))?;
                f.write_str("(")?;
                self.write(f, last, Bond::Sum)?;
                f.write_str(")")?;
            }
            Step::Whole(power) => {
                self.write(f, last, Bond::Operand)?;
                write!(f, " ^ {power}")?;
            }
            Step::With(pair, operand) => {
                self.write_pair(f, last, pair, |f, _| self.write_operand(f, operand))?;
            }
            Step::Pair(pair) => {
                let left = self.begin(last);
                self.write_pair(f, left, pair, |f, bond| self.write(f, last, bond))?;
            }
        }
        if own < bond {
            f.write_str(")")?;
        }
        Ok(())
    }

    fn write_operand(&self, f: &mut fmt::Formatter<'_>, operand: Operand) -> fmt::Result {
        match operand.meaning() {
            Ok(variable) => f.write_str(variable.name()),
            Err(index) => write!(f, "{}", self.number(index)),
        }
    }

    /// Writes the operation on the value whose last step is the one before `left_end`, and
    /// another.
    fn write_pair(
        &self,
        f: &mut fmt::Formatter<'_>,
        left_end: usize,
        pair: BinaryOperation,
        other: impl FnOnce(&mut fmt::Formatter<'_>, Bond) -> fmt::Result,
    ) -> fmt::Result {
        let (sign, left, right) = match pair {
            BinaryOperation::Plus => (" + ", Bond::Sum, Bond::Product),
            BinaryOperation::Minus => (" - ", Bond::Sum, Bond::Product),
            BinaryOperation::Times => (" * ", Bond::Product, Bond::Signed),
            BinaryOperation::Over => (" / ", Bond::Product, Bond::Signed),
            BinaryOperation::Power => (" ^ ", Bond::Operand, Bond::Signed),
            BinaryOperation::Min | BinaryOperation::Max => {
                f.write_str(if pair == BinaryOperation::Min {
                    "min("
                } else {
                    "max("
                })?;
                (", ", Bond::Sum, Bond::Sum)
            }
        };
        self.write(f, left_end, left)?;
        f.write_str(sign)?;
        other(f, right)?;
        match pair {
            BinaryOperation::Min | BinaryOperation::Max => f.write_str(")"),
            _ => Ok(()),
        }
    }
}

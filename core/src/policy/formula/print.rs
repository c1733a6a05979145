//! Formulas as text: with no more parentheses than are needed to read them back.

use core::fmt;

use super::{Formula, Function, Pair, Step};

/// How tightly what is written holds together; what is looser gets parentheses.
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
            Self::Number(_) | Self::Variable(_) | Self::Function(_) => Bond::Operand,
            Self::Pair(Pair::Min | Pair::Max) => Bond::Operand,
            Self::Pair(Pair::Plus | Pair::Minus) => Bond::Sum,
            Self::Pair(Pair::Times | Pair::Over) => Bond::Product,
            Self::Negate => Bond::Signed,
            Self::Pair(Pair::Power) | Self::Whole(_) => Bond::Power,
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
    /// Where the value begins whose last step is the one before `end`.
    fn begin(&self, end: usize) -> usize {
        let (mut place, mut missing) = (end, 1);
        while missing > 0
            && place > 0
            && let Some(step) = self.steps().get(place - 1)
        {
            missing = missing - 1 + step.takes();
            place -= 1;
        }
        place
    }

    /// Writes the value whose last step is the one before `end`, where what holds
    /// together less than `bond` needs parentheses.
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
            Step::Number(place) => write!(f, "{}", self.number(place))?,
            Step::Variable(variable) => f.write_str(variable.name())?,
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
            Step::Pair(pair) => self.write_pair(f, last, pair)?,
        }
        if own < bond {
            f.write_str(")")?;
        }
        Ok(())
    }

    fn write_pair(&self, f: &mut fmt::Formatter<'_>, end: usize, pair: Pair) -> fmt::Result {
        let middle = self.begin(end);
        let (sign, left, right) = match pair {
            Pair::Plus => (" + ", Bond::Sum, Bond::Product),
            Pair::Minus => (" - ", Bond::Sum, Bond::Product),
            Pair::Times => (" * ", Bond::Product, Bond::Signed),
            Pair::Over => (" / ", Bond::Product, Bond::Signed),
            Pair::Power => (" ^ ", Bond::Operand, Bond::Signed),
            Pair::Min | Pair::Max => {
                f.write_str(if pair == Pair::Min { "min(" } else { "max(" })?;
                (", ", Bond::Sum, Bond::Sum)
            }
        };
        self.write(f, middle, left)?;
        f.write_str(sign)?;
        self.write(f, end, right)?;
        match pair {
            Pair::Min | Pair::Max => f.write_str(")"),
            _ => Ok(()),
        }
    }
}

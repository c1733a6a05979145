//! Orders by a user's formula, compiled to a small program.

mod error;
mod parse;
mod print;
#[cfg(test)]
mod tests;

use core::str::FromStr;

use heapless::Vec;

use crate::units::time::{Duration, Time};
use crate::workload::Request;

pub use error::{FormulaError, FormulaProblem};

/// Maximum number of steps of a program: operands and operations.
pub const MAX_STEPS: usize = 40;
/// Maximum number of numbers in a formula.
pub const MAX_NUMBERS: usize = 8;
/// Maximum number of open values; a power of two.
const MAX_OPEN: usize = 8;

/// Priority of a waiting job as a formula; the greatest is considered first.
///
/// A formula has the operators `+ - * / ^`, parentheses, numbers, the [variables](Variable)
/// `wait`, `estimate`, `submit` (in seconds) and `nodes`, and the functions `sqrt`, `ln`,
/// `log2`, `log10`, `exp`, `abs` of one value, `min` and `max` of two. `^` binds most
/// tightly, to the right, then a sign, then `*` and `/`. Values are those of `f64` and
/// libm, the same on every machine; jobs without a value, as of `0 / 0`, come last.
///
/// ```
/// use cosched_core::policy::Order;
/// use cosched_core::policy::formula::Formula;
///
/// let wfp3: Formula = "(wait / estimate)^3 * nodes".parse()?;
/// let unicef: Formula = "wait / (max(log2(nodes), 1) * estimate)".parse()?;
/// // Carastan-Santos and de Camargo, "Obtaining dynamic scheduling policies with
/// // simulation and machine learning", 2017, table 3: there the least value is first.
/// let f1: Formula = "-(log10(estimate) * nodes + 870 * log10(submit))".parse()?;
/// assert!(wfp3.changes_with_time() && unicef.changes_with_time());
/// assert!(!f1.changes_with_time());
/// assert_eq!(wfp3.to_string(), "(wait / estimate) ^ 3 * nodes");
/// let order = Order::Formula(wfp3);
///
/// let error = "wait / estimat".parse::<Formula>().unwrap_err();
/// assert_eq!(error.at, 8);
/// # Ok::<(), cosched_core::policy::formula::FormulaError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Formula {
    // Steps in order of execution; operations take the results of the steps before.
    steps: [Step; MAX_STEPS],
    // Bits of numbers, so that formulas can be compared.
    numbers: [u64; MAX_NUMBERS],
    len: u8,
}

/// Attribute of a job in a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Variable {
    /// Seconds since the job was submitted.
    Wait,
    /// Estimated runtime in seconds.
    Estimate,
    /// Seconds from time zero to its submission.
    Submit,
    /// Requested nodes.
    Nodes,
}

impl Variable {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Wait, Self::Estimate, Self::Submit, Self::Nodes];

    /// Its name in formulas.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wait => "wait",
            Self::Estimate => "estimate",
            Self::Submit => "submit",
            Self::Nodes => "nodes",
        }
    }

    #[inline]
    fn of(self, request: &Request, now: Time) -> f64 {
        let seconds = |span: Duration| span.0 as f64 / 1e9;
        match self {
            Self::Wait => seconds(now.since(request.submit)),
            Self::Estimate => seconds(request.estimate),
            Self::Submit => seconds(request.submit.since(Time::ZERO)),
            Self::Nodes => f64::from(request.nodes),
        }
    }
}

/// A function of one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
enum Function {
    Sqrt,
    Ln,
    Log2,
    Log10,
    Exp,
    Abs,
}

impl Function {
    const ALL: [Self; 6] = [
        Self::Sqrt,
        Self::Ln,
        Self::Log2,
        Self::Log10,
        Self::Exp,
        Self::Abs,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Sqrt => "sqrt",
            Self::Ln => "ln",
            Self::Log2 => "log2",
            Self::Log10 => "log10",
            Self::Exp => "exp",
            Self::Abs => "abs",
        }
    }

    #[inline(never)]
    fn of(self, value: f64) -> f64 {
        match self {
            Self::Sqrt => libm::sqrt(value),
            Self::Ln => libm::log(value),
            Self::Log2 => libm::log2(value),
            Self::Log10 => libm::log10(value),
            Self::Exp => libm::exp(value),
            Self::Abs => value.abs(),
        }
    }
}

/// An operation on two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
enum BinaryOperation {
    Plus,
    Minus,
    Times,
    Over,
    Power,
    Min,
    Max,
}

impl BinaryOperation {
    #[inline]
    fn of(self, one: f64, other: f64) -> f64 {
        match self {
            Self::Plus => one + other,
            Self::Minus => one - other,
            Self::Times => one * other,
            Self::Over => one / other,
            Self::Power => power(one, other),
            Self::Min => libm::fmin(one, other),
            Self::Max => libm::fmax(one, other),
        }
    }
}

/// A value given beforehand: the index of a variable, or beyond those that of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
struct Operand(u8);

impl Operand {
    /// The variable, or the index of the number.
    fn meaning(self) -> Result<Variable, u8> {
        match Variable::ALL.get(usize::from(self.0)) {
            Some(variable) => Ok(*variable),
            None => Err(self.0 - Variable::ALL.len() as u8),
        }
    }

    const fn number(index: u8) -> Self {
        Self(Variable::ALL.len() as u8 + index)
    }

    const fn variable(variable: Variable) -> Self {
        Self(variable as u8)
    }
}

/// One step of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
enum Step {
    Operand(Operand),
    Negate,
    Function(Function),
    Pair(BinaryOperation),
    /// An operation on a value and an operand.
    With(BinaryOperation, Operand),
    /// A power with a small whole exponent, by multiplication.
    Whole(u8),
}

impl Step {
    /// Number of values it takes for one result.
    const fn takes(self) -> usize {
        match self {
            Self::Operand(_) => 0,
            Self::Negate | Self::Function(_) | Self::Whole(_) | Self::With(..) => 1,
            Self::Pair(_) => 2,
        }
    }
}

impl Formula {
    fn new(steps: &Vec<Step, MAX_STEPS>, numbers: &Vec<u64, MAX_NUMBERS>) -> Self {
        let mut formula = Self {
            steps: [Step::Negate; MAX_STEPS],
            numbers: [0; MAX_NUMBERS],
            len: steps.len() as u8,
        };
        for (index, step) in formula.steps.iter_mut().zip(steps) {
            *index = *step;
        }
        for (index, number) in formula.numbers.iter_mut().zip(numbers) {
            *index = *number;
        }
        formula
    }

    fn steps(&self) -> &[Step] {
        self.steps.get(..self.len.into()).unwrap_or_default()
    }

    fn number(&self, index: u8) -> f64 {
        let number = self.numbers.get(usize::from(index));
        f64::from_bits(number.copied().unwrap_or(0))
    }

    #[inline]
    fn operand(&self, Operand(index): Operand, variables: &[f64; Variable::ALL.len()]) -> f64 {
        match variables.get(usize::from(index)) {
            Some(variable) => *variable,
            None => self.number(index - Variable::ALL.len() as u8),
        }
    }

    /// Whether values change while jobs wait.
    pub fn changes_with_time(&self) -> bool {
        let wait = Operand::variable(Variable::Wait);
        let is_wait = |step: &Step| match step {
            Step::Operand(operand) | Step::With(_, operand) => *operand == wait,
            _ => false,
        };
        self.steps().iter().any(is_wait)
    }

    /// Value for a job with `request` at `now`.
    pub fn value(&self, request: &Request, now: Time) -> f64 {
        let variables = Variable::ALL.map(|variable| variable.of(request, now));
        // The last value is kept by itself, those below it here. No formula is compiled
        // that opens more than there is room for, so nothing is ever overwritten.
        let mut open = [0.0; MAX_OPEN];
        let (mut below, mut last) = (0_usize, 0.0);
        for step in self.steps() {
            last = match *step {
                Step::With(pair, operand) => pair.of(last, self.operand(operand, &variables)),
                Step::Whole(power) => whole_power(last, power),
                Step::Operand(operand) => {
                    open[below % MAX_OPEN] = last;
                    below += 1;
                    self.operand(operand, &variables)
                }
                Step::Pair(pair) => {
                    below = below.wrapping_sub(1);
                    pair.of(open[below % MAX_OPEN], last)
                }
                Step::Negate => -last,
                Step::Function(function) => function.of(last),
            };
        }
        last
    }

    /// Sort key that falls as the value grows, and is greatest without a value.
    #[inline]
    pub(super) fn rank(&self, request: &Request, now: Time) -> u128 {
        // Turns -0 into 0, so that there is one zero.
        let value = self.value(request, now) + 0.0;
        if value.is_nan() {
            return u128::MAX;
        }
        let bits = value.to_bits();
        let ascending = if value < 0.0 { !bits } else { bits | 1 << 63 };
        u128::from(u64::MAX - ascending)
    }
}

/// Rare and large: kept out of line, away from the frequent code.
#[inline(never)]
fn power(one: f64, other: f64) -> f64 {
    libm::pow(one, other)
}

/// From left to right, as a written product.
#[inline]
fn whole_power(value: f64, power: u8) -> f64 {
    match power {
        2 => value * value,
        3 => value * value * value,
        _ => (1..power).fold(value, |product, _| product * value),
    }
}

impl FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, FormulaError> {
        parse::formula(text)
    }
}

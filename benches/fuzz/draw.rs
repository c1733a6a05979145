//! Building blocks of inputs: numbers, some of them extreme, and choices.

use cosched_core::random::Random;

/// Numbers at and beyond the ends of ranges somewhere.
const EXTREME: [&str; 44] = [
    "0",
    "-0.0",
    "-1",
    "1",
    "1e-9",
    "9.9e-10",
    "1e-300",
    "0.001",
    "0.9",
    "0.999999999",
    "1.000000001",
    "1000",
    "1e6",
    "1048576",
    "16777216",
    "50000000",
    "1e9",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "4999999999",
    "8999999999.999999",
    "9e9",
    "9000000000.000001",
    "9223372036",
    "1e10",
    "18446744073",
    "18446744073709551615",
    "18446744073709551616",
    "9007199254740993",
    "1e18",
    "1e19",
    "1e38",
    "1.7976931348623157e308",
    "1e400",
    "-9e9",
    "inf",
    "-inf",
    "NaN",
    "0x7fffffff",
    "\"1\"",
    "true",
    "()",
];

/// A field: its name, its probability in percent, and the function that draws its value.
type Field<'f> = (&'f str, u64, &'f mut dyn FnMut(&mut Draw) -> String);

/// Draws the parts of an input.
pub(crate) struct Draw {
    pub(crate) random: Random,
    /// Number of extreme ones in a thousand numbers.
    pub(crate) extreme_rate: u64,
}

impl Draw {
    /// For execution `number` of `seed`: half of the inputs have no extreme number, so that
    /// they reach a simulation; some have many.
    pub(crate) fn new(seed: u64, number: u64) -> Self {
        let mut random = Random::new(seed, number);
        let wild = [0, 0, 0, 0, 0, 8, 30, 150][random.below(8) as usize];
        Self {
            random,
            extreme_rate: wild,
        }
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound.max(1) as u64) as usize
    }

    /// True with a probability in percent.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.random.below(100) < percent
    }

    pub(crate) fn pick<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }

    /// One of `usual`, or sometimes one of `others`.
    pub(crate) fn often<'t>(&mut self, usual: &[&'t str], others: &[&'t str]) -> &'t str {
        if self.chance(2) {
            self.pick(others)
        } else {
            self.pick(usual)
        }
    }

    pub(crate) fn extreme(&mut self) -> &'static str {
        EXTREME[self.below(EXTREME.len())]
    }

    fn is_wild(&mut self) -> bool {
        self.random.below(1000) < self.extreme_rate
    }

    /// A whole number from `from` to `to`, or an extreme one.
    pub(crate) fn whole(&mut self, from: u64, to: u64) -> String {
        if self.is_wild() {
            self.extreme().to_owned()
        } else {
            (from + self.random.below(to - from + 1)).to_string()
        }
    }

    /// A span of time in seconds: short, with thirds and sevenths, sometimes long or a
    /// nanosecond, or an extreme number.
    pub(crate) fn span(&mut self) -> String {
        if self.is_wild() {
            return self.extreme().to_owned();
        }
        match self.below(40) {
            0 => "1e-9".to_owned(),
            1 => self
                .pick(&["1e7", "86400", "3e8", "123456.789", "4e9"])
                .to_owned(),
            2..10 => {
                let of = [2, 3, 7, 9, 11, 1000, 1_000_000_000][self.below(7)] as f64;
                format!("{}", (1 + self.below(60)) as f64 / of)
            }
            _ => (1 + self.below(25)).to_string(),
        }
    }

    /// A time in seconds from 0 on.
    pub(crate) fn time(&mut self) -> String {
        match self.below(4) {
            0 => "0".to_owned(),
            _ => self.span(),
        }
    }

    /// A share above 0 and up to 1.
    pub(crate) fn share(&mut self) -> String {
        if self.is_wild() {
            self.extreme().to_owned()
        } else {
            self.pick(&[
                "1",
                "0.5",
                "0.3",
                "0.001",
                "0.75",
                "0.999",
                "0.142857142857",
            ])
            .to_owned()
        }
    }

    /// A number from 0 on that is not a time: memory, a price.
    pub(crate) fn amount(&mut self) -> String {
        match self.below(6) {
            0 => "0".to_owned(),
            1 => format!("{}", self.random.uniform() * 100.0),
            2 => self
                .pick(&["1000", "0.0009765625", "4096", "100000"])
                .to_owned(),
            _ => self.whole(1, 20),
        }
    }

    /// A name, sometimes one that is hard to print.
    pub(crate) fn name(&mut self) -> String {
        let hard = [
            "=1+1",
            "-x",
            "\\u{1b}[31m",
            "ä\\n",
            "\\\"",
            "",
            "@a",
            "+b",
            "a,b",
        ];
        if self.chance(10) {
            self.pick(&hard).to_owned()
        } else {
            format!("n{}", self.below(30))
        }
    }

    /// Some of `fields`, each by its own probability, as `name: value`.
    pub(crate) fn fields(&mut self, fields: &mut [Field<'_>]) -> String {
        let mut text = String::new();
        for (name, percent, value) in fields {
            if self.chance(*percent) {
                let value = value(self);
                text += &format!("{name}: {value}, ");
            }
        }
        text
    }

    /// `count` results of `one`, with commas.
    pub(crate) fn list(
        &mut self,
        count: usize,
        mut one: impl FnMut(&mut Self, usize) -> String,
    ) -> String {
        let parts: Vec<_> = (0..count).map(|index| one(self, index)).collect();
        format!("[{}]", parts.join(", "))
    }
}

/// Values of a switch.
pub(crate) const BOOLS: [&str; 2] = ["true", "false"];

/// One of these words.
pub(crate) fn one_of(all: &'static [&'static str]) -> impl FnMut(&mut Draw) -> String {
    move |draw| draw.pick(all).to_owned()
}

//! Values of parameters: how each type is read, said, and edited in a form.

use std::fmt::Debug;

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, DeserializeSeed, Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Allowed, Field, Kind, Name, word};

/// Parameters in one struct.
pub trait Parameters {
    /// Adds the descriptions of all, in the order of the guide.
    fn fields(all: &mut Vec<&'static Field>);

    /// Shows all to `editor`, which may change them; `reset` has the values to go back to.
    fn edit(&mut self, reset: &Self, editor: &mut dyn Editor);
}

impl<T: Parameters> Parameters for Vec<T> {
    fn fields(all: &mut Vec<&'static Field>) {
        T::fields(all);
    }

    /// Lists have forms of their own.
    fn edit(&mut self, _: &Self, _: &mut dyn Editor) {}
}

impl<T: Parameters> Parameters for Option<T> {
    fn fields(all: &mut Vec<&'static Field>) {
        T::fields(all);
    }

    /// What may be absent has a form of its own.
    fn edit(&mut self, _: &Self, _: &mut dyn Editor) {}
}

/// The descriptions of the parameters in `T`, in the order of the guide.
pub fn fields_of<T: Parameters>() -> Vec<&'static Field> {
    let mut all = Vec::new();
    T::fields(&mut all);
    all
}

/// A form: it shows a parameter under its label and may change the value.
pub trait Editor {
    /// A number.
    fn number(&mut self, label: &str, field: &'static Field, value: &mut f64, reset: f64);

    /// A number that may be absent.
    fn optional(
        &mut self,
        label: &str,
        field: &'static Field,
        value: &mut Option<f64>,
        reset: Option<f64>,
    );

    /// A switch.
    fn switch(&mut self, field: &'static Field, value: &mut bool, reset: bool);

    /// A choice among the names of `field`, by index.
    fn choice(&mut self, field: &'static Field, value: &mut usize, reset: usize);
}

/// Value of a parameter.
pub trait Value: Sized {
    /// Value as it is read before it is checked.
    type Raw: DeserializeOwned;

    /// The value, if it is of the kind.
    fn checked(raw: Self::Raw, kind: &Kind) -> Result<Self, String>;

    /// Reads a value of the kind.
    fn read<'de, D: Deserializer<'de>>(deserializer: D, kind: &Kind) -> Result<Self, D::Error> {
        let raw = Self::Raw::deserialize(deserializer)?;
        Self::checked(raw, kind).map_err(D::Error::custom)
    }

    /// The value as in a scenario; empty if it is absent.
    fn said(&self) -> String;

    /// Shows it to `editor` under a label.
    fn edit(&mut self, label: &str, field: &'static Field, reset: &Self, editor: &mut dyn Editor);

    /// Adds the descriptions of what a choice holds.
    fn contents(_: &mut Vec<&'static Field>) {}
}

/// Value that is of one kind wherever it stands: a choice or a switch.
pub trait Kinded: Value {
    /// The kind.
    const KIND: Kind;
}

/// Numbers, read as floats so that -1 and 1.5 get our sentence, not one about a missing comma.
macro_rules! numbers {
    ($($number:ty, $raw:ty;)+) => {$(
        impl Value for $number {
            type Raw = $raw;

            fn checked(raw: $raw, kind: &Kind) -> Result<Self, String> {
                kind.check(raw as f64).map(|_| raw as $number)
            }

            fn said(&self) -> String {
                self.to_string()
            }

            fn edit(
                &mut self,
                label: &str,
                field: &'static Field,
                reset: &Self,
                editor: &mut dyn Editor,
            ) {
                let before = *self as f64;
                let mut value = before;
                editor.number(label, field, &mut value, *reset as f64);
                if value != before {
                    *self = value as $number;
                }
            }
        }

        impl Value for Option<$number> {
            type Raw = Option<$raw>;

            fn checked(raw: Self::Raw, kind: &Kind) -> Result<Self, String> {
                raw.map(|raw| <$number>::checked(raw, kind)).transpose()
            }

            fn said(&self) -> String {
                self.as_ref().map_or_else(String::new, Value::said)
            }

            fn edit(
                &mut self,
                label: &str,
                field: &'static Field,
                reset: &Self,
                editor: &mut dyn Editor,
            ) {
                let before = self.map(|value| value as f64);
                let mut value = before;
                editor.optional(label, field, &mut value, reset.map(|reset| reset as f64));
                if value != before {
                    *self = value.map(|value| value as $number);
                }
            }
        }
    )+};
}
numbers! { f64, f64; u32, f64; u64, u64; }

/// List of values, each of the kind.
impl<T: Value> Value for Vec<T> {
    type Raw = Vec<T::Raw>;

    fn checked(raw: Self::Raw, kind: &Kind) -> Result<Self, String> {
        raw.into_iter().map(|one| T::checked(one, kind)).collect()
    }

    /// Checks each as it is read, so that an error has its position.
    fn read<'de, D: Deserializer<'de>>(deserializer: D, kind: &Kind) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Each(kind, PhantomData))
    }

    fn said(&self) -> String {
        String::new()
    }

    /// Lists have forms of their own.
    fn edit(&mut self, _: &str, _: &'static Field, _: &Self, _: &mut dyn Editor) {}
}

/// Reader of values of a kind: of one as a seed, of a list as a visitor.
struct Each<'k, T>(&'k Kind, PhantomData<T>);

impl<'de, T: Value> DeserializeSeed<'de> for Each<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::read(deserializer, self.0)
    }
}

impl<'de, T: Value> Visitor<'de> for Each<'_, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut all = Vec::new();
        while let Some(one) = list.next_element_seed(Each(self.0, PhantomData))? {
            all.push(one);
        }
        Ok(all)
    }
}

impl Value for bool {
    type Raw = bool;

    fn checked(raw: bool, _: &Kind) -> Result<Self, String> {
        Ok(raw)
    }

    fn said(&self) -> String {
        self.to_string()
    }

    fn edit(&mut self, _: &str, field: &'static Field, reset: &Self, editor: &mut dyn Editor) {
        editor.switch(field, self, *reset);
    }
}

impl Kinded for bool {
    const KIND: Kind = Kind::SWITCH;
}

/// Enumeration whose variants are a choice.
pub trait Variants: Sized + Clone + Debug {
    /// Names of the variants.
    const NAMES: &'static [Name];

    /// All variants, with what they usually hold.
    fn all() -> Vec<Self>;

    /// Index of the variant.
    fn index(&self) -> usize;

    /// Reads one.
    ///
    /// # Errors
    /// It has no such name.
    fn read_variant<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;

    /// Writes it.
    ///
    /// # Errors
    /// Those of the serializer.
    fn write_variant<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    /// Adds the descriptions of what the variants hold.
    fn contents(all: &mut Vec<&'static Field>);

    /// Shows what the variant holds to `editor`.
    fn edit_contents(&mut self, reset: &Self, editor: &mut dyn Editor);
}

/// A variant as `serde` reads and writes it.
pub struct Written<T>(T);

impl<'de, T: Variants> Deserialize<'de> for Written<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read_variant(deserializer).map(Self)
    }
}

impl<T: Variants> Serialize for Written<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write_variant(serializer)
    }
}

impl<T: Variants> Value for T {
    type Raw = Written<T>;

    fn checked(Written(value): Written<T>, _: &Kind) -> Result<Self, String> {
        Ok(value)
    }

    fn said(&self) -> String {
        word(self)
    }

    fn edit(&mut self, _: &str, field: &'static Field, reset: &Self, editor: &mut dyn Editor) {
        let mut index = self.index();
        editor.choice(field, &mut index, reset.index());
        // Going back means as it was, with what it held.
        if index == reset.index() && index != self.index() {
            *self = reset.clone();
        } else if index != self.index() {
            *self = T::all().swap_remove(index);
        }
        self.edit_contents(reset, editor);
    }

    fn contents(all: &mut Vec<&'static Field>) {
        <T as Variants>::contents(all);
    }
}

impl<T: Variants> Value for Option<T> {
    type Raw = Option<Written<T>>;

    fn checked(raw: Self::Raw, _: &Kind) -> Result<Self, String> {
        Ok(raw.map(|Written(value)| value))
    }

    fn said(&self) -> String {
        self.as_ref().map_or_else(String::new, Value::said)
    }

    /// Forms show it in their own ways.
    fn edit(&mut self, _: &str, _: &'static Field, _: &Self, _: &mut dyn Editor) {}
}

impl<T: Variants> Kinded for Option<T> {
    const KIND: Kind = T::KIND;
}

impl<T: Variants> Kinded for T {
    const KIND: Kind = Kind::of_names(T::NAMES);
}

/// For `#[serde(with = …)]` on a choice.
pub mod choice {
    use super::*;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>, T: Variants>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        T::read_variant(deserializer)
    }

    pub(crate) fn serialize<S: Serializer, T: Variants>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.write_variant(serializer)
    }
}

/// For `#[serde(with = …)]` on a choice that may be absent.
pub mod optional_choice {
    use super::*;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>, T: Variants>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let value = Option::<Written<T>>::deserialize(deserializer)?;
        Ok(value.map(|Written(value)| value))
    }

    pub(crate) fn serialize<S: Serializer, T: Variants>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.clone().map(Written).serialize(serializer)
    }
}

impl Kind {
    /// `value`, if it is allowed.
    ///
    /// # Errors
    /// It is not; the sentence says what is.
    pub(crate) fn check(&self, value: f64) -> Result<f64, String> {
        let (range, is_whole) = match &self.allowed {
            Allowed::Number(range) => (range, false),
            Allowed::Whole(range) => (range, true),
            Allowed::Names(_) | Allowed::Switch => return Ok(value),
        };
        if range.contains(&value) && (!is_whole || value.fract() == 0.0) {
            return Ok(value);
        }
        Err(self.refuse(&super::Seen(value).to_string()))
    }

    /// The sentence that refuses the number written as `seen`.
    pub(crate) fn refuse(&self, seen: &str) -> String {
        let ends = match &self.allowed {
            Allowed::Number(range) | Allowed::Whole(range) => [range.start(), range.end()],
            Allowed::Names(_) | Allowed::Switch => [&0.0, &1.0],
        };
        let [least, most] = ends.map(f64::to_string);
        let sentence = self.refusal.replace("{least}", &least);
        sentence.replace("{most}", &most).replace("{}", seen)
    }
}

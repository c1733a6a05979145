//! One description for each parameter of a scenario: the attribute `parameters` makes of a struct's
//! fields, or of an enumeration's variants, whatever the program needs to know about them.
//!
//! ```text
//! /// Parameters of gang scheduling.
//! #[parameters(within = Parameters, path = "gang: ({})")]
//! #[derive(Clone, Debug)]
//! pub struct Gang {
//!     /// How long a row runs before the next one has its turn.
//!     #[parameter(name = "Quantum", kind = SPAN, usual = 60.0, source = "Ousterhout, 1982")]
//!     pub quantum: f64,
//! }
//! ```
//!
//! Of it come
//! - `serde`'s reading and writing: the field is `gang: (quantum: …)` in a scenario, what is not a
//!   `SPAN` is refused in the words of that kind, and a field that is left out has its usual value;
//! - `Default`, from the usual values;
//! - `Gang::QUANTUM`, the description of the field for the guide, the window and sweeps;
//! - `Parameters` for `Gang`: all descriptions in order, and the values for a form that edits them.
//!
//! The attribute of a field has, in any order:
//!
//! | word | meaning |
//! |---|---|
//! | `name = "…"` | name as people read it; without one, the field has no description |
//! | `kind = …` | which numbers are allowed, in which unit; not of choices and switches |
//! | `usual = …` | value if it is left out; `Default::default()` if this is |
//! | `absent = "…"` | meaning of `None`, for people |
//! | `needed` | there is no usual value, and it must be given |
//! | `source = …` | where it comes from; our own if left out |
//! | `first = …` | number of an optional field when the window's switch is turned on |
//! | `step = (…, …)` | what a pixel of a drag changes, and the decimals shown |
//! | `slider = …` | range of a slider beside the number |
//! | `beside = "…"` | what must stand beside it so that all allowed values can be read, for tests |
//! | `quiet` | it is not written where it is as usual |
//! | `unsaid` | what is usual stands for its absence, and is no value that could be given |
//! | `nested` | a struct, or structs, with parameters of their own |
//! | `path = "…"` | position in a scenario, if not that of the struct with the field's name |
//! | `also(("…", "…"))` | further positions, each with what must stand beside it |
//! | `rows(…)` | descriptions written by hand, of a field with several numbers |
//!
//! `also("…", …)` of a struct has its further positions; `each(…)` is such a description that all
//! its fields share; `first(…)` names the fields that come first for people, where scenarios have
//! them in another order. The attribute of a variant has its name for people (its own in lower case,
//! if left out); its doc comment is its meaning.
//! `remote = …` describes an enumeration of the engine, which knows no scenarios.

mod attribute;
mod choice;
mod group;

use proc_macro::TokenStream;
use syn::{Data, DeriveInput, Error, parse_macro_input};

use attribute::Words;

/// Makes parameters of a struct, or a choice of an enumeration; see the crate.
#[proc_macro_attribute]
pub fn parameters(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let words = parse_macro_input!(attribute as Words);
    let item = parse_macro_input!(item as DeriveInput);
    let made = match &item.data {
        Data::Struct(_) => group::of_struct(&words, item),
        Data::Enum(_) => choice::of_enum(&words, item),
        Data::Union(_) => Err(Error::new_spanned(item, "a union has no parameters")),
    };
    made.unwrap_or_else(Error::into_compile_error).into()
}

//! Enumerations that are choices.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Ident, Result, Variant};

use crate::attribute::{Words, sentence};
use crate::group::home;

/// Code for a choice.
pub(crate) fn of_enum(words: &Words, mut item: DeriveInput) -> Result<TokenStream> {
    words.only(&["remote"])?;
    let owner = item.ident.clone();
    let Data::Enum(data) = &mut item.data else {
        return Err(Error::new_spanned(owner, "not an enumeration"));
    };
    let rows = data
        .variants
        .iter_mut()
        .map(name)
        .collect::<Result<Vec<_>>>()?;
    let all = data.variants.clone();
    let variants = all.iter().map(|variant| &variant.ident);
    let (first, indices) = (variants.clone(), 0..all.len());
    let usual = all.iter().map(usual);
    let held = all.iter().filter(|variant| holds(variant));
    let (holding, types): (Vec<_>, Vec<_>) = held
        .map(|variant| (&variant.ident, variant.fields.iter().map(|field| &field.ty)))
        .unzip();
    let types: Vec<_> = types.into_iter().flatten().collect();
    let home = home();
    // What is read and written is a shadow of an enumeration of the engine.
    let remote = words.get("remote");
    let described = remote.cloned().unwrap_or_else(|| quote!(#owner));
    let (shadow, read, write) = match remote {
        Some(remote) => {
            let text = remote.to_string().replace(' ', "");
            let name = text.rsplit("::").next().unwrap_or_default().to_owned();
            (
                quote!(#[serde(remote = #text, rename = #name)]),
                quote!(#owner::deserialize(deserializer)),
                quote!(#owner::serialize(self, serializer)),
            )
        }
        None => (
            quote!(#[serde(deny_unknown_fields)]),
            quote!(::serde::Deserialize::deserialize(deserializer)),
            quote!(::serde::Serialize::serialize(self, serializer)),
        ),
    };
    let edited = holding.iter().map(|variant| {
        quote! {
            if let Self::#variant(inner) = self {
                let usual = ::core::default::Default::default();
                let reset = match reset {
                    Self::#variant(reset) => reset,
                    _ => &usual,
                };
                #home::Parameters::edit(inner, reset, editor);
            }
        }
    });
    Ok(quote! {
        #[derive(::serde::Serialize, ::serde::Deserialize)]
        #shadow
        #item
        impl #home::Variants for #described {
            const NAMES: &'static [#home::Name] = &[#(#rows),*];

            fn all() -> ::std::vec::Vec<Self> {
                ::std::vec![#(Self::#first #usual),*]
            }

            fn index(&self) -> usize {
                match self {
                    #(Self::#variants { .. } => #indices,)*
                }
            }

            fn read_variant<'de, D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                #read
            }

            fn write_variant<S: ::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                #write
            }

            fn contents(all: &mut ::std::vec::Vec<&'static #home::Field>) {
                #(<#types as #home::Parameters>::fields(all);)*
            }

            fn edit_contents(&mut self, reset: &Self, editor: &mut dyn #home::Editor) {
                #(#edited)*
            }
        }
    })
}

/// Whether a variant holds a struct of parameters.
fn holds(variant: &Variant) -> bool {
    matches!(variant.fields, Fields::Unnamed(_))
}

/// Contents of a variant as it is chosen.
fn usual(variant: &Variant) -> TokenStream {
    if holds(variant) {
        quote!((::core::default::Default::default()))
    } else {
        quote!()
    }
}

/// The name of a variant: in a scenario, for people, and its meaning.
fn name(variant: &mut Variant) -> Result<TokenStream> {
    let words = Words::take(&mut variant.attrs)?.unwrap_or_default();
    words.only(&["name"])?;
    let ident = &variant.ident;
    let written = if holds(variant) {
        format!("{ident}()")
    } else {
        ident.to_string()
    };
    let shown = words.text("name")?.unwrap_or_else(|| in_words(ident));
    let meaning = sentence(&variant.attrs, ident.span())?;
    let home = home();
    Ok(quote!(#home::Name(#written, #shown, #meaning)))
}

/// `UpwardRank` as `upward rank`.
fn in_words(ident: &Ident) -> String {
    let mut words = String::new();
    for letter in ident.to_string().chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use quote::format_ident;

    #[test]
    fn a_variant_is_called_by_its_words() {
        let words = |name: &str| super::in_words(&format_ident!("{name}"));
        assert_eq!(words("Fine"), "fine");
        assert_eq!(words("UpwardRank"), "upward rank");
    }
}

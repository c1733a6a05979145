//! Structs of parameters.

use proc_macro2::{TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, Data, DeriveInput, Error, Field, Fields, Ident, Index, LitStr, Member, Result,
    Token, Type, parse_quote,
};

use crate::attribute::{Words, sentence};

/// Words of an attribute that describes a parameter.
const WORDS: [&str; 16] = [
    "name", "kind", "usual", "absent", "needed", "source", "first", "step", "slider", "beside",
    "nested", "path", "rows", "quiet", "also", "unsaid",
];

/// Where the program has what the generated code uses.
pub(crate) fn home() -> TokenStream {
    quote!(crate::scenario::reference)
}

/// Field of a struct with its description.
struct Parameter {
    member: Member,
    ty: Type,
    words: Words,
    sentence: String,
    /// Positions in a scenario, with `{}` for the value.
    paths: Vec<String>,
    /// Name beside its value, if it shares its description with others.
    label: Option<String>,
}

impl Parameter {
    /// The `index`th field, described by its attribute, or by what `each` has.
    fn new(
        field: &mut Field,
        index: usize,
        paths: &[String],
        each: Option<&(Words, String)>,
    ) -> Result<Self> {
        let own = Words::take(&mut field.attrs)?.unwrap_or_default();
        let member = match &field.ident {
            Some(name) => Member::Named(name.clone()),
            None => Member::Unnamed(Index::from(index)),
        };
        let (name, within) = match &member {
            Member::Named(name) => (name.to_string(), format!("{name}: {{}}")),
            Member::Unnamed(_) => (String::new(), "{}".to_owned()),
        };
        let (words, sentence, label) = match each {
            Some((words, sentence)) => (words.clone(), sentence.clone(), Some(capitalised(&name))),
            None => {
                let is_described = own.get("name").is_some();
                let sentence = is_described.then(|| sentence(&field.attrs, member.span()));
                (own, sentence.transpose()?.unwrap_or_default(), None)
            }
        };
        words.only(&WORDS)?;
        let paths = match words.text("path")? {
            Some(path) => vec![path],
            None => paths
                .iter()
                .map(|path| path.replace("{}", &within))
                .collect(),
        };
        let ty = field.ty.clone();
        Ok(Self {
            member,
            ty,
            words,
            sentence,
            paths,
            label,
        })
    }

    /// The constant with its description, if it has one.
    fn constant(&self) -> Result<Option<Ident>> {
        let Some(name) = self.words.text("name")? else {
            return Ok(None);
        };
        let name = match (&self.member, &self.label) {
            (_, Some(_)) => "each".to_owned(),
            (Member::Named(field), None) => field.to_string(),
            (Member::Unnamed(_), None) => name,
        };
        let name = name.trim_start_matches("r#").replace([' ', '-'], "_");
        Ok(Some(Ident::new(&name.to_uppercase(), self.member.span())))
    }

    /// Value where none is given, if there is one.
    fn usual(&self) -> Option<TokenStream> {
        if self.words.get("needed").is_some() {
            return None;
        }
        let usual = self.words.get("usual").cloned();
        Some(usual.unwrap_or_else(|| quote!(::core::default::Default::default())))
    }

    /// The description, as a constant.
    fn description(&self, part: &TokenStream, places: &[String]) -> Result<TokenStream> {
        let (Some(constant), home) = (self.constant()?, home()) else {
            return Ok(TokenStream::new());
        };
        let (words, ty, sentence) = (&self.words, &self.ty, &self.sentence);
        let name = words.text("name")?;
        let beside = words.get("beside").cloned().unwrap_or_else(|| quote!(""));
        let also = words.get("also").cloned().unwrap_or_default().into_iter();
        let also = also.filter(|token| matches!(token, TokenTree::Group(_)));
        let absent = match (words.text("absent")?, words.get("needed")) {
            (None, Some(_)) => "needed".to_owned(),
            (absent, _) => absent.unwrap_or_default(),
        };
        let kind = match words.get("kind") {
            Some(kind) => quote!(#kind),
            None => quote!(<#ty as #home::Kinded>::KIND),
        };
        let usual = match self.usual().filter(|_| words.get("unsaid").is_none()) {
            Some(usual) => quote!({
                let value: #ty = #usual;
                #home::Value::said(&value)
            }),
            None => quote!(::std::string::String::new()),
        };
        let given = ["source", "first", "step", "slider"].into_iter();
        let given = given.filter_map(|word| {
            let (field, value) = (format_ident!("{word}"), words.get(word)?);
            Some(match word {
                "source" => quote!(#field: #value,),
                _ => quote!(#field: ::core::option::Option::Some(#value),),
            })
        });
        let doc = format!("Description of `{}`.", places.join("`, `"));
        Ok(quote! {
            #[doc = #doc]
            pub const #constant: #home::Field = #home::Field {
                within: #home::Where::#part,
                places: &[#(#home::Place(#places, #beside),)* #(#home::Place #also),*],
                name: #name,
                usual: || #usual,
                absent: #absent,
                sentence: #sentence,
                #(#given)*
                ..#home::Field::of(#kind)
            };
        })
    }

    /// The function by which a number is read, with its name.
    fn reader(&self, owner: &Ident) -> Result<Option<(String, TokenStream)>> {
        let Some(kind) = self.words.get("kind") else {
            return Ok(None);
        };
        let name = match &self.member {
            Member::Named(field) => format_ident!("read_{field}"),
            Member::Unnamed(Index { index, .. }) => format_ident!("read_{index}"),
        };
        let (ty, home) = (&self.ty, home());
        let code = quote! {
            fn #name<'de, D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<#ty, D::Error> {
                #home::Value::read(deserializer, &const { #kind })
            }
        };
        Ok(Some((format!("{owner}::{name}"), code)))
    }

    /// Attributes of the field for `serde`, and the functions that they name. In a struct that has no
    /// `Default`, the field has a default of its own.
    fn serde(&self, field: &mut Field, owner: &Ident, has_default: bool) -> Result<TokenStream> {
        let (ty, outer, mut code) = (&self.ty, outer(&self.ty), TokenStream::new());
        let mut add = |attribute: Attribute| field.attrs.push(attribute);
        if let Some((reader, function)) = self.reader(owner)? {
            add(parse_quote!(#[serde(deserialize_with = #reader)]));
            code.extend(function);
        } else if self.words.get("name").is_some() && outer != "bool" {
            let module = match &*outer {
                "Option" => "crate::scenario::reference::optional_choice",
                _ => "crate::scenario::reference::choice",
            };
            add(parse_quote!(#[serde(with = #module)]));
        }
        let is_described = !code.is_empty() || self.words.get("name").is_some();
        match &*outer {
            "Option" if is_described => {
                add(parse_quote!(#[serde(skip_serializing_if = "Option::is_none")]))
            }
            "Vec" if is_described => {
                add(parse_quote!(#[serde(skip_serializing_if = "Vec::is_empty")]))
            }
            _ => {}
        }
        let (Member::Named(name), Some(usual)) = (&self.member, self.usual()) else {
            return Ok(code);
        };
        if !has_default {
            let function = format_ident!("usual_{name}");
            let path = format!("{owner}::{function}");
            add(parse_quote!(#[serde(default = #path)]));
            code.extend(quote!(fn #function() -> #ty { #usual }));
        }
        if self.words.get("quiet").is_some() {
            let function = format_ident!("is_usual_{name}");
            let path = format!("{owner}::{function}");
            add(parse_quote!(#[serde(skip_serializing_if = #path)]));
            code.extend(quote! {
                fn #function(value: &#ty) -> bool {
                    let usual: #ty = #usual;
                    *value == usual
                }
            });
        }
        Ok(code)
    }
}

/// `name` with a capital letter first.
fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Last name in the path of a type.
fn outer(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|one| one.ident.to_string()),
        _ => None,
    }
    .unwrap_or_default()
}

/// Code for a struct of parameters.
pub(crate) fn of_struct(words: &Words, mut item: DeriveInput) -> Result<TokenStream> {
    words.only(&["within", "path", "each", "first", "also"])?;
    let also = words.get("also").cloned().unwrap_or_default();
    let also = Punctuated::<LitStr, Token![,]>::parse_terminated.parse2(also)?;
    let mut paths = vec![words.text("path")?.unwrap_or_default()];
    paths.extend(also.iter().map(LitStr::value));
    let part = words.get("within").cloned().unwrap_or_default();
    let owner = item.ident.clone();
    let is_tuple =
        matches!(&item.data, Data::Struct(data) if matches!(data.fields, Fields::Unnamed(_)));
    let each = match words.inside("each")? {
        Some(words) => Some((words, sentence(&item.attrs, owner.span())?)),
        None => None,
    };
    let Data::Struct(data) = &mut item.data else {
        return Err(Error::new_spanned(owner, "not a struct"));
    };
    let fields = data.fields.iter_mut().enumerate();
    let all = fields.map(|(index, field)| Parameter::new(field, index, &paths, each.as_ref()));
    let all = all.collect::<Result<Vec<_>>>()?;
    let usual = usual(&owner, &all);
    let has_default = !usual.is_empty();
    let functions = data.fields.iter_mut().zip(&all);
    let functions = functions.map(|(field, one)| one.serde(field, &owner, has_default || is_tuple));
    let functions = functions.collect::<Result<Vec<_>>>()?;
    let described = if each.is_some() { &all[..1] } else { &all[..] };
    let ordered = ordered(&all, words.get("first"))?;
    let places: Vec<String> = all.iter().flat_map(|one| one.paths.clone()).collect();
    let constants = described.iter().map(|one| match each {
        Some(_) => one.description(&part, &places),
        None => one.description(&part, &one.paths),
    });
    let constants = constants.collect::<Result<Vec<_>>>()?;
    let listed = if each.is_some() {
        &ordered[..1]
    } else {
        &ordered[..]
    };
    let parameters = parameters(&owner, &ordered, listed)?;
    let attributes = match (has_default, is_tuple) {
        (_, true) => quote!(),
        (false, _) => quote!(#[serde(deny_unknown_fields)]),
        (true, _) => quote!(#[serde(deny_unknown_fields, default)]),
    };
    Ok(quote! {
        #[derive(::serde::Serialize, ::serde::Deserialize)]
        #attributes
        #item
        impl #owner {
            #(#constants)*
            #(#functions)*
        }
        #usual
        #parameters
    })
}

/// The fields with those ahead that `first` names: scenarios have them in the order of the struct,
/// people in this one.
fn ordered<'p>(all: &'p [Parameter], first: Option<&TokenStream>) -> Result<Vec<&'p Parameter>> {
    let parser = Punctuated::<Ident, Token![,]>::parse_terminated;
    let first = parser.parse2(first.cloned().unwrap_or_default())?;
    let index = |one: &&Parameter| match &one.member {
        Member::Named(name) => first.iter().position(|other| other == name),
        Member::Unnamed(_) => None,
    };
    let mut ordered: Vec<&Parameter> = all.iter().collect();
    ordered.sort_by_key(|one| index(one).unwrap_or(first.len()));
    Ok(ordered)
}

/// `Default`, if every field has a usual value.
fn usual(owner: &Ident, all: &[Parameter]) -> TokenStream {
    let fields = all.iter().map(|one| {
        let (member, usual) = (&one.member, one.usual()?);
        Some(quote!(#member: #usual,))
    });
    match fields.collect::<Option<Vec<_>>>() {
        Some(fields) => quote! {
            impl ::core::default::Default for #owner {
                fn default() -> Self {
                    Self { #(#fields)* }
                }
            }
        },
        None => TokenStream::new(),
    }
}

/// The descriptions in order, and the values for a form.
fn parameters(owner: &Ident, all: &[&Parameter], described: &[&Parameter]) -> Result<TokenStream> {
    let home = home();
    let mut listed = Vec::new();
    for one in described {
        let ty = &one.ty;
        listed.extend(one.constant()?.map(|constant| {
            quote! {
                all.push(&Self::#constant);
                <#ty as #home::Value>::contents(all);
            }
        }));
        if let Some(rows) = one.words.get("rows") {
            listed.push(quote!(all.extend([#rows]);));
        }
        if one.words.get("nested").is_some() {
            listed.push(quote!(<#ty as #home::Parameters>::fields(all);));
        }
    }
    let mut edited = Vec::new();
    for one in all {
        let member = &one.member;
        let constant = match one.constant()? {
            None => {
                if one.words.get("nested").is_some() {
                    edited.push(quote! {
                        #home::Parameters::edit(&mut self.#member, &reset.#member, editor);
                    });
                }
                continue;
            }
            Some(constant) => constant,
        };
        let label = match &one.label {
            Some(label) => quote!(#label),
            None => quote!(Self::#constant.name),
        };
        edited.push(quote! {
            #home::Value::edit(
                &mut self.#member, #label, &Self::#constant, &reset.#member, editor,
            );
        });
    }
    Ok(quote! {
        impl #home::Parameters for #owner {
            fn fields(all: &mut ::std::vec::Vec<&'static #home::Field>) {
                #(#listed)*
            }

            fn edit(&mut self, reset: &Self, editor: &mut dyn #home::Editor) {
                #(#edited)*
            }
        }
    })
}

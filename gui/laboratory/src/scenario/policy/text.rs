//! Policies as scenarios write them.

use std::fmt;

use serde::de::{Deserializer, EnumAccess, Error, VariantAccess, Visitor};
use serde::ser::{SerializeStructVariant, Serializer};
use serde::{Deserialize, Serialize};

use super::PolicyName;
use super::external::External;
use super::name::EXTERNAL;
use super::registry::Registry;

impl Serialize for PolicyName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self::External(external) = self else {
            return serializer.serialize_unit_variant("PolicyName", 0, self.name());
        };
        let timeout = external.explicit_timeout();
        let fields = 1 + usize::from(timeout.is_some());
        let mut text = serializer.serialize_struct_variant("PolicyName", 0, EXTERNAL, fields)?;
        text.serialize_field("command", external.command())?;
        if let Some(timeout) = timeout {
            text.serialize_field("timeout", &timeout)?;
        }
        text.end()
    }
}

impl<'de> Deserialize<'de> for PolicyName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_enum("PolicyName", Registry::current().names(), PolicyVisitor)
    }
}

struct PolicyVisitor;

impl<'de> Visitor<'de> for PolicyVisitor {
    type Value = PolicyName;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a policy")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<PolicyName, A::Error> {
        let (NamedPolicy(policy), content) = data.variant()?;
        let Some(policy) = policy else {
            return content.struct_variant(&["command", "timeout"], ProgramVisitor);
        };
        content.unit_variant()?;
        Ok(policy)
    }
}

/// Policy by name; `None` for another program.
struct NamedPolicy(Option<PolicyName>);

impl<'de> Deserialize<'de> for NamedPolicy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;
        impl Visitor<'_> for Names {
            type Value = NamedPolicy;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a policy")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<NamedPolicy, E> {
                if text == EXTERNAL {
                    return Ok(NamedPolicy(None));
                }
                let named = PolicyName::all().find(|policy| policy.name() == text);
                let policy =
                    named.ok_or_else(|| E::unknown_variant(text, Registry::current().names()))?;
                Ok(NamedPolicy(Some(policy)))
            }
        }
        deserializer.deserialize_identifier(Names)
    }
}

struct ProgramVisitor;

impl<'de> Visitor<'de> for ProgramVisitor {
    type Value = PolicyName;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`command: [\"program\", \"argument\", …]`")
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<PolicyName, A::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields, rename = "External")]
        struct Text {
            command: Vec<String>,
            timeout: Option<f64>,
        }
        let text = Text::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
        let external = External::new(text.command, text.timeout, false);
        external.map(PolicyName::External).map_err(A::Error::custom)
    }
}

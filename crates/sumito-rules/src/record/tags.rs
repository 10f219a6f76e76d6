//! The tags of a record that no other field stands for.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::notation::{ParseError, Subject, quoted};

/// Names and values in the order in which they are written. Names are compared without regard to case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tags(Vec<(String, String)>);

impl Tags {
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Sets a tag that is not `derived` from other fields. Those of `order` come first, and are always written in the same case. An
    /// unknown value, such as `?` or `????.??.??`, removes the tag.
    pub(super) fn set(&mut self, name: &str, value: &str, derived: &[&str], order: &[&str]) -> Result<(), ParseError> {
        if let Some(at) = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            return Err(Subject::Tag.error(at, "a tag name of letters, digits and _", quoted(name)));
        }
        if name.is_empty() {
            return Err(Subject::Tag.error(0, "a tag name", "nothing"));
        }
        if derived.iter().any(|derived| derived.eq_ignore_ascii_case(name)) {
            return Err(Subject::Tag.error(0, "a tag that is not derived from the game itself", quoted(name)));
        }
        let rank = |name: &str| order.iter().position(|known| known.eq_ignore_ascii_case(name)).unwrap_or(order.len());
        let place = rank(name);
        let name = order.get(place).copied().unwrap_or(name).to_owned();
        self.0.retain(|(other, _)| !other.eq_ignore_ascii_case(&name));
        if !value.contains('?') || value.contains(|c| !matches!(c, '?' | '.')) {
            let at = self.0.partition_point(|(other, _)| rank(other) <= place);
            self.0.insert(at, (name, value.to_owned()));
        }
        Ok(())
    }
}

//! A field of the records in a member of the success body.

use referral_conformance::json::Json;

use crate::intercept::Intercept;
use crate::intercepts::edit_accepted;
use crate::json::{self, Members};

/// A field of the record, or of each record, in a member of the body.
#[derive(Clone)]
pub(crate) struct FieldPath {
    pub(crate) member: String,
    pub(crate) field: String,
}

impl FieldPath {
    pub(crate) fn new(member: &str, field: &str) -> Self {
        Self { member: member.to_owned(), field: field.to_owned() }
    }

    /// The values of the field, in the order of the records.
    pub(crate) fn values<'j>(&self, body: &'j mut Json) -> Vec<&'j mut Json> {
        let members = json::records(body, &self.member).into_iter().flatten();
        members.filter(|(name, _)| *name == self.field).map(|(_, value)| value).collect()
    }

    /// Edits the values of the field.
    pub(crate) fn edit_values(self, edit: impl Fn(&mut Json) + Send + Sync + 'static) -> Intercept {
        edit_accepted(move |_, body| self.values(body).into_iter().for_each(&edit))
    }

    /// Edits the records that have the field, given its name.
    pub(crate) fn edit_records(
        self,
        edit: impl Fn(&mut Members, &str) + Send + Sync + 'static,
    ) -> Intercept {
        edit_accepted(move |_, body| {
            json::records(body, &self.member)
                .into_iter()
                .for_each(|record| edit(record, &self.field));
        })
    }

    /// Removes the field from all records.
    pub(crate) fn drop_field(self) -> Intercept {
        self.edit_records(json::remove)
    }
}

//! Fields of the records in a member of the success body.

use referral_conformance::json::Json;
use spec::{Body, Field, Type};

use crate::json;
use crate::mutant::Target;

/// A field of the record, or of each record, in a member of the body.
#[derive(Clone)]
pub(in crate::mutant) struct FieldPath {
    pub(in crate::mutant) member: String,
    pub(in crate::mutant) field: String,
}

impl FieldPath {
    pub(in crate::mutant) fn new(member: &str, field: &str) -> Self {
        Self { member: member.to_owned(), field: field.to_owned() }
    }

    /// The values of the field, in the order of the records.
    pub(in crate::mutant) fn values<'j>(&self, body: &'j mut Json) -> Vec<&'j mut Json> {
        let members = json::records(body, &self.member).into_iter().flatten();
        members.filter(|(name, _)| *name == self.field).map(|(_, value)| value).collect()
    }

    /// The last record.
    pub(in crate::mutant) fn last_record<'j>(
        &self,
        body: &'j mut Json,
    ) -> Option<&'j mut Vec<(String, Json)>> {
        json::records(body, &self.member).pop()
    }

    /// The declaration of the field in the contract.
    pub(in crate::mutant) fn declaration<'c>(&self, target: Target<'c>) -> Option<&'c Field> {
        let Body::Envelope(members) = target.operation?.success.body.stated()? else {
            return None;
        };
        let member = members.iter().find(|known| known.wire == self.member)?;
        let record = target.contract.record(record_name(&member.ty)?)?;
        record.fields.iter().find(|known| known.wire == self.field)
    }
}

fn record_name(ty: &Type) -> Option<&str> {
    match ty {
        Type::Record(name) => Some(name),
        Type::List(item) => record_name(item),
        _ => None,
    }
}

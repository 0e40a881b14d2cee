//! The records that lists show, and their identifiers.

use spec::{Format, Operation, Type};

use super::TraceView;
use crate::json::Json;
use crate::parsed::answer::AnswerClass;

impl TraceView<'_> {
    /// The records in a list that a step was answered with; none if it was not accepted.
    pub(crate) fn listed<'s>(&'s self, index: usize, list: &str) -> impl Iterator<Item = &'s Json> {
        let attempt = self.attempt(index);
        let attempt = attempt.filter(|attempt| attempt.class() == AnswerClass::Accepted);
        let pages = attempt.into_iter().flat_map(|attempt| &attempt.answers);
        pages.filter_map(move |answer| answer.json.as_ref()?.get(list)?.items()).flatten()
    }

    /// The identifier of a listed item. Without one, equal items on two pages may be different records.
    pub(crate) fn identity<'j>(&self, operation: &Operation, item: &'j Json) -> Option<&'j str> {
        let lists = operation.lists.as_deref()?;
        let mut fields = self.contract.record(lists)?.fields.iter();
        fields.find_map(|field| {
            let is_identifier = field.ty == Type::Text(Some(Format::Identifier));
            item.get(&field.wire).filter(|_| is_identifier)?.text()
        })
    }
}

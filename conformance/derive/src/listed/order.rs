//! What a list is ordered by, and when its order can be seen.

use conformance_model::contract::member_of_type;
use conformance_model::scenario::Value;
use conformance_model::values::always_admits;
use spec::{Collation, Contract, Field, InputField, Operation, TimestampForm, Type, field_path};

use super::{CODE_POINTS, RECORDS};

/// What the list is ordered by.
#[derive(Clone, Copy)]
pub(super) enum Order<'c> {
    /// A text that the creation sends, and how it compares.
    Text(&'c InputField, Option<Collation>),
    /// A number or a time that the service sets, and that the response to the creation shows.
    Shown(&'c Field),
    Creation,
    /// Nothing that is stated, or something that the creation does not set.
    Unknown,
}

impl<'c> Order<'c> {
    pub(super) fn of(contract: &'c Contract, list: &Operation, creation: &'c Operation) -> Self {
        let Some(order) = list.order.as_ref().and_then(|order| order.stated()) else {
            return Self::Unknown;
        };
        let Some(by) = &order.by else {
            return Self::Creation;
        };
        let admits = |field: &&InputField| {
            let texts = starts(order.collation);
            let mut texts = texts.iter().map(|(_, text)| Value::from(*text));
            field.ty == Type::Text(None)
                && field.values_open.is_none()
                && texts.all(|text| always_admits(&field.constraints, &text))
        };
        if let Some(sent) = creation.body_field(by) {
            return if admits(&sent) { Self::Text(sent, order.collation) } else { Self::Unknown };
        }
        let record = creation.creates.as_deref().and_then(|record| contract.record(record));
        let mut fields = record.into_iter().flat_map(|record| &record.fields);
        let is_ranked = |field: &&Field| {
            field.wire == *by
                && field.present.stated() == Some(&true)
                && matches!(field.ty, Type::Integer | Type::Timestamp(_) | Type::UnixTime)
                && shown_at(creation, field).is_some()
        };
        fields.find(is_ranked).map_or(Self::Unknown, Self::Shown)
    }

    /// Names of the records, and starts of their texts.
    pub(super) fn starts(self) -> [(&'static str, &'static str); 3] {
        match self {
            Self::Text(_, collation) => starts(collation),
            Self::Shown(_) | Self::Creation | Self::Unknown => RECORDS,
        }
    }

    /// Whether no update of other members than the text moves a record in the list.
    pub(super) fn is_kept_by_updates(self, contract: &Contract, creation: &Operation) -> bool {
        let Self::Shown(field) = self else { return true };
        let record = creation.creates.as_deref();
        let identifier = record.and_then(|record| contract.record(record)?.identifier());
        if identifier.is_some_and(|identifier| identifier.wire == field.wire) {
            return true;
        }
        let is_set_by = |operation: &Operation| {
            operation.success.call_time_fields.iter().any(|time| time.field == field.wire)
        };
        let mut updates = contract.operations().filter(|it| it.updates == creation.creates);
        is_set_by(creation)
            && !updates.any(|it| is_set_by(it) || it.body_field(&field.wire).is_some())
    }

    /// Whether records that are created within one second may be listed in any order.
    pub(super) fn needs_another_second(self, creation: &Operation, contract: &Contract) -> bool {
        let is_coarse = |ty: &Type| match ty {
            Type::Timestamp(forms) => !forms.contains(&TimestampForm::Fraction),
            Type::UnixTime => true,
            _ => false,
        };
        let record = creation.creates.as_deref().and_then(|record| contract.record(record));
        let times = &creation.success.call_time_fields;
        match self {
            Self::Shown(field) => is_coarse(&field.ty),
            Self::Creation => {
                let fields = record.into_iter().flat_map(|record| &record.fields);
                let mut shown =
                    fields.filter(|field| times.iter().any(|it| it.field == field.wire));
                shown.next().is_none_or(|field| is_coarse(&field.ty))
            }
            Self::Text(..) | Self::Unknown => false,
        }
    }
}

fn starts(collation: Option<Collation>) -> [(&'static str, &'static str); 3] {
    if collation.is_some() { CODE_POINTS } else { RECORDS }
}

/// Where the response to a creation shows a member.
pub(super) fn shown_at(creation: &Operation, field: &Field) -> Option<String> {
    let record = Type::Record(creation.creates.clone()?);
    Some(field_path(member_of_type(creation, &record)?, &field.wire))
}

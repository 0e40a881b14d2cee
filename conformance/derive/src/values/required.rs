//! Required members of the body that are left out, or null, where the document has no case for that: each is refused with
//! any message, beside the same call with all of them.

use conformance_model::contract::omitted_required_field;
use conformance_model::json::Json;
use conformance_model::scenario::{ClauseRef, Value};
use spec::{ClauseKind, Contract, InputPart, InputRef, Operation, Type};

use super::invalid::without;
use crate::call::{Call, accepted, create};
use crate::scenario::Draft;

/// One scenario for each operation with such members. The valid call comes last: the operation may accept one call only.
pub(super) fn scenario(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let call = Call::new(contract, operation, "")?;
    let valid = accepted(contract, operation, &call)?;
    let fields = operation.body.iter().filter(|field| field.required_when.is_none());
    let refused = fields.flat_map(|field| {
        let left_out = without(&valid, &InputRef::new(InputPart::Body, &field.wire));
        let is_required = omitted_required_field(operation, &left_out.inputs.without).is_some();
        let clause = ClauseKind::InputRequired { field: field.wire.clone() };
        let null = valid.clone().body(&field.wire, Value::Json(Json::Null));
        let null = null.refused_any().proves([ClauseRef::new(operation, clause)]);
        // Whatever null is taken for, it is no value.
        let takes_null = field.nullable || matches!(field.ty, Type::Json | Type::Unknown(_));
        let null = (!takes_null).then_some(null);
        let both = is_required.then(|| [Some(left_out.refused_any()), null]);
        both.into_iter().flatten().flatten().collect::<Vec<_>>()
    });
    let refused: Vec<_> = refused.collect();
    if refused.is_empty() {
        return None;
    }
    let title = "A call without a required member is refused";
    let draft = Draft::new(operation, "required", title);
    let draft = call.subjects.iter().fold(draft, Draft::obtain).steps(refused);
    Some(create(contract, operation, draft, "valid", valid.named("valid")))
}

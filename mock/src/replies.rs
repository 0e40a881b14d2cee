//! Requests that are repeated with the same key.

use conformance_model::json::Json;
use spec::{Contract, InputPart, Operation};

use crate::answer::Answer;
use crate::call::Call;
use crate::choices::Reason;
use crate::refusal::Refusal;
use crate::store::{Reply, ReplyKey};

/// What names the request, if it has a key.
pub(crate) fn key(call: &Call<'_>) -> Option<ReplyKey> {
    let keys = call.operation.idempotency.as_ref()?;
    let key = call.text(InputPart::Header, &keys.header)?.to_owned();
    Some(ReplyKey { account: call.account, operation: call.operation.id.clone(), key })
}

/// The first answer again. Fails if the key is sent with another body and the contract refuses that.
pub(crate) fn again<'c>(
    contract: &'c Contract,
    operation: &'c Operation,
    reply: &Reply,
    sent: &Json,
) -> Result<Answer, Refusal<'c>> {
    let keys = operation.idempotency.as_ref();
    if let Some(id) = keys.and_then(|keys| keys.reused_with.as_ref())
        && !reply.sent.is_same(sent)
    {
        let case = contract.error_case(operation, &id.value);
        return Err(case.map_or_else(|| Refusal::other(Reason::Repeated), Refusal::documented));
    }
    let mut answer = reply.answer.clone();
    let replayed = keys.and_then(|keys| keys.replayed.as_ref());
    answer.headers.extend(replayed.map(|it| (it.header.clone(), it.value.clone())));
    Ok(answer)
}

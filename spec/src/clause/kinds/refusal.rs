//! Refusals: that a defect is refused, with which message, code and status.

use super::prelude::*;
use crate::clause::scope::Owner;
use crate::clause::wording::defect;
use crate::model::{ErrorCase, NamedInput};

/// The defect is refused.
pub(super) fn refused(owner: Owner<'_>, clauses: &mut ClauseList<'_>) {
    for case in cases(owner).iter().filter(|case| case.when.stated().is_some()) {
        let statement = format!("{} is refused.", request(owner, case));
        let kind = ClauseKind::Refusal { case: case.id.clone() };
        clauses.push(kind, &case.section, case.when.span().unwrap_or(case.span), statement);
    }
}

/// The defect is refused with this message.
pub(super) fn message(owner: Owner<'_>, clauses: &mut ClauseList<'_>) {
    for case in cases(owner) {
        let Slot::Stated(stated) = &case.message else { continue };
        let all = owner.contract.indistinct_cases(owner.operation, case);
        let messages: Vec<_> = all.map(ErrorCase::title).collect();
        let (request, messages) = (request(owner, case), messages.join(" or "));
        let the_message = if stated.value.is_some() { "the message " } else { "" };
        let statement = format!("{request} is refused with {the_message}{messages}.");
        let kind = ClauseKind::RefusalMessage { case: case.id.clone() };
        clauses
            .push(kind, &stated.section, case.message_span, statement)
            .untestable_because(untestable(case));
    }
}

/// The defect is refused with this code.
pub(super) fn code(owner: Owner<'_>, clauses: &mut ClauseList<'_>) {
    for case in cases(owner) {
        if let Some(Slot::Stated(stated)) = &case.code {
            let code = stated.value.clone();
            let what = match owner.contract.service.error_body.entries_of(case) {
                Some(_) => "an entry with the code",
                None => "the code",
            };
            let request = request(owner, case);
            let statement = format!("{request} is refused with {what} `{code}`.");
            let kind = ClauseKind::RefusalCode { case: case.id.clone(), code };
            clauses
                .push(kind, &stated.section, stated.span, statement)
                .untestable_because(untestable(case));
        }
    }
}

/// The refusal of the defect names the input.
pub(super) fn field(owner: Owner<'_>, clauses: &mut ClauseList<'_>) {
    for case in cases(owner) {
        if let Some(Slot::Stated(stated)) = &case.field {
            let request = request(owner, case);
            let entries = owner.contract.service.error_body.entries_of(case);
            let alone = match entries.and_then(|entries| entries.complete.stated()) {
                Some(true) => ", and no other input",
                _ => "",
            };
            let how = if entries.is_some() { "with an entry for" } else { "naming" };
            let statement = match (&stated.value, case.named_input()) {
                (NamedInput::Nothing, _) => {
                    format!("{request} is refused without naming an input.")
                }
                (_, Some(input)) => {
                    let name = owner.operation.map_or(&*input.name, |it| it.wire_name(input));
                    format!("{request} is refused {how} the input `{name}`{alone}.")
                }
                (_, None) => format!("{request} is refused {how} this input{alone}."),
            };
            let kind = ClauseKind::RefusalField { case: case.id.clone() };
            clauses
                .push(kind, &stated.section, stated.span, statement)
                .untestable_because(untestable(case));
        }
    }
}

/// The defect is refused with this status.
pub(super) fn status(owner: Owner<'_>, clauses: &mut ClauseList<'_>) {
    for case in cases(owner) {
        if let Slot::Stated(stated) = &case.status {
            let status = stated.value;
            let statement = format!("{} is refused with status {status}.", request(owner, case));
            let kind = ClauseKind::RefusalStatus { case: case.id.clone(), status };
            clauses
                .push(kind, &stated.section, stated.span, statement)
                .untestable_because(untestable(case));
        }
    }
}

/// Several wrong inputs are refused together, each with an entry.
pub(super) fn entries(owner: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    let body = &owner.contract.service.error_body;
    let Some(entries) = &body.entries else { return };
    if let Slot::Stated(complete) = &entries.complete
        && complete.value
        && body.entry_inputs(owner.operation).len() > 1
    {
        let route = owner.route();
        let statement = format!(
            "{route} with several wrong inputs is refused with an entry for each of them, and no other."
        );
        clauses.push(ClauseKind::RefusalEntries, &complete.section, complete.span, statement);
    }
}

/// The error cases of the operation, or of the service.
fn cases(owner: Owner<'_>) -> &[ErrorCase] {
    match owner.operation {
        Some(operation) => &operation.errors,
        None => &owner.contract.service.errors,
    }
}

/// A refusal cannot be provoked while its condition is not shown.
fn untestable(case: &ErrorCase) -> Option<&'static str> {
    case.when.stated().is_none().then_some("the document does not show when")
}

/// The request that is refused.
fn request(owner: Owner<'_>, case: &ErrorCase) -> String {
    use Condition::{KeyAbsent, KeyInvalid, KeyOf, KeyUserless};
    let request = match owner.operation {
        Some(operation) => format!("{} {}", operation.method, operation.path),
        None => "A request".to_owned(),
    };
    match case.when.stated() {
        // A clause of each operation says whether it requires a key.
        Some(when @ (KeyAbsent | KeyInvalid | KeyUserless | KeyOf(_)))
            if owner.operation.is_none() =>
        {
            format!("Where a key is required, a request {}", defect(when))
        }
        Some(when) => format!("{request} {}", defect(when)),
        None => format!("{request}, in a case that is not shown,"),
    }
}

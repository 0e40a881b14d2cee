//! Refusals: that a defect is refused, with which message, with which status.

use reader::Span;

use crate::clause::scope::Owner;
use crate::clause::wording::defect;
use crate::model::{Condition, ErrorCase};

/// The defect is refused.
pub(super) mod refused {
    use reader::Span;

    use super::{case_key, cases, request};
    use crate::clause::ClauseKind;
    use crate::clause::scope::{ClauseList, Owner};

    pub(in crate::clause) fn derive(owner: Owner<'_>, clauses: &mut ClauseList<'_>) {
        for documented in cases(owner) {
            if documented.when.stated().is_some() {
                let case = documented.id.clone();
                clauses.push(ClauseKind::Refusal { case }, &documented.section);
            }
        }
    }

    pub(in crate::clause) fn suffix(case: &str) -> String {
        format!("errors.{case}.refused")
    }

    pub(in crate::clause) fn statement(owner: Owner<'_>, case: &str) -> String {
        format!("{} is refused.", request(owner, case))
    }

    pub(in crate::clause) fn declaration(owner: Owner<'_>, case: &str) -> Option<Span> {
        case_key(owner, case, "when")
    }
}

/// The defect is refused with this message.
pub(super) mod message {
    use reader::Span;

    use super::{case_key, cases, find, request, untestable};
    use crate::clause::ClauseKind;
    use crate::clause::scope::{ClauseList, Owner};

    pub(in crate::clause) fn derive(owner: Owner<'_>, clauses: &mut ClauseList<'_>) {
        for documented in cases(owner) {
            let case = documented.id.clone();
            let kind = ClauseKind::RefusalMessage { case };
            clauses.push_untestable(kind, &documented.section, untestable(documented));
        }
    }

    pub(in crate::clause) fn suffix(case: &str) -> String {
        format!("errors.{case}.message")
    }

    pub(in crate::clause) fn statement(owner: Owner<'_>, case: &str) -> String {
        let messages: Vec<_> = find(owner, case)
            .into_iter()
            .flat_map(|case| owner.contract.indistinct_cases(owner.operation, case))
            .map(|case| format!("`{}`", case.message))
            .collect();
        format!("{} is refused with the message {}.", request(owner, case), messages.join(" or "))
    }

    pub(in crate::clause) fn declaration(owner: Owner<'_>, case: &str) -> Option<Span> {
        case_key(owner, case, "message")
    }
}

/// The defect is refused with this status.
pub(super) mod status {
    use reader::Span;

    use super::{case_key, cases, request, untestable};
    use crate::clause::ClauseKind;
    use crate::clause::scope::{ClauseList, Owner};
    use crate::model::Slot;

    pub(in crate::clause) fn derive(owner: Owner<'_>, clauses: &mut ClauseList<'_>) {
        for documented in cases(owner) {
            if let Slot::Stated(stated) = &documented.status {
                let kind =
                    ClauseKind::RefusalStatus { case: documented.id.clone(), status: stated.value };
                clauses.push_untestable(kind, &stated.section, untestable(documented));
            }
        }
    }

    pub(in crate::clause) fn suffix(case: &str, _status: &u16) -> String {
        format!("errors.{case}.status")
    }

    pub(in crate::clause) fn statement(owner: Owner<'_>, case: &str, status: &u16) -> String {
        format!("{} is refused with status {status}.", request(owner, case))
    }

    pub(in crate::clause) fn declaration(
        owner: Owner<'_>,
        case: &str,
        _status: &u16,
    ) -> Option<Span> {
        case_key(owner, case, "status")
    }
}

/// The error cases of the operation, or of the service.
fn cases(owner: Owner<'_>) -> &[ErrorCase] {
    match owner.operation {
        Some(operation) => &operation.errors,
        None => &owner.contract.service.errors,
    }
}

/// An error case of the operation, or else of the service.
fn find<'c>(owner: Owner<'c>, id: &str) -> Option<&'c ErrorCase> {
    let mut cases = cases(owner).iter().chain(&owner.contract.service.errors);
    cases.find(|case| case.id == id)
}

/// A refusal cannot be provoked while its condition is not shown.
fn untestable(case: &ErrorCase) -> Option<&'static str> {
    case.when.stated().is_none().then_some("the document does not show when")
}

/// The request that is refused.
fn request(owner: Owner<'_>, case: &str) -> String {
    let request = match owner.operation {
        Some(operation) => format!("{} {}", operation.method, operation.path),
        None => "A request".to_owned(),
    };
    // A clause of each operation says whether it requires a key.
    let is_about_key = |when: &Condition| {
        use Condition::{KeyAbsent, KeyInvalid, KeyUserless};
        owner.operation.is_none() && matches!(when, KeyAbsent | KeyInvalid | KeyUserless)
    };
    match find(owner, case).and_then(|case| case.when.stated()) {
        Some(when) if is_about_key(when) => {
            format!("Where a key is required, a request {}", defect(when))
        }
        Some(when) => format!("{request} {}", defect(when)),
        None => format!("{request}, in a case that is not shown,"),
    }
}

fn case_key(owner: Owner<'_>, case: &str, key: &str) -> Option<Span> {
    let case = cases(owner).iter().find(|documented| documented.id == case)?;
    Some(owner.contract.places.inside(case.span, &[key]))
}

//! The documented refusals of an operation.

use codegen::document::condition;
use maud::{Markup, html};
use spec::{ErrorCase, Operation};

use crate::model::Model;
use crate::slot::slot;
use crate::text::{inline, scrolling};

/// The table: refusals of the operation, then those of every operation.
pub fn table(model: &Model<'_>, operation: &Operation, root: &str) -> Markup {
    let own = &operation.errors;
    let of_service = model.contract.service.errors.iter();
    let of_service = of_service.filter(|case| own.iter().all(|other| other.id != case.id));
    let member = &model.contract.service.error_body.member;
    let table = html! {
        table {
            thead { tr { th { "Message in " code { (member) } } th { "When" } th { "Status" } } }
            tbody { @for case in own.iter().chain(of_service) { (row(model, operation, root, case)) } }
        }
    };
    scrolling("Refusals", &table)
}

fn row(model: &Model<'_>, operation: &Operation, root: &str, case: &ErrorCase) -> Markup {
    let id = format!("{}.errors.{}.refused", operation.id, case.id);
    let place = (!model.single).then(|| model.place(&id)).flatten();
    let when = condition(case);
    html! {
        tr {
            td {
                code { (case.message.to_string()) }
                @if let Some(place) = place { " " a.id href={ (root) (place) } { "clause" } }
            }
            td {
                (slot(model, root, &case.when, |_| inline(when.as_deref().unwrap_or_default())))
            }
            td { (slot(model, root, &case.status, |status| html! { code { (status) } })) }
        }
    }
}

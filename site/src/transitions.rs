//! Drawings of state transitions as inline SVG: a row for each pair of states, with what leads from one to the other.

use maud::{Markup, html};
use spec::{Operation, Record, Slot, Transition};

use crate::links;
use crate::model::Model;
use crate::text::scrolling;

/// Widths of the states and of the arrows between them, and the height of a line, in pixels.
const STATE: usize = 128;
const ARROW: usize = 300;
const LINE: usize = 22;

/// The state before a transition from everywhere.
const ANY: &str = "any state";

/// What leads from one state to another.
struct Cause {
    label: String,
    operation: Option<String>,
}

/// All causes between two states.
struct Row {
    from: String,
    to: String,
    /// The state after is an answer of the overlay, or is not shown.
    is_open: bool,
    causes: Vec<Cause>,
}

/// The states of the records that an operation moves; `None` if it moves none.
pub fn of_operation(model: &Model<'_>, operation: &Operation, root: &str) -> Option<Markup> {
    let name = &operation.transitions.first()?.record;
    drawing(model, name, Some(&operation.id), root)
}

/// The states of a record; `None` if it has no transitions.
pub fn of_record(model: &Model<'_>, record: &Record, root: &str) -> Option<Markup> {
    drawing(model, &record.name, None, root)
}

fn drawing(model: &Model<'_>, record: &str, current: Option<&str>, root: &str) -> Option<Markup> {
    let rows = rows(model, record);
    if rows.is_empty() {
        return None;
    }
    let tops: Vec<usize> = rows
        .iter()
        .scan(8, |top, row| {
            let own = *top;
            *top += height(row) + 14;
            Some(own)
        })
        .collect();
    let (width, below) =
        (2 * STATE + ARROW + 4, rows.iter().map(|row| height(row) + 14).sum::<usize>() + 8);
    let label = format!("State transitions of {record}");
    let svg = html! {
        svg.states viewBox={ "0 0 " (width) " " (below) } width=(width) height=(below) role="group" aria-label=(label) {
            @for (row, top) in rows.iter().zip(tops) { (draw(row, top, current, root)) }
        }
    };
    Some(html! {
        (scrolling(&label, &svg))
        p.note { "A dashed state is not shown by the document." }
    })
}

fn height(row: &Row) -> usize {
    (row.causes.len() * LINE).max(LINE) + 14
}

fn draw(row: &Row, top: usize, current: Option<&str>, root: &str) -> Markup {
    let (height, right) = (height(row), STATE + ARROW + 2);
    let arrow = top + height - 8;
    let state = |x: usize, name: &str, is_open: bool| {
        html! {
            rect.state.open[is_open] x=(x) y=(top) width=(STATE) height=(height) rx="6" {}
            text x=(x + STATE / 2) y=(top + height / 2 + 5) text-anchor="middle" { (name) }
        }
    };
    html! {
        g {
            (state(2, &row.from, row.from == ANY))
            path.arrow d={ "M" (STATE + 4) " " (arrow) " H" (right - 8) } {}
            path.head d={ "M" (right - 9) " " (arrow - 5) " L" (right - 1) " " (arrow) " L" (right - 9) " " (arrow + 5) " Z" } {}
            @for (cause, index) in row.causes.iter().zip(0..) {
                @let y = top + LINE * index + 16;
                @match &cause.operation {
                    Some(id) => a href={ (root) (links::operation(id)) } {
                        text.cause.current[current == Some(id.as_str())] x=(STATE + 14) y=(y) { (cause.label) }
                    },
                    None => text.cause x=(STATE + 14) y=(y) { (cause.label) },
                }
            }
            (state(right, &row.to, row.is_open))
        }
    }
}

/// The rows of a record, in order of the states before and after.
fn rows(model: &Model<'_>, record: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut add = |from: &str, to: &Slot<String>, cause: Cause| {
        let after = to.value().map_or("not shown", String::as_str);
        let known = rows.iter_mut().find(|row| row.from == from && row.to == after);
        match known {
            Some(row) => row.causes.push(cause),
            None => rows.push(Row {
                from: from.to_owned(),
                to: after.to_owned(),
                is_open: to.stated().is_none(),
                causes: vec![cause],
            }),
        }
    };
    for operation in model.operations() {
        for one in operation.transitions.iter().filter(|one| one.record == record) {
            let any = [ANY.to_owned()];
            for from in one.from.as_deref().unwrap_or(&any) {
                let cause =
                    Cause { label: label(operation, one), operation: Some(operation.id.clone()) };
                add(from, &one.to, cause);
            }
        }
    }
    let lifecycle = model.contract.record(record).and_then(|record| record.lifecycle.as_ref());
    for one in lifecycle.into_iter().flat_map(|lifecycle| &lifecycle.external_transitions) {
        let by = one.by.stated().map_or("not shown by what", String::as_str);
        let stated = Slot::Stated(spec::Fact {
            value: one.to.clone(),
            section: one.section.clone(),
            span: one.span,
        });
        add(&one.from, &stated, Cause { label: by.to_owned(), operation: None });
    }
    rows.sort_by(|a, b| (&a.from, &a.to).cmp(&(&b.from, &b.to)));
    rows
}

fn label(operation: &Operation, transition: &Transition) -> String {
    match &transition.trigger {
        Some(trigger) => format!("{} ({})", operation.id, trigger.value.value),
        None => operation.id.clone(),
    }
}

//! The map: a cell for each clause, by resource and operation.

use std::fmt::Write as _;

use super::sign;
use crate::contract::SERVICE;
use crate::report::Content;
use crate::report::content::Clause;
use crate::report::markup::{Name, Plain};

pub(super) fn render(page: &mut String, report: &Content) {
    page.push_str(
        "<section class=\"map\" aria-labelledby=\"map\">\n<h2 id=\"map\">Clauses</h2>\n\
         <p class=\"hint script\">Arrow keys move between clauses, Enter opens one.</p>\n",
    );
    resource(page, SERVICE, &[(None, "the whole service".to_owned(), clauses_of(report, None))]);
    for operations in report.operations.chunk_by(|one, next| one.resource == next.resource) {
        let rows: Vec<_> = operations
            .iter()
            .map(|operation| {
                let call = format!("{} {}", operation.method, operation.path);
                let id = operation.id.as_str();
                (Some(id), call, clauses_of(report, Some(id)))
            })
            .collect();
        if let Some(first) = operations.first() {
            resource(page, &first.resource, &rows);
        }
    }
    page.push_str("</section>\n");
}

fn clauses_of<'r>(report: &'r Content, operation: Option<&str>) -> Vec<&'r Clause> {
    report.selected().filter(|clause| clause.operation.as_deref() == operation).collect()
}

/// An operation with its call and its clauses.
type Row<'r> = (Option<&'r str>, String, Vec<&'r Clause>);

fn resource(page: &mut String, name: &str, rows: &[Row<'_>]) {
    if rows.iter().all(|(_, _, clauses)| clauses.is_empty()) {
        return;
    }
    let _ = writeln!(page, "<h3>{}</h3>", Plain(name));
    for (id, call, clauses) in rows.iter().filter(|(_, _, clauses)| !clauses.is_empty()) {
        let name = id.map_or(String::new(), |id| format!("<b>{}</b> ", Plain(id)));
        let _ = write!(
            page,
            "<div class=\"row\"><p>{name}<span>{}</span></p><ul class=\"cells\">",
            Name(call)
        );
        for clause in clauses {
            cell(page, clause);
        }
        page.push_str("</ul></div>\n");
    }
}

fn cell(page: &mut String, clause: &Clause) {
    let (id, verdict) = (Plain(&clause.id), clause.verdict);
    let _ = write!(
        page,
        "<li><a class=\"cell {name}\" href=\"#{id}\" data-label=\"{id}: {words}\" \
         aria-label=\"{id}: {words}\">{sign}</a></li>",
        name = verdict.name(),
        words = verdict.words(),
        sign = sign(verdict)
    );
}

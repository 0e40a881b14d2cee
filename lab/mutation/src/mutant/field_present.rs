//! Field presence: a documented field of a record is missing.

use super::parts::*;

pub(super) fn mutations(member: &str, field: &str) -> Vec<Mutation> {
    let path = || FieldPath::new(member, field);
    vec![
        path().drop_field().named("dropped", "the field is missing"),
        path()
            .edit_records(|record, field| json::rename(record, field))
            .named("renamed", "the field has another name"),
        drop_from_last(path())
            .named("dropped_from_last", "the field is missing in the last record"),
    ]
}

fn drop_from_last(path: FieldPath) -> impl Intercept {
    edit_body(move |_, body| {
        if let Some(record) = json::records(body, &path.member).pop() {
            json::remove(record, &path.field);
        }
    })
}

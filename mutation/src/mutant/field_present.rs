//! Field presence: a documented field of a record is missing.

use super::Mutation;
use super::parts::fields::FieldPath;
use crate::intercept::{Intercept, edit_body};
use crate::json;

pub(super) fn mutations(member: &str, field: &str) -> Vec<Mutation> {
    let path = || FieldPath::new(member, field);
    vec![
        Mutation::new("dropped", "the field is missing", drop_field(path())),
        Mutation::new("renamed", "the field has another name", rename_field(path())),
        Mutation::new(
            "dropped_from_last",
            "the field is missing in the last record",
            drop_from_last(path()),
        ),
    ]
}

fn drop_field(path: FieldPath) -> impl Intercept {
    edit_body(move |_, body| {
        for record in json::records(body, &path.member) {
            record.retain(|(name, _)| *name != path.field);
        }
    })
}

fn rename_field(path: FieldPath) -> impl Intercept {
    edit_body(move |_, body| {
        for record in json::records(body, &path.member) {
            json::rename(record, &path.field);
        }
    })
}

fn drop_from_last(path: FieldPath) -> impl Intercept {
    edit_body(move |_, body| {
        if let Some(record) = path.last_record(body) {
            record.retain(|(name, _)| *name != path.field);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn member_is_dropped_or_renamed() {
        let server = FakeServer::new();
        let path = || FieldPath::new("books", "title");
        let sent = request("GET", "/books", None);
        let listed = r#"[{"uuid":"1","title":"Emma"},{"title":"Mina"}]"#;
        let books = |books: &str| response(200, &format!(r#"{{"books":{books}}}"#));
        let dropped = server.response(&drop_field(path()), &sent, books(listed));
        assert_eq!(dropped, books(r#"[{"uuid":"1"},{}]"#));
        let renamed = server.response(&rename_field(path()), &sent, books(listed));
        let expected = r#"[{"uuid":"1","title_":"Emma"},{"title_":"Mina"}]"#;
        assert_eq!(renamed, books(expected));
        let dropped = server.response(&drop_from_last(path()), &sent, books(listed));
        assert_eq!(dropped, books(r#"[{"uuid":"1","title":"Emma"},{}]"#));
    }
}

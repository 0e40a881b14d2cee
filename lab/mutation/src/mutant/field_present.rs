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
        let dropped = server.response(&path().drop_field(), &sent, books(listed));
        assert_eq!(dropped, books(r#"[{"uuid":"1"},{}]"#));
        let renamed = server.response(
            &path().edit_records(|record, field| json::rename(record, field)),
            &sent,
            books(listed),
        );
        let expected = r#"[{"uuid":"1","title_":"Emma"},{"title_":"Mina"}]"#;
        assert_eq!(renamed, books(expected));
        let dropped = server.response(&drop_from_last(path()), &sent, books(listed));
        assert_eq!(dropped, books(r#"[{"uuid":"1","title":"Emma"},{}]"#));
    }
}

//! The contract of an unrelated service: loads clean, and uses what the real one does not.

use spec::{Body, ClauseKind, ContractFile, Slot, Type};

use crate::contracts::{Files, assert_snapshot, assert_sound, clean};

#[test]
fn loads_without_findings() {
    let files = Files::of_library();
    assert_sound(&clean(files.load_without_overlay()));
    assert_sound(&clean(files.load()));
}

#[test]
fn clauses_read_well() {
    let contract = clean(Files::of_library().load_without_overlay());
    let statement = |clause: &spec::Clause| format!("{}\n    {}\n", clause.id, clause.statement);
    let text: String = contract.clauses().iter().map(statement).collect();
    assert_snapshot("library", "statements", &text);
}

#[test]
fn facts_are_where_they_belong() {
    let contract = clean(Files::of_library().load_without_overlay());
    assert_eq!(contract.service.auth.header, "Library-Card");
    assert_eq!(
        contract.service.auth.case_insensitive.gap(),
        Some("service.key.header_case")
    );
    assert_eq!(contract.service.error_body.member, "message");

    let book = contract.record("Book").unwrap();
    assert_eq!(book.further_members.stated(), Some(&false));
    let publisher = book
        .fields
        .iter()
        .find(|field| field.name == "publisher")
        .unwrap();
    assert_eq!(
        (publisher.wire.as_str(), publisher.nullable.stated()),
        ("publsher", Some(&true))
    );
    let authors = book
        .fields
        .iter()
        .find(|field| field.name == "authors")
        .unwrap();
    assert_eq!(authors.ty, Type::List(Box::new(Type::Text(None))));

    let remove = contract.operation("remove_book").unwrap();
    assert_eq!(remove.success.status.stated(), Some(&204));
    assert_eq!(remove.success.body.stated(), Some(&Body::Empty));
    let lent = contract.error_case(remove, "book_lent").unwrap();
    let sent = lent.message.render(|name| format!("<{name}>"));
    assert_eq!(sent, "Book <book> (<title>) is lent");

    let lend = contract.operation("lend_book").unwrap();
    let transition = lend.transition.as_ref().unwrap();
    assert_eq!(transition.to.stated().map(String::as_str), Some("lent"));
}

#[test]
fn an_overlay_answers_and_adds_without_stating() {
    let files = Files::of_library();
    let contract = clean(files.load());
    let loan = contract.record("Loan").unwrap();
    let due = loan
        .fields
        .iter()
        .find(|field| field.name == "due_at")
        .unwrap();
    assert_eq!(due.added_by.as_deref(), Some("loans.Loan.further_members"));
    let lend = contract.operation("lend_book").unwrap();
    assert_eq!(
        (lend.success.status.stated(), lend.success.status.known()),
        (None, Some(&201))
    );
    let Slot::Answered { because, .. } = &lend.success.status else {
        panic!("{:?}", lend.success.status)
    };
    assert_eq!(because, "something is made");
    let of_due = |kind: &ClauseKind| matches!(kind, ClauseKind::FieldPresent { field, .. } if field == "due_at");
    assert!(!contract.clauses().iter().any(|clause| of_due(&clause.kind)));
}

#[test]
fn comments_and_layout_do_not_count() {
    let files = Files::of_library();
    let mut other = files.clone();
    for file in &mut other.contract {
        file.text = format!(
            "# a comment\n\n{}",
            file.text.replace("{ required: yes }", "{required:   yes}")
        );
    }
    other.contract.reverse();
    let (files, other) = (files.load_without_overlay(), other.load_without_overlay());
    assert_eq!(clean(files).canonical, clean(other).canonical);
}

#[test]
fn a_fact_does_count() {
    let files = Files::of_library();
    let mut other = files.clone();
    let ContractFile { text, .. } = other
        .contract
        .iter_mut()
        .find(|file| file.address == "service.yaml")
        .unwrap();
    *text = text.replace("status: 403", "status: 404");
    let (files, other) = (files.load_without_overlay(), other.load_without_overlay());
    assert_ne!(clean(files).canonical, clean(other).canonical);
}

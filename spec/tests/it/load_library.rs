//! The contract of an unrelated service: loads clean, and uses what the real one does not.

use spec::{Clause, ClauseKind, ContractFile, Evidence, Gap, Scope, Slot};

use crate::contracts::{Edit, Files, assert_snapshot, assert_sound, clean};

#[test]
fn loads_without_diagnostics() {
    let files = Files::of_library();
    assert_sound(&clean(files.load_without_overlay()));
    assert_sound(&clean(files.load()));
}

#[test]
fn clause_statements_match_the_snapshot() {
    let contract = clean(Files::of_library().load_without_overlay());
    let text: String = contract.clauses().iter().map(describe).collect();
    assert_snapshot("library", "statements", &text);
}

/// Id and statement, and what is special about it.
fn describe(clause: &Clause) -> String {
    let mut text = format!("{}\n    {}\n", clause.id, clause.statement);
    match clause.evidence {
        Evidence::Stated => {}
        Evidence::Exampled => text.push_str("    (only seen)\n"),
        Evidence::Conventional => text.push_str("    (the usual name)\n"),
    }
    if let Some(why) = &clause.untestable_because {
        text.push_str(&format!("    (untestable: {why})\n"));
    }
    text
}

#[test]
fn gap_statements_match_the_snapshot() {
    let contract = clean(Files::of_library().load_without_overlay());
    let note = |gap: &Gap| format!("{}\n    {}\n", gap.id, gap.note);
    let text: String = contract.gaps.iter().map(note).collect();
    assert_snapshot("library", "gaps", &text);
}

#[test]
fn guard_can_have_a_section_of_its_own() {
    let clauses = clean(Files::of_library().load_without_overlay()).clauses();
    let except = clauses.iter().find(|it| it.id == "update_book.transition.withdraw.except");
    assert_eq!(except.unwrap().section, "Stacks");
}

#[test]
fn overlay_adds_members_to_records_without_known_ones() {
    let files = Files::of_library();
    let contract = clean(files.load_without_overlay());
    assert_eq!(contract.record("Branch").unwrap().fields, []);
    let branch = contract.operation("get_branch").unwrap();
    let scope = branch.scope.as_ref().and_then(|scope| scope.stated());
    assert_eq!(scope, Some(&Scope::Account));
    let contract = clean(files.load());
    assert_eq!(contract.record("Branch").unwrap().fields[0].name, "name");
}

#[test]
fn silence_of_paging_slots_is_inherited() {
    let mut files = Files::of_library();
    files.edit(&Edit::Replace(
        "service.yaml",
        "not_shown:\n",
        "not_shown:\n  paging.integers: { note: Whether the numbers of a page are integers. }\n  paging.select: { note: How a page is chosen. }\n",
    ));
    files.edit(&Edit::Replace(
        "books/list_books.yaml",
        "  integers: true\n  select: { page: page, per_page: per_page }\n",
        "",
    ));
    let contract = clean(files.load_without_overlay());
    let list = contract.operation("list_books").unwrap();
    let paging = list.paging.as_ref().unwrap().stated().unwrap();
    assert_eq!(
        (paging.integers.gap(), paging.selection.gap()),
        (Some("list_books.paging.integers"), Some("list_books.paging.select"))
    );
}

#[test]
fn echo_of_an_exampled_field_is_exampled() {
    let mut files = Files::of_library();
    files.edit(&Edit::Replace(
        "books/resource.yaml",
        "      title: { type: string,",
        "      title: { type: string, evidence: exampled,",
    ));
    let contract = clean(files.load_without_overlay());
    let clauses = contract.clauses();
    let evidence = |id: &str| clauses.iter().find(|it| it.id == id).unwrap().evidence;
    assert_eq!(evidence("add_book.success.book.title.echo"), Evidence::Exampled);
    assert_eq!(evidence("add_book.success.book.isbn.echo"), Evidence::Stated);
}

#[test]
fn overlay_can_declare_records() {
    let mut files = Files::of_library();
    let clauses = clean(files.load()).clauses();
    files.edit(&Edit::Replace(
        "overlay.yaml",
        "answers:\n",
        "records:\n  Shelf: { resource: books, fields: { row: { type: integer, present: true, nullable: false } } }\n\nanswers:\n",
    ));
    files.edit(&Edit::Replace(
        "overlay.yaml",
        "      name: { type: string, present: true, nullable: false }\n",
        "      shelves: { type: [Shelf], present: true, nullable: false }\n",
    ));
    let contract = clean(files.load());
    let shelf = contract.record("Shelf").unwrap();
    assert_eq!((shelf.resource.as_str(), shelf.fields.len()), ("books", 1));
    assert_eq!(shelf.further_members.stated(), Some(&false));
    assert_eq!(contract.clauses(), clauses);
    assert_eq!(clean(files.load_without_overlay()).record("Shelf"), None);
}

#[test]
fn overlay_changes_no_clause() {
    let files = Files::of_library();
    let (without, with) = (clean(files.load_without_overlay()), clean(files.load()));
    assert_eq!(with.clauses(), without.clauses());
}

#[test]
fn overlay_answers_are_not_stated_facts() {
    let files = Files::of_library();
    let contract = clean(files.load());
    let loan = contract.record("Loan").unwrap();
    let due = loan.fields.iter().find(|field| field.name == "due_at").unwrap();
    assert_eq!(due.added_by.as_deref(), Some("loans.Loan.further_members"));
    let lend = contract.operation("lend_book").unwrap();
    assert_eq!((lend.success.status.stated(), lend.success.status.value()), (None, Some(&201)));
    let Slot::Answered { reason, .. } = &lend.success.status else {
        panic!("{:?}", lend.success.status)
    };
    assert_eq!(reason, "a loan is created");
    let of_due = |kind: &ClauseKind| matches!(kind, ClauseKind::FieldPresent { field, .. } if field == "due_at");
    assert!(!contract.clauses().iter().any(|clause| of_due(&clause.kind)));
}

#[test]
fn canonical_form_ignores_comments_and_layout() {
    let files = Files::of_library();
    let mut other = files.clone();
    for file in &mut other.contract {
        file.text = format!(
            "# a comment\n\n{}",
            file.text.replace("{ required: true }", "{required:   true}")
        );
    }
    other.contract.reverse();
    let (files, other) = (files.load_without_overlay(), other.load_without_overlay());
    assert_eq!(clean(files).canonical, clean(other).canonical);
}

#[test]
fn canonical_form_changes_with_a_fact() {
    let files = Files::of_library();
    let mut other = files.clone();
    let ContractFile { text, .. } =
        other.contract.iter_mut().find(|file| file.address == "service.yaml").unwrap();
    *text = text.replace("status: 403", "status: 404");
    let (files, other) = (files.load_without_overlay(), other.load_without_overlay());
    assert_ne!(clean(files).canonical, clean(other).canonical);
}

#[test]
fn unpaged_list_has_no_paging_and_no_gap() {
    let mut files = Files::of_library();
    let list = files.contract.iter().find(|file| file.address == "books/list_books.yaml");
    let text = list.unwrap().text.clone();
    let (from, to) = (text.find("paging:").unwrap(), text.find("\nscope").unwrap());
    files.edit(&Edit::Replace("books/list_books.yaml", &text[from..to], "paging: none"));
    let contract = clean(files.load_without_overlay());
    assert_eq!(contract.operation("list_books").unwrap().paging, None);
    assert!(contract.gap("list_books.paging").is_none());
}

#[test]
fn names_of_the_language_can_be_names_of_the_document() {
    let mut files = Files::of_library();
    for edit in [
        Edit::Replace(
            "books/get_book.yaml",
            "body: { book: Book }",
            "body: { book: Book, status: string, body: string }",
        ),
        Edit::Replace(
            "books/list_books.yaml",
            "hardback: bound in boards",
            "default: bound in boards",
        ),
        Edit::Replace(
            "books/add_book.yaml",
            "separated_by: commas }",
            "separated_by: commas, values: [one, several] }",
        ),
    ] {
        files.edit(&edit);
    }
    let contract = clean(files.load());
    assert_sound(&contract);
    let clauses = contract.clauses();
    for id in [
        "get_book.success.status",
        "get_book.success.named.status",
        "get_book.success.named.body",
        "list_books.query.binding.default",
        "list_books.query.binding.named.default",
        "add_book.body.genres.several",
        "add_book.body.genres.named.several",
    ] {
        assert!(clauses.iter().any(|clause| clause.id == id), "no clause {id}");
    }
}

//! Derived scenarios of the lending library.

use std::collections::BTreeSet;
use std::path::Path;

use conformance_model::classes::{Class, Rule};
use conformance_model::contract::can_be_removed;
use conformance_model::depth::Depth;
use conformance_model::json::Json;
use conformance_model::scenario::{Expectation, Reference, Scenario, Step, Value};
use conformance_model::values;
use spec::{Constraints, Contract, ContractFile, InputPart, InputRef};

fn scenarios(contract: &Contract) -> Vec<Scenario> {
    super::scenarios(contract, Depth::Standard)
}

fn files() -> Vec<ContractFile> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/tests/library/contract");
    spec::read_folder(&root).0
}

fn load(files: &[ContractFile]) -> Contract {
    let loaded = spec::load(files, None);
    loaded.contract.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// The library with one more file.
fn library_with(path: &str, text: &str) -> Contract {
    let (path, text) = (path.to_owned(), text.to_owned());
    let mut files = files();
    files.push(ContractFile { path: path.clone(), address: path, text });
    load(&files)
}

/// The library with a fixture that has facts about its list.
fn library_with_known_book() -> Contract {
    const FIXTURE: &str = "
fixtures:
  known_book:
    record: Book
    description: A book with known facts. Its id is the UUID.
    setup: Create one with `add_book`.
    facts:
      title: { type: string, sort_key: true }
      pages: integer
      genre: { type: string, passes: genre }
      other_genre: { type: string, fails: genre }
      cover: { type: string, added_by: colour }
    clauses: [\"list_books.*\"]
  book_elsewhere:";
    let mut files = files();
    for file in &mut files {
        file.text = file.text.replace("\nfixtures:\n  book_elsewhere:", FIXTURE);
    }
    load(&files)
}

#[test]
fn thorough_runs_send_every_three_values_together() {
    let mut files = files();
    let file = files.iter_mut().find(|file| file.path.ends_with("add_book.yaml")).unwrap();
    let flags = ["first", "second", "third", "fourth"];
    let inputs: String = flags
        .iter()
        .map(|name| format!("  {name}: {{ type: boolean, required: true }}\n"))
        .collect();
    file.text = file.text.replace("body:\n", &format!("body:\n{inputs}"));
    let contract = load(&files);
    let thorough = super::scenarios(&contract, Depth::Thorough);
    let triples = thorough.iter().filter(|scenario| scenario.id.contains("/triples_"));
    let steps = triples.flat_map(Scenario::all_steps).filter(|step| step.if_refused.is_none());
    let value = |step: &Step, name: &str| {
        let (_, value) = step.inputs.set.iter().find(|(input, _)| input.name == name)?;
        Some(*value == Value::from(true))
    };
    let triple = |step: &Step| {
        let [a, b, c] = [flags[0], flags[1], flags[3]].map(|name| value(step, name));
        Some((a?, b?, c?))
    };
    assert_eq!(steps.filter_map(triple).collect::<BTreeSet<_>>().len(), 8);
    assert!(scenarios(&contract).iter().all(|scenario| !scenario.id.contains("/triples_")));
}

/// The parts of the ids after `derived/`.
fn ids(scenarios: &[Scenario]) -> Vec<&str> {
    scenarios.iter().filter_map(|scenario| scenario.id.strip_prefix("derived/")).collect()
}

/// The files with these ids, each below a heading.
fn written(contract: &Contract, ids: &[&str]) -> String {
    let scenarios = scenarios(contract);
    let file = |id: &&str| {
        let wanted = format!("derived/{id}");
        let scenario = scenarios.iter().find(|scenario| scenario.id == wanted);
        let scenario = scenario.unwrap_or_else(|| panic!("no scenario {id}"));
        format!("== {id} ==\n{}", scenario.write(contract))
    };
    ids.iter().map(file).collect::<Vec<_>>().join("\n")
}

#[test]
fn scenarios_of_each_family() {
    insta::assert_snapshot!(written(
        &load(&files()),
        &[
            "books/add_book/again_isbn_taken",
            "books/update_book/again_title",
            "books/update_book/agreement_title",
            "books/update_book/keys",
            "books/remove_book/keys",
            "books/update_book/neighbours",
            "books/add_book/races_isbn_8",
            "books/update_book/states_withdrawn",
            "loans/lend_book/states_refused_withdrawn",
            "books/update_book/values_title_1",
            "books/update_book/spellings_body",
            "loans/lend_book/spellings_body",
            "loans/lend_book/values_malformed_member",
        ]
    ));
}

#[test]
fn scenarios_of_lists() {
    insta::assert_snapshot!(written(
        &library_with_known_book(),
        &[
            "books/list_books/pages_genre",
            "books/list_books/pages_cover_colour",
            "books/list_books/pairs_longer_than_and_genre",
            "books/list_books/pairs_genre_and_sort_price",
            "books/list_books/pairs_binding_all_and_genre",
            "books/list_books/pairs_sort_price_and_cover_colour",
            "books/list_books/pairs_binding_all_and_cover_colour",
            "books/list_books/spellings_query",
        ]
    ));
}

#[test]
fn every_kind_of_value_has_scenarios() {
    let scenarios = scenarios(&load(&files()));
    let ids: Vec<_> = ids(&scenarios)
        .into_iter()
        .filter(|id| id.contains("/values_") || id.contains("/inputs_1"))
        .filter(|id| !id.contains("/inputs_1") || id.ends_with("/inputs_1"))
        .collect();
    insta::assert_snapshot!(ids.join("\n"), @r"
    books/add_book/inputs_1
    books/add_book/values_invalid
    books/add_book/values_outside_body_call_number
    books/add_book/values_outside_body_pages
    books/add_book/values_outside_body_subtitle
    books/add_book/values_required
    books/list_books/values_invalid
    books/list_books/values_outside_query_longer_than
    books/update_book/values_title_1
    books/update_book/values_title_2
    books/update_book/values_title_3
    books/update_book/values_title_4
    books/update_book/values_title_5
    books/update_book/values_title_6
    books/update_book/values_title_7
    loans/lend_book/values_invalid
    loans/lend_book/values_malformed_member
    ");
}

/// A member of a creation is sent with a value of every class of its type, also where the accepted values are open.
#[test]
fn inputs_have_values_of_every_class() {
    let mut files = files();
    let open = "notes: { type: string, values_open: other_notes }\n  pages: { type: integer,";
    for file in files.iter_mut().filter(|file| file.path.ends_with("add_book.yaml")) {
        file.text = file.text.replace("pages: { type: integer,", open);
        file.text.push_str(
            "\nopen_questions:\n  other_notes: { note: Whether any note is accepted. }\n",
        );
    }
    let contract = load(&files);
    let scenarios = scenarios(&contract);
    let operation = contract.operation("add_book").unwrap();
    let mut missing = Vec::new();
    let mut count = 0;
    for field in operation
        .body
        .iter()
        .filter(|field| field.record.is_none() && !field.several && !field.unique)
    {
        let sent: Vec<Json> = scenarios
            .iter()
            .filter(|scenario| scenario.id.contains("/add_book/inputs_"))
            .flat_map(|scenario| &scenario.steps)
            .filter_map(|step| {
                step.inputs.set.get(&InputRef::new(InputPart::Body, &field.wire)).map(sent)
            })
            .collect();
        let classes = Class::of_constrained(&field.ty, &field.constraints);
        for class in classes.into_iter().filter(|class| class.rule != Rule::Refused) {
            count += 1;
            if !sent.iter().any(|value| class.holds(value)) {
                missing.push(format!("{}: {}", field.wire, class.id));
            }
        }
    }
    assert!(count > 100, "{count}");
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The constraints of an input of a step's operation.
fn constraints<'c>(
    contract: &'c Contract,
    step: &Step,
    input: &InputRef,
) -> Option<&'c Constraints> {
    contract.operation(&step.call)?.constraints(input)
}

/// The library, whose texts that scenarios change have constraints as well.
fn library_with_short_texts() -> Contract {
    let mut files = files();
    for file in &mut files {
        let long = "title: { type: string, required: true }";
        let short = "title: { type: string, required: true, min_length: 2, max_length: 20 }";
        file.text = file.text.replace(long, short);
        let (long, short) = ("title: { type: string }", "title: { type: string, max_length: 20 }");
        file.text = file.text.replace(long, short);
    }
    load(&files)
}

#[test]
fn all_values_obey_the_constraints_except_those_that_must_be_refused() {
    for contract in [load(&files()), library_with_known_book(), library_with_short_texts()] {
        let scenarios = super::scenarios(&contract, Depth::Thorough);
        let mut outside = 0;
        for step in scenarios.iter().flat_map(Scenario::all_steps) {
            for (input, value) in &step.inputs.set {
                let Some(constraints) = constraints(&contract, step, input) else { continue };
                if values::always_admits(constraints, value) {
                    continue;
                }
                let is_reference = value.text().is_some_and(|text| {
                    text.single_reference().is_some() && text.literal().is_none()
                });
                let is_refused = matches!(step.expect, Expectation::Refused(_));
                assert!(is_refused || is_reference, "{} sends {input}: {value:?}", step.call);
                outside += usize::from(is_refused);
            }
        }
        assert!(outside >= 8, "{outside}");
    }
}

#[test]
fn values_just_outside_of_constraints_are_refused() {
    insta::assert_snapshot!(written(
        &load(&files()),
        &[
            "books/add_book/values_outside_body_pages",
            "books/add_book/values_outside_body_call_number",
            "books/list_books/values_outside_query_longer_than",
        ]
    ));
}

/// Without a value that the contract shows, no scenario sends the request.
#[test]
fn an_input_of_an_unknown_type_needs_an_example() {
    let with = |example: &str| {
        let mut files = files();
        for file in files.iter_mut().filter(|file| file.path.ends_with("add_book.yaml")) {
            let odd = format!("body:\n  shelf: {{ type: not_shown, required: true{example} }}\n");
            file.text = file.text.replace("body:\n", &odd);
        }
        let scenarios = scenarios(&load(&files));
        let steps = scenarios.iter().flat_map(Scenario::all_steps);
        steps.filter(|step| step.call == "add_book").count()
    };
    assert_eq!(with(""), 0);
    assert!(with(", example: [1, 2]") > 100);
}

/// The value as it is sent, with stand-ins for references.
fn sent(value: &Value) -> Json {
    match value {
        Value::Json(json) => json.clone(),
        Value::Text(text) => {
            let text = text.literal().map_or_else(|| text.to_string(), str::to_owned);
            Json::Text(text.replace("{unique}", "xyz").replace("{email domain}", "example.org"))
        }
    }
}

#[test]
fn updates_without_inputs_have_no_neighbours() {
    let touch = "operation: touch_book\nsource: Catalogue 5\ndescription: Touch a book.\n\
        http: PUT /books/{book}/touch\nkey: { required: true }\nupdates: Book\n\
        path:\n  book: { identified_by: [uuid], record: Book }\n\
        success: { status: 200, body: { book: Book } }\n";
    let (path, text) = ("books/touch_book.yaml".to_owned(), touch.to_owned());
    let mut files = files();
    files.push(ContractFile { path: path.clone(), address: path, text });
    let scenarios = scenarios(&load(&files));
    let ids: Vec<_> = ids(&scenarios).into_iter().filter(|id| id.contains("/neighbours")).collect();
    assert!(!ids.is_empty());
    assert!(ids.iter().all(|id| !id.contains("touch_book")), "{ids:?}");
}

/// A loan names a book, and what `get_book` reaches is stated.
#[test]
fn reads_of_a_stated_scope_are_left_out() {
    let scenarios = scenarios(&load(&files()));
    assert!(ids(&scenarios).iter().all(|id| !id.contains("/relations")));
}

#[test]
fn a_list_of_all_books_shows_a_book_in_each_state() {
    let list = "operation: list_all_books\nsource: Catalogue 2\ndescription: List all books.\n\
        http: GET /all_books\nlists: Book\nquery:\n  binding:\n    type: string\n    default: all\n\
        \x20   values: { all: every book, hardback: bound in boards }\n\
        order: { by: title, direction: ascending }\npaging: { not_shown: Whether it is paged. }\nscope: account\n\
        success: { status: 200, body: { books: [Book] } }\n";
    let contract = library_with("books/list_all_books.yaml", list);
    insta::assert_snapshot!(written(&contract, &["books/list_all_books/states_listed"]));
}

#[test]
fn addresses_that_contain_others_are_created_and_refused_again() {
    let join = "operation: add_loan\nsource: Lending 9\ndescription: Add a loan.\n\
        http: POST /loans\ncreates: Loan\nkey: { required: true }\n\
        body:\n  member: { type: string, format: email, required: true, unique: true }\n\
        success: { status: 201, body: { loan: Loan } }\n\
        errors:\n  taken: { source: Refusals, when: taken body.member, status: 409, message: Taken }\n";
    let contract = library_with("loans/add_loan.yaml", join);
    insta::assert_snapshot!(written(&contract, &["loans/add_loan/values_addresses"]));
}

#[test]
fn records_are_created_in_another_order_than_they_are_listed() {
    let list = "operation: list_acquisitions\nsource: Catalogue 9\n\
        description: List books, the latest first.\nhttp: GET /acquisitions\nlists: Book\n\
        key: { required: true }\norder: { by: acquired_at, direction: descending }\npaging: none\nscope: account\n\
        success: { status: 200, body: { books: [Book] } }\n";
    let contract = library_with("books/list_acquisitions.yaml", list);
    insta::assert_snapshot!(written(&contract, &["books/list_acquisitions/values_order"]));
}

/// The creations of a scenario that no call removes although the contract has an operation for it.
fn without_removal(contract: &Contract, scenario: &Scenario) -> Vec<String> {
    let removes = |step: &Step, made: &Step, record: &str| {
        let operation = contract.operation(&step.call).unwrap();
        let mut named = step.references().filter_map(Reference::name);
        operation.removes.as_deref() == Some(record)
            && made.name.as_deref().is_some_and(|name| named.any(|known| known == name))
    };
    let created = scenario.steps.iter().filter_map(|step| {
        let record = contract.operation(&step.call)?.creates.as_deref()?;
        let may_create = step.wants_acceptance() && can_be_removed(contract, record);
        let is_removed = scenario.all_steps().any(|other| removes(other, step, record));
        (may_create && !is_removed).then(|| format!("{}: {}", scenario.id, step.call))
    });
    created.collect()
}

/// Also what is identified by a number or an opaque text.
#[test]
fn what_a_scenario_creates_is_removed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let mut count = 0;
    for folder in
        ["contract", "tests/library/contract", "tests/workshop/contract", "tests/payments/contract"]
    {
        let contract = load(&spec::read_folder(&root.join(folder)).0);
        let scenarios = scenarios(&contract);
        let left: Vec<_> =
            scenarios.iter().flat_map(|scenario| without_removal(&contract, scenario)).collect();
        count += scenarios.len();
        assert!(left.is_empty(), "{left:#?}");
    }
    assert!(count > 150, "{count}");
}

/// The library with other text in one of its files.
fn library_where(path: &str, old: &str, new: &str, more: &str) -> Contract {
    let mut files = files();
    let file = files.iter_mut().find(|file| file.path.ends_with(path)).unwrap();
    assert!(file.text.contains(old), "{old}");
    file.text = file.text.replace(old, new) + more;
    load(&files)
}

/// The steps of an operation with a good key that must be accepted.
fn accepted_steps<'s>(scenarios: &'s [Scenario], operation: &str) -> Vec<&'s Step> {
    let steps = scenarios.iter().flat_map(|scenario| &scenario.steps);
    let accepted = |step: &&Step| step.expect == Expectation::Accepted && !step.may_be_refused;
    steps.filter(|step| step.call == operation).filter(accepted).collect()
}

#[test]
fn a_transition_from_a_state_that_is_not_shown_may_be_refused() {
    let is_created = |step: &Step| {
        let mut references = step.references();
        references.any(|it| matches!(it, Reference::Response { .. } | Reference::Sent { .. }))
    };
    let created = |contract: &Contract| {
        let scenarios = scenarios(contract);
        let steps = accepted_steps(&scenarios, "return_loan");
        steps.into_iter().filter(|step| is_created(step)).count()
    };
    assert!(created(&load(&files())) > 0);
    let silent = "initial: { not_shown: The state of a new loan. }";
    let contract = library_where("loans/resource.yaml", "initial: open", silent, "");
    assert_eq!(created(&contract), 0);
}

#[test]
fn only_the_example_is_sent_where_the_accepted_texts_are_open() {
    let (old, new) =
        ("title: { type: string }", "title: { type: string, example: Emma, values_open: titles }");
    let gap = "\nopen_questions:\n  titles: { note: Which titles are accepted. }\n";
    let contract = library_where("books/update_book.yaml", old, new, gap);
    let scenarios = scenarios(&contract);
    let title = InputRef::new(InputPart::Body, "title");
    let sent = accepted_steps(&scenarios, "update_book");
    let sent = sent.into_iter().filter_map(|step| step.inputs.set.get(&title));
    let is_example = |value: &&Value| match value {
        Value::Text(text) => text.literal() == Some("Emma"),
        Value::Json(json) => json.text() == Some("Emma"),
    };
    let others: Vec<_> = sent.filter(|value| !is_example(value)).collect();
    assert!(others.is_empty(), "{others:?}");
}

//! `cargo xtask new`: what it writes loads and generates, and bad names are refused.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../src/cargo.rs"]
mod cargo;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// A copy of the files that the command reads.
struct Tree(TempDir);

impl Tree {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for part in
            ["spec/contract", "spec/overlays", "reference/src/operations", "conformance/scenarios"]
        {
            copy(&root().join(part), &folder.path().join(part));
        }
        let list = "reference/src/operations.rs";
        fs::copy(root().join(list), folder.path().join(list)).unwrap();
        Self(folder)
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    fn xtask(&self, arguments: &[&str]) -> Output {
        let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
        xtask.args(arguments).current_dir(self.0.path()).output().unwrap()
    }

    /// Runs `new`; returns what it prints.
    fn scaffold(&self, arguments: &[&str]) -> String {
        let output = self.xtask(&[&["new"], arguments].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Asserts that the contract and the overlay load, and that the generator accepts them.
    fn assert_generates(&self) {
        let generated = self.xtask(&["gen"]);
        assert!(generated.status.success(), "{}", text(&generated.stderr));
        let checked = self.xtask(&["gen", "--check"]);
        assert!(checked.status.success(), "{}", text(&checked.stderr));
    }

    /// Asserts that the suite loads the scenarios with the contract; returns its list of them.
    fn scenarios(&self) -> String {
        let mut list = Command::new(suite());
        list.arg("list").current_dir(self.0.path());
        list.args(["--contract", "spec/contract", "--scenarios", "conformance/scenarios"]);
        let output = list.output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    }
}

/// The program of the suite.
fn suite() -> PathBuf {
    cargo::build(&["referral-conformance"]).unwrap();
    let name = format!("referral-conformance{}", std::env::consts::EXE_SUFFIX);
    Path::new(env!("CARGO_BIN_EXE_xtask")).with_file_name(name)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &target) } else { _ = fs::copy(&path, &target).unwrap() }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn an_operation_is_scaffolded_in_every_place() {
    let tree = Tree::new();
    let http = ["--http", "get /v3/publications/{uuid}/report"];
    let name = "publications/get_publication_report";
    let printed = tree.scaffold(&[&["operation", name], &http[..]].concat());
    let (contract, scenario, handler) = (
        format!("spec/contract/{name}.yaml"),
        format!("conformance/scenarios/{name}/accepted.yaml"),
        format!("reference/src/operations/{name}.rs"),
    );
    for file in [&contract, &scenario, &handler] {
        assert!(printed.contains(&format!("created {file}\n")), "{printed}");
    }
    assert!(printed.contains("changed spec/overlays/reference.yaml\n"), "{printed}");
    assert!(printed.contains("changed reference/src/operations/publications.rs\n"), "{printed}");
    assert!(printed.contains("get_publication_report.success.body"), "{printed}");
    assert!(tree.text(&contract).contains("http: GET /v3/publications/{uuid}/report\n"));
    let answer = "  get_publication_report.success.status: { answer: 200, reason: ";
    assert!(tree.text("spec/overlays/reference.yaml").contains(answer));
    let list = tree.text("reference/src/operations/publications.rs");
    assert!(
        list.contains("mod get_publication;\nmod get_publication_report;\nmod list_"),
        "{list}"
    );
    assert!(tree.text(&handler).contains("impl GetPublicationReport<AccountId> for Handlers"));
    tree.assert_generates();
    assert!(tree.scenarios().contains("publications/get_publication_report\n  accepted "));

    let again = tree.xtask(&[&["new", "operation", name], &http[..]].concat());
    assert_eq!(again.status.code(), Some(2));
    let message =
        "the operation `get_publication_report` exists: publications/get_publication_report";
    assert!(text(&again.stderr).contains(message), "{}", text(&again.stderr));
}

#[test]
fn operations_on_records_are_scaffolded() {
    let tree = Tree::new();
    for (address, http, effect, answer) in [
        (
            "campaigns/list_old_campaigns",
            "GET /v3/old_campaigns",
            "--lists",
            "order: { answer: { by: ",
        ),
        (
            "campaigns/create_campaign",
            "POST /v3/campaigns",
            "--creates",
            "success.status: { answer: 201",
        ),
        (
            "campaigns/rename_campaign",
            "PATCH /v3/campaigns/{uuid}/name",
            "--updates",
            "success.status: { answer: 200",
        ),
        (
            "campaigns/end_campaign",
            "DELETE /v3/campaigns/{uuid}",
            "--removes",
            "success.status: { answer: 204",
        ),
    ] {
        tree.scaffold(&["operation", address, "--http", http, effect, "Campaign"]);
        let (_, name) = address.split_once('/').unwrap();
        let overlay = tree.text("spec/overlays/reference.yaml");
        assert!(overlay.contains(&format!("  {name}.{answer}")), "{name}");
        tree.assert_generates();
        assert!(tree.scenarios().contains(&format!("{address}\n")), "{address}");
    }
}

#[test]
fn a_resource_is_scaffolded_with_its_first_operation() {
    let tree = Tree::new();
    let printed = tree.scaffold(&["resource", "partner_reports"]);
    for line in [
        "created spec/contract/partner_reports/resource.yaml\n",
        "created reference/src/operations/partner_reports.rs\n",
        "changed reference/src/operations.rs\n",
        " 2. cargo xtask new record partner_reports/RECORD",
    ] {
        assert!(printed.contains(line), "{printed}");
    }
    let resource = tree.text("spec/contract/partner_reports/resource.yaml");
    let lines =
        ".json\nresource: partner_reports\ntitle: Partner reports\ndescription: Partner reports.\n";
    assert!(
        resource.starts_with("# yaml-language-server: ") && resource.ends_with(lines),
        "{resource}"
    );
    let list = tree.text("reference/src/operations.rs");
    assert!(
        list.contains("pub mod partner_programs;\npub mod partner_reports;\npub mod payouts;\n")
    );
    tree.assert_generates();

    tree.scaffold(&["record", "partner_reports/PartnerReport"]);
    let name = "partner_reports/get_partner_report";
    tree.scaffold(&["operation", name, "--http", "GET /v3/partner_reports/{uuid}"]);
    let list = tree.text("reference/src/operations/partner_reports.rs");
    assert_eq!(list, "//! Operations on partner reports.\n\nmod get_partner_report;\n");
    tree.assert_generates();
    assert!(tree.scenarios().contains("partner_reports/get_partner_report\n  accepted "));
}

#[test]
fn a_record_and_a_field_are_scaffolded() {
    let tree = Tree::new();
    tree.scaffold(&["record", "publications/PublicationReport"]);
    let resource = tree.text("spec/contract/publications/resource.yaml");
    assert!(resource.contains("\n  PublicationReport:\n    description: A publication report.\n"));
    tree.scaffold(&["field", "PublicationReport.readers", "--type", "integer"]);
    tree.scaffold(&["field", "Publication.editor_note"]);
    let resource = tree.text("spec/contract/publications/resource.yaml");
    for line in [
        "      readers: { type: integer, present: not_shown, nullable: not_shown }\n",
        "      editor_note: { type: string, present: not_shown, nullable: not_shown }\n",
    ] {
        assert!(resource.contains(line), "{resource}");
    }
    tree.assert_generates();
    let model = tree.text("generated/models/src/publications/publication_report.rs");
    assert!(model.contains("readers"), "{model}");
}

#[test]
fn a_scenario_is_scaffolded() {
    let tree = Tree::new();
    let printed = tree.scaffold(&["scenario", "publications/get_publication/again"]);
    let file = "conformance/scenarios/publications/get_publication/again.yaml";
    assert!(printed.starts_with(&format!("created {file}\nnext:\n 1. {file}: ")), "{printed}");
    assert!(tree.text(file).contains("    path: { uuid: \"{publication.id}\" }\n"));
    assert!(tree.scenarios().contains("publications/get_publication\n  again "));
    let again = tree.xtask(&["new", "scenario", "publications/get_publication/again"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("exists; nothing was written"), "{}", text(&again.stderr));
}

#[test]
fn bad_names_are_refused_and_write_nothing() {
    let tree = Tree::new();
    let http = ["--http", "GET /v3/reports"];
    for (arguments, message) in [
        (
            vec!["operation", "list_reports", "--http", "GET /v3/a"],
            "is not of the form `RESOURCE/OPERATION`",
        ),
        (
            vec!["operation", "publication/list_reports", http[0], http[1]],
            "did you mean `publications`?",
        ),
        (vec!["operation", "publications/ListReports", http[0], http[1]], "snake_case"),
        (
            vec!["operation", "events/list_publications", http[0], http[1]],
            "exists: publications/list_publications",
        ),
        (
            vec!["operation", "publications/list_reports", "--http", "/v3/reports"],
            "is not of the form `GET /path",
        ),
        (
            vec!["operation", "publications/list_reports", "--http", "FETCH /v3/a"],
            "unknown method `FETCH`; use one of GET",
        ),
        (
            vec![
                "operation",
                "publications/list_reports",
                "--http",
                "GET /v3/a",
                "--lists",
                "Report",
            ],
            "there is no record `Report`",
        ),
        (
            vec!["operation", "publications/a", "--http", "PUT /v3/a", "--updates", "Publication"],
            "add it with `cargo xtask new field Publication.FIELD`",
        ),
        // An error that loading finds.
        (
            vec!["operation", "publications/list_reports", "--http", "GET /reports"],
            "spec/contract/publications/list_reports.yaml",
        ),
        (vec!["resource", "Reports"], "snake_case"),
        (vec!["resource", "publications"], "the resource `publications` exists"),
        // A module of the reference that is no resource.
        (vec!["resource", "router"], "router.rs exists; nothing was written"),
        (vec!["record", "publications/report"], "UpperCamelCase"),
        (vec!["record", "publications/Campaign"], "exists, in the resource `campaigns`"),
        (vec!["field", "Publication"], "is not of the form `RECORD.FIELD`"),
        (vec!["field", "Publications.name"], "did you mean `Publication`?"),
        (vec!["field", "Publication.uuid"], "has a field `uuid`"),
        (vec!["field", "Publication.note", "--type", "texts"], "texts"),
        (
            vec!["scenario", "publications/get_publicaton/new"],
            "did you mean `publications/get_publication`?",
        ),
        (vec!["scenario", "publications/get_publication/New"], "snake_case"),
    ] {
        let before = files(&tree);
        let output = tree.xtask(&[&["new"], arguments.as_slice()].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let stderr = text(&output.stderr);
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
        assert_eq!(files(&tree), before, "{arguments:?}");
    }
}

/// The contract and the overlay, which an error must leave as they are.
fn files(tree: &Tree) -> Vec<String> {
    let resources = fs::read_dir(tree.path("spec/contract/publications")).unwrap();
    let mut paths: Vec<_> = resources.map(|entry| entry.unwrap().path()).collect();
    paths.push(tree.path("spec/overlays/reference.yaml"));
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn another_contract_has_neither_handlers_nor_answers() {
    let tree = Tree::new();
    copy(&root().join("spec/tests/library/contract"), &tree.path("library"));
    let new = ["operation", "books/get_book_review", "--http", "GET /books/{book}/review"];
    let printed = tree.scaffold(
        &[&new[..], &["--contract", "library", "--scenarios", "library-scenarios"]].concat(),
    );
    assert!(!printed.contains("overlay") && !printed.contains("reference/src"), "{printed}");
    let file = tree.text("library/books/get_book_review.yaml");
    // The service does not say that the document leaves these out.
    assert!(file.contains("\nnot_shown:\n  key.required: "), "{file}");
    let generated = tree.xtask(&["gen", "--contract", "library", "--out", "out"]);
    assert!(generated.status.success(), "{}", text(&generated.stderr));
}

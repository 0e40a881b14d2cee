//! The documentation site and the page of the reference in Chromium: no error on the console, no request to another host, axe without violations.

use std::process::Command;

use crate::reference::Reference;
use crate::support::{Project, has, root, run};

/// The pages that are opened, in light and dark, on a wide and on a narrow screen.
const PAGES: [&str; 5] = [
    "operations/update_subscriber.html",
    "index.html",
    "records/Recommendation.html",
    "gaps.html",
    "guides/judging.html",
];

/// The query of the search, and the address of its first result.
const SEARCH: &str =
    "value_missing.refused=operations/create_event.html#create_event.errors.value_missing.refused";

/// The project with the tools; `None` if the test is to be skipped.
fn browser() -> Option<Project> {
    if !has(&["node", "npm", "chromium"]) {
        return None;
    }
    let project = Project::copy("xtask/tests/clients/browser");
    let install = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    project.install("package-lock.json", &[&install]).then_some(project)
}

#[test]
fn the_site_and_the_page_of_the_reference_work_in_chromium() {
    let Some(project) = browser() else {
        return;
    };
    let site = tempfile::tempdir().unwrap();
    let mut docs = Command::new(env!("CARGO_BIN_EXE_xtask"));
    docs.current_dir(root()).args(["docs", "--site"]).arg(site.path());
    run(docs);
    let mut check = project.command("node");
    check.arg("check.js").arg(site.path()).args(PAGES).env("SEARCH", SEARCH);
    run(check);
    let reference = Reference::start();
    project.run("node", &["check.js", &format!("{}/docs", reference.base_url)]);
}

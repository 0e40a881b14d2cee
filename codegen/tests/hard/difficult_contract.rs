//! A difficult contract: Rust keywords and names of generated crates, unusual names and texts, recursive records,
//! overlapping paths; with every slot a gap, and with every gap answered.

use std::path::{Path, PathBuf};

use codegen::{FileSet, Options, Outputs, RuntimeSource};
use reader::{Diagnostic, Diagnostics, Style};
use spec::{Contract, ContractFile};

use crate::agreement::Agreement;
use crate::files::files;

/// If two paths match, the one with the method answers: `/paths/new` has no `DELETE`, and of the two that cross at
/// `/paths/new/new` only one has a `PUT`.
const OVERLAPS: &str = r#"
#[tokio::test]
async fn every_matching_path_is_searched_for_the_method() {
    let peer = peer::Peer::start().await;
    peer.succeeds::<models::ListLiteralRequest>((&[], "", ""), 200, "{\"list_literal\":\"a\"}").await;
    let asked = (&[("path", "new")][..], "", "");
    peer.succeeds::<models::DeleteByOtherNameRequest>(asked, 200, "{\"delete_by_other_name\":\"a\"}").await;
    let asked = (&[("fifth", "new")][..], "", "");
    peer.succeeds::<models::LiteralDeeperRequest>(asked, 200, "{\"literal_deeper\":\"a\"}").await;
    let asked = (&[("second", "new")][..], "", "");
    peer.succeeds::<models::PutDeeperLiteralRequest>(asked, 200, "{\"put_deeper_literal\":\"a\"}").await;
}
"#;

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hard")
}

fn overlay() -> ContractFile {
    let (overlay, findings) = spec::read_overlay(&folder().join("overlay.yaml"));
    assert!(findings.is_empty(), "{findings:?}");
    overlay.unwrap()
}

/// A contract, or its rendered diagnostics.
pub fn load(files: &[ContractFile], overlay: Option<&ContractFile>) -> Result<Contract, String> {
    let loaded = spec::load(files, overlay);
    let diagnostics = reader::render(&loaded.sources, &loaded.diagnostics, Style::Plain);
    loaded.contract.ok_or(diagnostics)
}

/// All files generated from a contract.
pub fn generate(contract: &Contract) -> Result<FileSet, Vec<Diagnostic>> {
    let options = Options {
        outputs: Outputs::ALL,
        command: "cargo xtask gen".to_owned(),
        contract: "contract".to_owned(),
        overlay: contract.overlay.as_ref().map(|_| "overlay.yaml".to_owned()),
        license: None,
        publish: false,
        runtime: RuntimeSource::Path(concat!(env!("CARGO_MANIFEST_DIR"), "/../runtime").to_owned()),
    };
    codegen::generate(contract, &options)
}

/// The diagnostics of loading a contract, or else of generating from it.
pub fn rendered_diagnostics(files: &[ContractFile]) -> String {
    let loaded = spec::load(files, None);
    let mut diagnostics = Diagnostics::default();
    match &loaded.contract {
        Some(contract) => {
            generate(contract).err().into_iter().flatten().for_each(|found| diagnostics.push(found))
        }
        None => diagnostics = loaded.diagnostics,
    }
    reader::render(&loaded.sources, &diagnostics, Style::Plain)
}

#[test]
fn crates_compile_and_agree_with_all_gaps_and_with_all_answers() {
    let mut agreement = Agreement::new("obstacles");
    // Names of operations do not depend on gaps.
    let mut of_gaps = files();
    of_gaps.retain(|file| {
        let resource = file.address.split_once('/').map_or("", |(first, _)| first);
        ["", "gaps", "records"].contains(&resource)
    });
    for (stem, files, overlay) in
        [("obstacles", files(), None), ("obstacles-filled", of_gaps, Some(overlay()))]
    {
        let contract =
            load(&files, overlay.as_ref()).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
        let files = generate(&contract).unwrap();
        agreement.add(stem, &contract, &files, 7);
        if overlay.is_none() {
            agreement.add_code(OVERLAPS);
        }
    }
    agreement.check();
    agreement.document("obstacles");
}

#[test]
fn lists_in_a_query_have_their_style_in_openapi() {
    let contract = load(&files(), None).unwrap();
    let generated = generate(&contract).unwrap();
    let text = generated.get("openapi/openapi.yaml").unwrap();
    let document: serde_yaml::Value = serde_yaml::from_str(text).unwrap();
    let operation = &document["paths"]["/records/{self}/of/{into}"]["get"];
    let parameters = operation["parameters"].as_sequence().unwrap();
    let shown = |name: &str| {
        let parameter = parameters.iter().find(|parameter| parameter["name"] == name).unwrap();
        assert_eq!(parameter["schema"]["type"], "array", "{name}");
        (parameter["style"].as_str().unwrap(), parameter["explode"].as_bool().unwrap())
    };
    assert_eq!(shown("größe[a].b"), ("form", true));
    assert_eq!(shown("\"n\"[]"), ("form", true));
    assert_eq!(shown("plain"), ("form", false));
}

/// The name of a case, and its edits: address of a file, a text in it, its replacement.
type Case = (String, Vec<[String; 3]>);

#[test]
fn each_error_is_reported_once_with_a_location_and_a_fix() {
    let cases: Vec<Case> = serde_yaml::from_str(include_str!("diagnostics.yaml")).unwrap();
    let mut reports = String::new();
    for (name, edits) in cases {
        let mut files = files();
        for [address, from, to] in edits {
            let file = files.iter_mut().find(|file| file.address == address).unwrap();
            assert!(file.text.contains(&from), "{name}: {address} has no {from:?}");
            file.text = file.text.replacen(&from, &to, 1);
        }
        reports += &format!("== {name}\n{}\n", rendered_diagnostics(&files));
    }
    insta::assert_snapshot!(reports);
}

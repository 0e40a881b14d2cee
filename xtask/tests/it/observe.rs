//! What the suite observes of the reference, compared with what the reference is generated from.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use spec::{Contract, Field, Slot, Type};

use crate::runs::{TARGET, output_text};
use crate::servers::{Reference, binary};
use crate::support::{root, xtask};

fn program(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(binary("referral-conformance"));
    program.args(arguments).args(TARGET).args(["--state-dir", "state", "--alone"]);
    program.current_dir(folder).env_remove("REFERRAL_API_KEY").env_remove("COLUMNS");
    program.output().unwrap()
}

/// The contract with an overlay.
fn contract(overlay: &Path) -> Contract {
    let (files, _) = spec::read_folder(&root().join("spec/contract"));
    let (overlay, _) = spec::read_overlay(overlay);
    spec::load(&files, overlay.as_ref()).contract.unwrap()
}

/// The answers by gap. Maps are equal in any order.
fn answers(contract: &Contract) -> BTreeMap<&str, Value> {
    let answers = &contract.overlay.as_ref().unwrap().answers;
    let value = |text: &str| serde_json::from_str(text).unwrap();
    answers.iter().map(|answer| (answer.gap.as_str(), value(&answer.value))).collect()
}

/// The differences between an observed member and the member in the overlay. What was not seen is not a difference.
/// Formats and listed values of strings are not observed.
fn difference((seen, by): (&Field, &Contract), (real, of): (&Field, &Contract)) -> Option<String> {
    let flags = [(&seen.present, &real.present), (&seen.nullable, &real.nullable)];
    let differs = |(seen, real): &(&Slot<bool>, &Slot<bool>)| {
        seen.value().is_some_and(|seen| Some(seen) != real.value())
    };
    let is_same = !flags.iter().any(differs) && agree((&seen.ty, by), (&real.ty, of));
    (!is_same).then(|| format!("{} is {:?}, not {:?}", seen.wire, seen.ty, real.ty))
}

fn agree((seen, by): (&Type, &Contract), (real, of): (&Type, &Contract)) -> bool {
    match (seen, real) {
        (Type::Unknown(_), _) | (Type::Text(_), Type::Text(_) | Type::Enumeration(_)) => true,
        (Type::List(seen), Type::List(real)) => agree((seen, by), (real, of)),
        (Type::Timestamp(_), Type::Timestamp(_)) => true,
        (Type::Record(seen), Type::Record(real)) => {
            let (seen, real) = (by.record(seen).unwrap(), of.record(real).unwrap());
            seen.fields.iter().all(|field| {
                let real = real.fields.iter().find(|known| known.wire == field.wire);
                real.is_some_and(|real| difference((field, by), (real, of)).is_none())
            })
        }
        (seen, real) => seen == real,
    }
}

/// The differences between the overlay and the answer about further members of a record.
fn further_members(gap: &str, seen: &Contract, real: &Contract) -> Vec<String> {
    let added = |contract: &Contract| -> Vec<Field> {
        let fields = contract.records().flat_map(|record| record.fields.clone());
        fields.filter(|field| field.added_by.as_deref() == Some(gap)).collect()
    };
    let (fields, known) = (added(seen), added(real));
    let names = |fields: &[Field]| {
        let mut names: Vec<_> = fields.iter().map(|field| field.wire.clone()).collect();
        names.sort();
        names
    };
    if names(&fields) != names(&known) {
        return vec![format!("{:?}, not {:?}", names(&fields), names(&known))];
    }
    let find = |field: &Field| known.iter().find(|real| real.wire == field.wire).unwrap();
    fields.iter().filter_map(|field| difference((field, seen), (find(field), real))).collect()
}

#[test]
fn reference_is_observed_as_its_overlay_says() {
    let reference = Reference::start();
    let folder = reference.folder.path();
    let observe = ["observe", "--format", "json", "--save-overlay", "seen.yaml"];
    let output = program(folder, &observe);
    assert_eq!(output.status.code(), Some(0), "{}", output_text(&output));
    std::fs::write(folder.join("before.json"), &output.stdout).unwrap();
    let observed: Value = serde_json::from_slice(&output.stdout).unwrap();

    let seen = contract(&folder.join("seen.yaml"));
    let real = contract(&root().join("spec/overlays/reference.yaml"));
    let (found, known) = (answers(&seen), answers(&real));
    let mut wrong = Vec::new();
    for (gap, answer) in &found {
        if gap.ends_with(".further_members") && answer.is_object() {
            let differences = further_members(gap, &seen, &real);
            wrong.extend(differences.into_iter().map(|difference| format!("{gap}: {difference}")));
        } else if known[gap] != *answer {
            wrong.push(format!("{gap} is {answer}, not {}", known[gap]));
        }
    }
    assert_eq!(wrong, [""; 0]);

    let gaps = observed["gaps"].as_array().unwrap();
    let open = gaps.iter().filter(|gap| gap["answer"].is_null());
    let (prose, open): (Vec<_>, Vec<_>) =
        open.partition(|gap| gap["id"].as_str().unwrap().contains(".open."));
    let text = |gap: &Value, name: &str| gap[name].as_str().unwrap().to_owned();
    // The order of concurrent calls decides whether they show enough of a gap, and whether they agree.
    let by_chance = ["contradicting_exchanges", "too_few_exchanges"];
    let certain = open.iter().filter(|gap| !by_chance.contains(&text(gap, "reason").as_str()));
    let certain: Vec<_> = certain.collect();
    assert!(open.len() - certain.len() <= 15 && found.len() >= 150, "{open:?}");
    let lines = certain.iter().map(|gap| format!("{}: {}\n", text(gap, "id"), text(gap, "reason")));
    insta::assert_snapshot!(format!(
        "{} gaps, {} open questions in prose\n\nnever seen\n{}",
        gaps.len(),
        prose.len(),
        lines.collect::<String>()
    ));
}

#[test]
fn observation_is_compared_and_its_overlay_is_judged() {
    let reference = Reference::for_runs(4);
    let folder = reference.folder.path();
    let output = program(folder, &["observe", "--format", "json", "--save-overlay", "seen.yaml"]);
    std::fs::write(folder.join("before.json"), &output.stdout).unwrap();

    let output = program(folder, &["observe", "--compare", "before.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", output_text(&output));

    let changed = std::fs::read_to_string(folder.join("before.json")).unwrap();
    let mut changed: Value = serde_json::from_str(&changed).unwrap();
    let gaps = changed["gaps"].as_array_mut().unwrap();
    let status = gaps.iter_mut().find(|gap| gap["id"] == "list_campaigns.success.status").unwrap();
    status["answer"] = 299.into();
    std::fs::write(folder.join("changed.json"), changed.to_string()).unwrap();
    let output = program(folder, &["observe", "--compare", "changed.json"]);
    let text = output_text(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("list_campaigns.success.status\n    299 -> 200"), "{text}");

    // The deployment agrees with its own overlay, and differs from a changed overlay.
    let output = program(folder, &["run", "--overlay", "seen.yaml"]);
    let text = output_text(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("answers of the overlay\n"), "{text}");
    let overlay = std::fs::read_to_string(folder.join("seen.yaml")).unwrap();
    let (before, after) = overlay.split_once("  list_campaigns.success.status:\n").unwrap();
    let after = after.replacen("answer: 200", "answer: 202", 1);
    let other = format!("{before}  list_campaigns.success.status:\n{after}");
    std::fs::write(folder.join("other.yaml"), other).unwrap();
    let output = program(folder, &["run", "--overlay", "other.yaml"]);
    let text = output_text(&output);
    assert_eq!(output.status.code(), Some(8), "{text}");
    assert!(text.contains("DIFFERS list_campaigns.success.status\n    expected  202"), "{text}");

    let (overlay, out) = (folder.join("seen.yaml"), folder.join("generated"));
    let [overlay, out] = [&overlay, &out].map(|path| path.to_str().unwrap());
    let output = xtask(&["gen", "--overlay", overlay, "--out", out]);
    assert_eq!(output.status.code(), Some(0), "{}", output_text(&output));
}

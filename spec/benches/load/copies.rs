//! Large contracts for benches: copies of a contract under distinct names.
//!
//! The copies are valid contracts for benches only.

use spec::{Contract, ContractFile};

/// The same service file, and each resource copied several times under distinct names.
pub fn copied(files: &[ContractFile], contract: &Contract, times: usize) -> Vec<ContractFile> {
    let (service, resources): (Vec<_>, Vec<_>) =
        files.iter().partition(|file| !file.address.contains('/'));
    let copies = (1..times)
        .flat_map(|number| resources.iter().map(move |file| renamed(file, contract, number)));
    service.into_iter().chain(resources.iter().copied()).cloned().chain(copies).collect()
}

/// One file of a copy: all unique names get the number of the copy.
fn renamed(file: &ContractFile, contract: &Contract, number: usize) -> ContractFile {
    let mut text = file.text.clone();
    let mut address = file.address.clone();
    for operation in contract.operations() {
        text = with_name(&text, &operation.id, &format!("{}_{number}", operation.id));
    }
    for record in contract.records() {
        text = with_name(&text, &record.name, &format!("{}{number}", record.name));
    }
    for resource in &contract.resources {
        let (from, to) = (&resource.id, format!("{}_{number}", resource.id));
        text = text.replace(&format!("resource: {from}\n"), &format!("resource: {to}\n"));
        if let Some(name) = file.address.strip_prefix(&format!("{from}/")) {
            let name = name.strip_suffix(".yaml").filter(|name| *name != "resource");
            address = match name {
                Some(operation) => format!("{to}/{operation}_{number}.yaml"),
                None => format!("{to}/resource.yaml"),
            };
        }
    }
    for fixture in &contract.service.fixtures {
        let (from, to) = (&fixture.kind, format!("{}_{number}", fixture.kind));
        if let Some((before, after)) = text.split_once("\nfixtures:\n") {
            let after =
                format!("\n{after}").replace(&format!("\n  {from}:"), &format!("\n  {to}:"));
            text = format!("{before}\nfixtures:{after}");
        }
    }
    for method in spec::Method::ALL {
        let from = format!("http: {method} /");
        text = text.replace(&from, &format!("{from}copy_{number}/"));
    }
    let versions = contract.service.versions.iter();
    for version in versions.flat_map(|versions| &versions.prefixes) {
        // A path starts with its version.
        let (from, to) = (format!("copy_{number}/{version}/"), format!("{version}/copy_{number}/"));
        text = text.replace(&from, &to);
    }
    ContractFile { path: address.clone(), address, text }
}

/// A text with a name replaced everywhere but in messages, which stay the same in all copies.
fn with_name(text: &str, name: &str, replacement: &str) -> String {
    let line = |line| match str::split_once(line, "message:") {
        Some((before, message)) => {
            format!("{}message:{message}", with_word(before, name, replacement))
        }
        None => with_word(line, name, replacement),
    };
    text.split_inclusive('\n').map(line).collect()
}

/// A text with every occurrence of a word replaced that is no part of a longer word.
fn with_word(text: &str, word: &str, replacement: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (before, after) = (&rest[..at], &rest[at + word.len()..]);
        let is_whole = !before.ends_with(is_part) && !after.starts_with(is_part);
        out += before;
        out += if is_whole { replacement } else { word };
        rest = after;
    }
    out + rest
}

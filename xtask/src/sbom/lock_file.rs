//! Checksums of a `Cargo.lock`, which `cargo metadata` does not print.

use std::collections::BTreeMap;

/// Name and version of a package.
pub type Release = (String, String);

/// The SHA-256 of each package from a registry. Fails if a package has no name or version: then the file is in a format
/// that this function does not know.
pub fn checksums(lock_file: &str) -> anyhow::Result<BTreeMap<Release, String>> {
    let mut checksums = BTreeMap::new();
    for package in lock_file.split("[[package]]").skip(1) {
        let value = |key: &str| {
            let mut lines = package.lines();
            let found = lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
            found.and_then(|rest| rest.strip_suffix('"')).map(str::to_owned)
        };
        let (Some(name), Some(version)) = (value("name"), value("version")) else {
            anyhow::bail!("Cargo.lock has a package without name or version:{package}");
        };
        if let Some(checksum) = value("checksum") {
            checksums.insert((name, version), checksum);
        }
    }
    Ok(checksums)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_from_a_registry_have_a_checksum() {
        let file = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nsource = \"r\"\n\
            checksum = \"12ab\"\ndependencies = [\n \"b\",\n]\n\n[[package]]\nname = \"b\"\nversion = \"2.0.0\"\n";
        let expected = (("a".to_owned(), "1.0.0".to_owned()), "12ab".to_owned());
        assert_eq!(checksums(file).unwrap(), BTreeMap::from([expected]));
        assert!(checksums("[[package]]\nversion = \"1.0.0\"\n").is_err());
    }
}

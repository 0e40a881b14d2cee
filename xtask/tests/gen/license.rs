//! The flags that set the licence of generated crates.

use std::path::Path;

use crate::support::{assert_code, stderr, xtask};

const CRATES: [&str; 3] = ["models", "server", "client"];

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap()
}

#[test]
fn crates_have_the_licence_that_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let text = folder.path().join("LICENCE.txt");
    std::fs::write(&text, "You may read this.\n").unwrap();
    let (out_flag, text_flag) = (out.to_str().unwrap(), text.to_str().unwrap());
    let flags = ["--out", out_flag, "--license", "LicenseRef-Ours", "--license-file", text_flag];
    assert_code(&xtask(&[&["gen"], &flags[..]].concat()), 0);
    for name in CRATES {
        let manifest = read(&out, &format!("{name}/Cargo.toml"));
        assert!(manifest.contains("license = \"LicenseRef-Ours\"\n"), "{manifest}");
        assert!(!manifest.contains("publish ="), "{manifest}");
        assert_eq!(read(&out, &format!("{name}/LICENCE.txt")), read(folder.path(), "LICENCE.txt"));
        let readme = read(&out, &format!("{name}/README.md"));
        assert!(readme.ends_with("\n\nLicensed under `LicenseRef-Ours`.\n"), "{readme}");
    }
    let document = read(&out, "openapi/openapi.yaml");
    assert!(document.contains("identifier: LicenseRef-Ours"));
    assert_code(&xtask(&[&["gen", "--check"], &flags[..]].concat()), 0);
}

#[test]
fn without_a_licence_crates_have_none_and_cannot_be_published() {
    let folder = tempfile::tempdir().unwrap();
    assert_code(&xtask(&["gen", "--out", folder.path().to_str().unwrap()]), 0);
    for name in CRATES {
        let manifest = read(folder.path(), &format!("{name}/Cargo.toml"));
        assert!(manifest.contains("publish = false\n"), "{manifest}");
        assert!(!manifest.contains("license"), "{manifest}");
        assert!(!read(folder.path(), &format!("{name}/README.md")).contains("Licensed"));
        let files = std::fs::read_dir(folder.path().join(name)).unwrap();
        let names = files.map(|file| file.unwrap().file_name().to_string_lossy().to_lowercase());
        assert!(names.into_iter().all(|name| !name.contains("license")));
    }
}

#[test]
fn a_licence_text_needs_a_licence_and_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let gen_with = |flags: &[&str]| {
        let out = folder.path().join("out");
        xtask(&[&["gen", "--out", out.to_str().unwrap()], flags].concat())
    };
    assert_code(&gen_with(&["--license-file", "LICENSE"]), 2);
    let missing = gen_with(&["--license", "MIT", "--license-file", "no/such/file"]);
    assert_code(&missing, 2);
    assert!(stderr(&missing).contains("there is no file `no/such/file`"), "{}", stderr(&missing));
    assert_code(&xtask(&["gen", "--license", "MIT"]), 2);
}

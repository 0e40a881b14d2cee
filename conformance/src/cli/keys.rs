//! Sources of keys: a file or standard input, the target file, the environment. Never the command
//! line, which other users can read.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::{env, io};

use anyhow::{Context, anyhow, bail};
use spec::KeyPlace;

use super::output::print_message;
use crate::contract::{key_kinds, key_variable};
use crate::suite::Suite;
use crate::target::{KeySource, Target};
use crate::text::counted;

/// Collects all available keys, by kind. A missing key is an error if the target file names it, and
/// otherwise left out. `folder` is that of the target file, `file` the source of the first key.
pub(super) fn collect(
    suite: &Suite,
    target: &Target,
    folder: &Path,
    mut file: Option<&Path>,
) -> anyhow::Result<BTreeMap<String, String>> {
    let mut keys = BTreeMap::new();
    if let Some(path) = file.filter(|_| suite.contract.service.auth.is_none()) {
        bail!("the service has no key: leave out `--api-key-file {}`", path.display());
    }
    let mut sources: Vec<(String, String)> = Vec::new();
    for (index, kind) in key_kinds(&suite.contract).into_iter().enumerate() {
        let usual = key_variable(&suite.contract, kind);
        let (key, source) = match (file.take(), target.keys.get(kind)) {
            (Some(path), _) => (Some(from_file(path, &named(path))?), named(path)),
            (None, Some(KeySource::Env(name))) => {
                let source = shown_variable(kind, name);
                (Some(from_variable(name, &source)?), source)
            }
            (None, Some(KeySource::File(path))) => {
                let path = folder.join(path);
                let source = shown_file(kind, &path);
                (Some(from_file(&path, &source)?), source)
            }
            (None, None) => {
                let source = format!("the environment variable `{usual}`");
                let text = variable(&usual, &source)?;
                (text.filter(|text| !text.trim().is_empty()), source)
            }
        };
        let Some(key) = key else {
            if index == 0 {
                bail!("no API key: set `{usual}`, or give `--api-key-file PATH`");
            }
            continue;
        };
        let key = parse(key.as_bytes())
            .map_err(|why| anyhow!("the key in {source} cannot be used: {why}"))?;
        if suite.contract.service.key_place() == Some(&KeyPlace::Basic) && !key.contains(':') {
            bail!("the key in {source} cannot be used: write `user:password`, for HTTP Basic");
        }
        if let Some((_, other)) = sources.iter().find(|(known, _)| *known == key) {
            bail!(
                "the key in {source} is the same as the key in {other}: each kind of key needs the key of a different account, or the run would report violations of a correct server; give different keys, or leave out the second one"
            );
        }
        warn_if_short(kind, &key);
        sources.push((key.clone(), source));
        keys.insert(kind.to_owned(), key);
    }
    Ok(keys)
}

/// The text of an environment variable, `None` if it is not set; `source` is its name for messages.
/// Errors are without the value, which may be a secret.
pub(super) fn variable(name: &str, source: &str) -> anyhow::Result<Option<String>> {
    let text = env::var_os(name).map(OsString::into_string).transpose();
    text.map_err(|_| anyhow!("{source} is not UTF-8; set it to text in UTF-8"))
}

fn from_variable(name: &str, source: &str) -> anyhow::Result<String> {
    let text = variable(name, source)?;
    text.with_context(|| format!("{source}, which the target file needs, is not set"))
}

/// The name of a variable in the target file, for messages. Text that is not written like one may be
/// a key in the wrong place.
fn shown_variable(kind: &str, name: &str) -> String {
    let is_usual = |letter: char| letter.is_ascii_uppercase() || "_0123456789".contains(letter);
    if name.chars().all(is_usual) || env::var_os(name).is_some() {
        format!("the environment variable `{name}`")
    } else {
        format!("the environment variable that the target file names at `keys.{kind}.env`")
    }
}

/// The path of a key file of the target file, for messages. A path without a file may be a key in
/// the wrong place.
fn shown_file(kind: &str, path: &Path) -> String {
    if path.exists() {
        named(path)
    } else {
        format!("the file that the target file names at `keys.{kind}.file`")
    }
}

fn named(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        format!("`{}`", path.display())
    }
}

/// A shorter key can be guessed, and other text may be equal to it.
const MIN_SAFE_LENGTH: usize = 16;

fn warn_if_short(kind: &str, key: &str) {
    let length = key.chars().count();
    if length < MIN_SAFE_LENGTH {
        let length = counted(length, "character");
        print_message(&format!(
            "warning: the key `{kind}` is {length} long; a key shorter than {MIN_SAFE_LENGTH} is easy to guess, and hiding it in reports may hide other text\n"
        ));
    }
}

/// Limit for a file with a key; servers accept headers of about twice this length.
const MAX_FILE_BYTES: u64 = 4096;

fn from_file(path: &Path, source: &str) -> anyhow::Result<String> {
    let open = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let input: Box<dyn Read> = if path == Path::new("-") {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(path)?)
        };
        input.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = open().with_context(|| format!("cannot read a key from {source}"))?;
    parse(&bytes).map_err(|why| anyhow!("the key in {source} cannot be used: {why}"))
}

/// The key in the bytes of a file or variable: one line of text, without the spaces around it. Otherwise what is wrong,
/// and how to mend it; never the key itself.
fn parse(bytes: &[u8]) -> Result<String, String> {
    let wrong = |why: &str| Err(why.to_owned());
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(format!("it is longer than {MAX_FILE_BYTES} bytes; give only the key"));
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        return wrong(
            "it begins with a byte order mark; save it as UTF-8 without one, such as with \
             `tail -c +4 OLD > NEW`",
        );
    }
    if bytes.contains(&0) {
        return wrong("it contains a NUL byte, as in UTF-16; save it as plain text in UTF-8");
    }
    if bytes.contains(&b'\r') {
        return wrong(
            "its lines end with CR LF; save it with LF line endings, such as with \
             `tr -d '\\r' < OLD > NEW`",
        );
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return wrong("it is not text in UTF-8");
    };
    let key = text.trim();
    if key.is_empty() {
        return wrong("it is empty; write one line with the key");
    }
    if key.contains(char::is_control) {
        return wrong("it has several lines or control characters; write one line with the key");
    }
    Ok(key.to_owned())
}

/// The byte order mark of UTF-8. It is no space, so it would become part of the key.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_file_has_one_line_of_text() {
        assert_eq!(parse(b"one-key\n").as_deref(), Ok("one-key"));
        for (bytes, words) in [
            (&b"one-key\r\n"[..], "CR LF"),
            (b"o\0n\0e\0", "UTF-8"),
            (b"one\0", "NUL"),
            (b"one\ntwo\n", "several lines"),
            (b"one\xff", "not text"),
            (b"\xef\xbb\xbfone-key\n", "byte order mark"),
            (b"", "it is empty"),
            (b" \n", "it is empty"),
            (&[b'k'; 4097], "longer than 4096 bytes"),
        ] {
            let error = parse(bytes).unwrap_err();
            assert!(error.contains(words) && !error.contains("one-key"), "{error}");
        }
        assert!(parse(&[b'k'; 4096]).is_ok());
    }
}

//! Sources of keys: a file or standard input, the target file, the environment. Never the command
//! line, which other users can read.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::{env, io};

use anyhow::{Context, anyhow, bail};

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
    for (index, kind) in key_kinds(&suite.contract).into_iter().enumerate() {
        let key = match (file.take(), target.keys.get(kind)) {
            (Some(path), _) => Some(from_file(path)?),
            (None, Some(KeySource::Env(name))) => Some(env::var(name).with_context(|| {
                format!("the target file needs the environment variable `{name}`")
            })?),
            (None, Some(KeySource::File(path))) => Some(from_file(&folder.join(path))?),
            (None, None) => env::var(key_variable(&suite.contract, kind)).ok(),
        };
        match key.map(|key| key.trim().to_owned()).filter(|key| !key.is_empty()) {
            Some(key) => {
                warn_if_short(kind, &key);
                keys.insert(kind.to_owned(), key);
            }
            None if index == 0 => {
                let variable = key_variable(&suite.contract, kind);
                bail!("no API key: set `{variable}`, or give `--api-key-file PATH`");
            }
            None => {}
        }
    }
    Ok(keys)
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

fn from_file(path: &Path) -> anyhow::Result<String> {
    let is_stdin = path == Path::new("-");
    let source = if is_stdin { "standard input".into() } else { format!("`{}`", path.display()) };
    let open = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let input: Box<dyn Read> =
            if is_stdin { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
        input.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = open().with_context(|| format!("cannot read a key from {source}"))?;
    parse_file(&bytes).map_err(|why| anyhow!("the key in {source} cannot be used: {why}"))
}

/// The key in the bytes of a file: one line of text. Otherwise what is wrong, and how to mend it; never the key itself.
fn parse_file(bytes: &[u8]) -> Result<String, String> {
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(format!(
            "it is longer than {MAX_FILE_BYTES} bytes; write only the key into the file"
        ));
    }
    if bytes.contains(&0) {
        return Err(
            "it contains a NUL byte, as in UTF-16; save the file as plain text in UTF-8".into()
        );
    }
    if bytes.contains(&b'\r') {
        return Err("its lines end with CR LF; save the file with LF line endings, such as with \
                    `tr -d '\\r' < OLD > NEW`"
            .into());
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not text in UTF-8".to_owned())?;
    if text.trim().contains(char::is_control) {
        return Err(
            "it has several lines or control characters; write one line with the key".into()
        );
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_file_has_one_line_of_text() {
        assert_eq!(parse_file(b"one-key\n").as_deref(), Ok("one-key\n"));
        for (bytes, words) in [
            (&b"one-key\r\n"[..], "CR LF"),
            (b"o\0n\0e\0", "UTF-8"),
            (b"one\0", "NUL"),
            (b"one\ntwo\n", "several lines"),
            (b"one\xff", "not text"),
            (&[b'k'; 4097], "longer than 4096 bytes"),
        ] {
            let error = parse_file(bytes).unwrap_err();
            assert!(error.contains(words) && !error.contains("one-key"), "{error}");
        }
        assert!(parse_file(&[b'k'; 4096]).is_ok());
    }
}

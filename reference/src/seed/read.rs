//! Reads a seed file and checks what its records say of each other.

mod account;
mod network;
mod subscriber;
mod values;

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use reader::quoted;
use serde::Deserialize;

use crate::domain::id::{
    AccountId, KeyId, PartnerProfileId, PartnerProgramId, RecommendationCode, UserId,
};
use crate::ids::IdGenerator;
use crate::seed::Seed;

use account::WrittenAccount;
use values::{Count, Text, entries};

/// The supported version of the format.
const VERSION: i64 = 1;

/// The keys of the file itself.
const FORMAT: &str = "\
Keys of a seed file (* required):

seed: Initial data of a database.
* seed: a whole number; version of the format: 1
* accounts: a map from free keys to a map of `account`; accounts by label
";

/// Describes the keys of a seed file.
pub fn format() -> String {
    [FORMAT, account::FORMAT, subscriber::FORMAT, network::FORMAT].join("\n")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a map with `seed` and `accounts`")]
struct File {
    seed: Count,
    #[serde(deserialize_with = "entries")]
    accounts: Vec<(String, WrittenAccount)>,
}

/// The first error of a seed file, with its place and what to write instead.
#[derive(Debug, thiserror::Error)]
pub enum InvalidSeed {
    /// The file is not YAML, or a value is not what its key requires.
    #[error(transparent)]
    File(#[from] serde_yaml::Error),
    /// A value does not fit the rest of the file.
    #[error("{place}: {message}")]
    Value {
        /// Path of the value in the file.
        place: String,
        /// What is wrong.
        message: String,
    },
}

impl InvalidSeed {
    /// An error of the value of a key, or of the record itself if `key` is empty.
    fn new(path: &str, key: &str, message: impl Display) -> InvalidSeed {
        let mut place = "accounts".to_owned();
        for part in path.split('/').chain([key]).filter(|part| !part.is_empty()) {
            place += &match part.parse::<usize>() {
                Ok(index) => format!("[{index}]"),
                Err(_) => format!(".{part}"),
            };
        }
        InvalidSeed::Value { place, message: message.to_string() }
    }
}

/// Reads a seed from YAML or JSON.
pub fn read(text: &str) -> Result<Seed, InvalidSeed> {
    let File { seed: version, accounts: written } = serde_yaml::from_str(text)?;
    if version.0 != VERSION {
        let message = format!("version {} is unknown; write `seed: {VERSION}`", version.0);
        return Err(InvalidSeed::Value { place: "seed".to_owned(), message });
    }
    let mut known = Known::default();
    let (mut accounts, mut recommendations) = (Vec::new(), Vec::new());
    for (label, mut written) in written {
        recommendations.push(std::mem::take(&mut written.recommendations));
        accounts.push(account::read(label, written, &mut known)?);
    }
    // They refer to programs of any account, so all accounts are read first.
    let programs = accounts.iter().flat_map(|account| &account.partner_programs);
    let programs = programs.map(|program| (program.uuid.to_string(), program.clone())).collect();
    for (account, written) in accounts.iter_mut().zip(recommendations) {
        network::recommendations(account, written, &programs, &mut known)?;
    }
    Ok(Seed { accounts })
}

/// What must be unique in the file.
#[derive(Default)]
struct Known {
    /// The records by type of identifier, account (empty for identifiers of all accounts) and identifier.
    ids: BTreeMap<(TypeId, String, String), String>,
    key_names: BTreeSet<String>,
    account_names: BTreeSet<String>,
}

impl Known {
    /// The identifier in a field; without one, an identifier derived from the path in the file.
    fn id<T: From<String> + 'static>(
        &mut self,
        path: &str,
        key: &str,
        written: Option<Text>,
        generate: fn(&IdGenerator) -> T,
    ) -> Result<T, InvalidSeed> {
        let Some(Text(id)) = written else {
            let ids = match key {
                "uuid" => IdGenerator::from_seed(path),
                _ => IdGenerator::from_seed(&format!("{path}/{key}")),
            };
            return Ok(generate(&ids));
        };
        let kind = TypeId::of::<T>();
        let account = path.split('/').next().filter(|_| !is_of_all_accounts(kind));
        let known = (kind, account.unwrap_or_default().to_owned(), id.clone());
        if let Some(first) = self.ids.insert(known, path.to_owned()) {
            let quoted = quoted(&id);
            let message = format!(
                "two records have the `{key}` {quoted}, here and in {first}; change one of them, or leave it out"
            );
            return Err(InvalidSeed::new(path, key, message));
        }
        Ok(T::from(id))
    }
}

/// Whether no two accounts may have the same identifier of a type.
fn is_of_all_accounts(kind: TypeId) -> bool {
    [
        TypeId::of::<AccountId>(),
        TypeId::of::<UserId>(),
        TypeId::of::<KeyId>(),
        TypeId::of::<PartnerProgramId>(),
        TypeId::of::<PartnerProfileId>(),
        TypeId::of::<RecommendationCode>(),
    ]
    .contains(&kind)
}

/// Reads the records of a list; each has the path of the list and its index.
fn records<W, T>(
    account: &str,
    key: &str,
    written: Vec<W>,
    mut read: impl FnMut(&str, W) -> Result<T, InvalidSeed>,
) -> Result<Vec<T>, InvalidSeed> {
    let written = written.into_iter().enumerate();
    written.map(|(index, record)| read(&format!("{account}/{key}/{index}"), record)).collect()
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;

    use super::account::*;
    use super::network::*;
    use super::*;

    /// The keys of a record, which the error for an unknown key lists.
    fn keys<T: DeserializeOwned>() -> Vec<String> {
        let error = serde_yaml::from_str::<T>("unknown: 1").err().unwrap().to_string();
        let (_, keys) = error.split_once("expected ").unwrap();
        keys.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    #[test]
    fn the_description_has_every_key() {
        let tables = [
            ("seed", keys::<File>()),
            ("account", keys::<WrittenAccount>()),
            ("user", keys::<WrittenUser>()),
            ("key", keys::<WrittenKey>()),
            ("campaign", keys::<WrittenCampaign>()),
            ("publication", keys::<WrittenPublication>()),
            ("upscribe", keys::<WrittenUpscribe>()),
            ("subscriber", keys::<subscriber::WrittenSubscriber>()),
            ("partner program", keys::<WrittenPartnerProgram>()),
            ("recommendation", keys::<WrittenRecommendation>()),
            ("referral", keys::<WrittenReferral>()),
            ("payout", keys::<WrittenPayout>()),
            ("commission", keys::<WrittenCommission>()),
        ];
        let format = format();
        let described = format.trim_end().split("\n\n").skip(1).map(|table| {
            let name = |line: &str| line.split_once(": ").unwrap().0.to_owned();
            let mut lines = table.lines();
            (name(lines.next().unwrap()), lines.map(|line| name(&line[2..])).collect())
        });
        let described: Vec<(_, Vec<_>)> = described.collect();
        assert_eq!(described, tables.map(|(name, keys)| (name.to_owned(), keys)));
    }
}

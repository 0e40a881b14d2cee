//! Masks the secrets of database URLs.
//!
//! Only parts known to be harmless are printed: scheme, user, host, port, path, and some parameters. Every other part
//! may be a password.

const HIDDEN: &str = "***";

/// Parameters that contain no secret.
const SHOWN: [&str; 12] = [
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "sslmode",
    "ssl-mode",
    "sslrootcert",
    "application_name",
    "options[search_path]",
    "mode",
    "cache",
];

/// Parameters whose value is masked but whose name is printed. An unknown name may itself be a part of a password.
const NAMED: [&str; 5] = ["password", "passfile", "sslkey", "sslcert", "options"];

/// The URL with every part that may be secret replaced by `***`.
pub fn url(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once(':') else {
        return HIDDEN.to_owned();
    };
    match scheme {
        "sqlite" => format!("sqlite:{}", with_parameters(rest, str::to_owned)),
        "postgres" | "postgresql" => match rest.strip_prefix("//") {
            Some(rest) if is_sure(rest) => {
                format!("{scheme}://{}", with_parameters(rest, authority))
            }
            _ => format!("{scheme}:{HIDDEN}"),
        },
        _ => format!("{scheme}:{HIDDEN}"),
    }
}

/// Whether the end of a password is unambiguous: it ends before the question mark, or the URL has no question mark.
fn is_sure(rest: &str) -> bool {
    let (before, after) = rest.split_once('?').unwrap_or((rest, ""));
    !after.contains('@') && (before.contains('@') || !before.contains('#'))
}

fn with_parameters(rest: &str, before: impl Fn(&str) -> String) -> String {
    let Some((place, parameters)) = rest.split_once('?') else {
        return before(rest);
    };
    let masked = parameters.split('&').map(|text| match text.split_once('=') {
        Some((name, _)) if SHOWN.contains(&name) => text.to_owned(),
        Some((name, _)) if NAMED.contains(&name) => format!("{name}={HIDDEN}"),
        _ => HIDDEN.to_owned(),
    });
    format!("{}?{}", before(place), masked.collect::<Vec<_>>().join("&"))
}

/// Host, port and path, after the user if there is one.
fn authority(text: &str) -> String {
    // A password may contain an unencoded `@`; the last one ends it.
    let (user, host) = match text.rsplit_once('@') {
        Some((user, host)) => (Some(user), host),
        None => (None, text),
    };
    let user = user.map(|user| match user.split_once(':') {
        Some((name, _)) => format!("{name}:{HIDDEN}@"),
        None => format!("{user}@"),
    });
    format!("{}{host}", user.unwrap_or_default())
}

/// Masks the secrets in every line of a text, such as a configuration file. Byte offsets are kept, so that
/// diagnostics still point to the right place. Masks up to the end of the line when in doubt.
pub fn in_text(text: &str) -> String {
    text.split_inclusive('\n').map(in_line).collect()
}

fn in_line(line: &str) -> String {
    let after = |scheme: &str| line.find(scheme).map(|at| at + scheme.len());
    // Without slashes it is no URL, but may have a password all the same.
    let start = after("://").or_else(|| after("postgres:")).or_else(|| after("postgresql:"));
    let Some(start) = start else {
        return line.to_owned();
    };
    let (before, rest) = line.split_at(start);
    let password = rest.rfind('@').and_then(|end| {
        let colon = rest[..end].find(':')?;
        Some(colon + 1..end)
    });
    let query = rest.find('?').map(|mark| mark + 1..rest.len());
    let hidden = |at: usize| {
        let within = |range: &Option<std::ops::Range<usize>>| {
            range.as_ref().is_some_and(|range| range.contains(&at))
        };
        within(&password) || within(&query)
    };
    let rest = rest.char_indices().map(|(at, c)| match c {
        '\r' | '\n' => c.to_string(),
        _ if hidden(at) => "*".repeat(c.len_utf8()),
        _ => c.to_string(),
    });
    format!("{before}{}", rest.collect::<String>())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_possible_secrets_are_masked() {
        for (address, masked) in [
            ("sqlite://referral.db", "sqlite://referral.db"),
            ("sqlite::memory:", "sqlite::memory:"),
            ("sqlite:///data/a:b@c.db?mode=ro&key=secret", "sqlite:///data/a:b@c.db?mode=ro&***"),
            ("postgres://host:5432/db", "postgres://host:5432/db"),
            ("postgres://user@host/db", "postgres://user@host/db"),
            ("postgres://user:secret@host/db", "postgres://user:***@host/db"),
            ("postgresql://user:s%65cret%40@host:1/db", "postgresql://user:***@host:1/db"),
            ("postgres://user:se@cr/et@host/db", "postgres://user:***@host/db"),
            (
                "postgres://host/db?user=u&password=secret&sslmode=require",
                "postgres://host/db?user=u&password=***&sslmode=require",
            ),
            ("postgres://host/db?pass%77ord=secret", "postgres://host/db?***"),
            ("postgres://host/db?secret", "postgres://host/db?***"),
            ("postgres://user:se?cret@host/db", "postgres:***"),
            ("postgres://user:@secret?@host/db", "postgres:***"),
            ("postgres://user:12#secret", "postgres:***"),
            ("mysql://user:secret@host", "mysql:***"),
            ("secret", "***"),
        ] {
            assert_eq!(url(address), masked, "{address}");
        }
    }

    #[test]
    fn masking_a_file_keeps_byte_offsets() {
        let text =
            "listen: x\ndatabase: \"postgres://u:sécret@h/db?password=secret\" # é\r\nlog: y\n";
        let masked = in_text(text);
        assert_eq!(masked.len(), text.len());
        assert!(
            masked.starts_with("listen: x\ndatabase: \"postgres://u:*******@h/db?*****"),
            "{masked}"
        );
        assert!(masked.ends_with("\r\nlog: y\n") && !masked.contains("cret"), "{masked}");
    }

    #[test]
    fn password_without_slashes_is_masked_in_a_file() {
        let masked = in_text("database: postgres:u:secret@h/d\n");
        assert_eq!(masked, "database: postgres:u:******@h/d\n");
    }

    proptest! {
        #[test]
        fn no_password_is_shown(secret in "[A-Za-z0-9%@/#?:&= ]{0,3}CANARY[A-Za-z0-9%@/#?:&= ]{0,3}", user in "[a-z]{1,4}") {
            let authority = format!("postgres://{user}:{secret}@host/db");
            let parameter = format!("postgres://host/db?password={secret}");
            for address in [authority, parameter] {
                prop_assert!(!url(&address).contains("CANARY"), "{}", url(&address));
                let text = format!("database: {address}\n");
                prop_assert_eq!(in_text(&text).len(), text.len());
                prop_assert!(!in_text(&text).contains("CANARY"));
            }
        }
    }
}

//! Parses a configuration file into values with their line numbers, or reports all its errors.

use std::fmt::Display;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use reader::{Diagnostic, Diagnostics, Fields, FileId, Reader, Sources, Spanned, Value, parse};
use strum::VariantNames as _;

use crate::config::tables::{CONFIG, LIMITS, LOG};
use crate::config::{AdminListen, CorsOrigin, Origin, RateLimit, TimeLimit, listen_address};
use crate::log::{Filter, Format};

/// A value of the file with its origin; `None` if the file does not set it.
pub type FileSetting<T> = Option<(T, Origin)>;

/// The settings of a file; the [tables](crate::config::CONFIG) of its keys describe them.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "the tables describe them")]
pub struct ConfigFile {
    pub listen: FileSetting<SocketAddr>,
    pub admin_listen: FileSetting<AdminListen>,
    pub database: FileSetting<String>,
    pub cors_origin: FileSetting<Vec<CorsOrigin>>,
    pub log_level: FileSetting<Filter>,
    pub log_format: FileSetting<Format>,
    pub body_bytes: FileSetting<usize>,
    pub body_memory: FileSetting<usize>,
    pub request_time: FileSetting<TimeLimit>,
    pub header_time: FileSetting<TimeLimit>,
    pub idle_time: FileSetting<TimeLimit>,
    pub connections: FileSetting<usize>,
    pub connections_per_address: FileSetting<usize>,
    pub rate_limit: FileSetting<RateLimit>,
    pub drain_time: FileSetting<TimeLimit>,
}

/// Parses the configuration in `file`; `None` if there are errors in `out`.
pub fn read(sources: &Sources, file: FileId, out: &mut Diagnostics) -> Option<ConfigFile> {
    let node = parse(sources, file, out)?;
    if matches!(node.value, Value::Null) && !out.has_errors() {
        return Some(ConfigFile::default());
    }
    let mut values = Values { reader: Reader::new(out), sources, file };
    let fields = values.reader.table(&node, &CONFIG)?;
    let mut config = ConfigFile {
        listen: values.text(&fields, "listen", listen_address),
        admin_listen: values.text(&fields, "admin_listen", FromStr::from_str),
        database: values.text(&fields, "database", |url| {
            if url.is_empty() { Err(EMPTY_DATABASE) } else { Ok(url.to_owned()) }
        }),
        cors_origin: values.origins(&fields, "cors_origin"),
        drain_time: values.text(&fields, "drain_time", FromStr::from_str),
        ..ConfigFile::default()
    };
    if let Some(fields) = fields.get("log").and_then(|node| values.reader.table(node, &LOG)) {
        config.log_level = values.text(&fields, "level", FromStr::from_str);
        config.log_format = values.format(&fields);
    }
    if let Some(fields) = fields.get("limits").and_then(|node| values.reader.table(node, &LIMITS)) {
        config.body_bytes = values.count(&fields, "body_bytes");
        config.body_memory = values.count(&fields, "body_memory");
        config.request_time = values.text(&fields, "request_time", FromStr::from_str);
        config.header_time = values.text(&fields, "header_time", FromStr::from_str);
        config.idle_time = values.text(&fields, "idle_time", FromStr::from_str);
        config.connections = values.count(&fields, "connections");
        config.connections_per_address = values.count(&fields, "connections_per_address");
        config.rate_limit = values.text(&fields, "rate_limit", FromStr::from_str);
    }
    (!out.has_errors()).then_some(config)
}

const EMPTY_DATABASE: &str =
    "a database needs an address; write `sqlite://PATH` or `postgres://USER@HOST/DATABASE`";

struct Values<'a> {
    reader: Reader<'a>,
    sources: &'a Sources,
    file: FileId,
}

impl Values<'_> {
    fn text<T, E: Display>(
        &mut self,
        fields: &Fields<'_>,
        key: &str,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> FileSetting<T> {
        let text = self.reader.text(fields.get(key)?)?;
        match parse(&text) {
            Ok(value) => Some(self.with_origin(&text, value)),
            Err(error) => {
                self.report_wrong_value(&text, key, &error.to_string());
                None
            }
        }
    }

    fn origins(&mut self, fields: &Fields<'_>, key: &str) -> FileSetting<Vec<CorsOrigin>> {
        let node = fields.get(key)?;
        let mut origins = Vec::new();
        for item in self.reader.list(node, "a list of origins") {
            let text = self.reader.text(item)?;
            match text.parse() {
                Ok(origin) => origins.push(origin),
                Err(error) => self.report_wrong_value(&text, key, error),
            }
        }
        Some(self.with_origin(&Spanned::new((), node.span), origins))
    }

    fn format(&mut self, fields: &Fields<'_>) -> FileSetting<Format> {
        let node = fields.get("format")?;
        let word = self.reader.word(node, "format", Format::VARIANTS)?;
        let format = word.parse().ok()?;
        Some(self.with_origin(&word, format))
    }

    fn count(&mut self, fields: &Fields<'_>, key: &str) -> FileSetting<usize> {
        let number = self.reader.integer(fields.get(key)?)?;
        match usize::try_from(*number) {
            Ok(value @ 1..) => Some(self.with_origin(&number, value)),
            _ => {
                self.report_wrong_value(&number, key, "not a number from 1 on");
                None
            }
        }
    }

    fn with_origin<T, V>(&self, written: &Spanned<T>, value: V) -> (V, Origin) {
        let start = u32::try_from(written.span.range().start).unwrap_or(u32::MAX);
        let (line, _) = self.sources.position(self.file, start);
        let path = PathBuf::from(self.sources.path(self.file));
        (value, Origin::File { path, line })
    }

    /// Reports a value of the right type that the setting does not accept.
    fn report_wrong_value<T>(&mut self, written: &Spanned<T>, key: &str, why: &str) {
        let message = format!("`{key}` cannot have this value");
        let (label, help) = why.split_once("; ").unwrap_or((why, ""));
        let mut found = Diagnostic::error("wrong-value", message, written.span, label);
        if !help.is_empty() {
            found = found.with_help(help);
        }
        self.reader.out.push(found);
    }
}

#[cfg(test)]
mod tests {
    use reader::{Style, render};

    use super::*;

    fn diagnostics(text: &str) -> String {
        let (mut sources, mut out) = (Sources::new(), Diagnostics::new());
        let file = sources.add("referral-reference.yaml", text);
        assert!(read(&sources, file, &mut out).is_none(), "{text}");
        render(&sources, &out, Style::Plain)
    }

    #[test]
    fn all_errors_are_reported_at_once() {
        let text = "listn: 127.0.0.1:80\nlisten: here\nadmin_listen: 9090\ndatabase: ''\ndatabase: sqlite://a.db\n\
                    log: { level: inof, format: jsno }\n\
                    limits: { connections: 0, body_bytes: many, idle_time: 30 }\ndrain_time: [1s]\n";
        insta::assert_snapshot!(diagnostics(text));
    }

    #[test]
    fn file_that_is_not_a_map_is_reported() {
        insta::assert_snapshot!(diagnostics("- listen\n"), @r"
        error[wrong-shape]: expected a map of `configuration`, found a list
         --> referral-reference.yaml:1:1
          |
        1 | - listen
          | ^^^^^^^^ expected a map of `configuration`
          |
          = help: the keys of `configuration` are `listen`, `admin_listen`, `database`, `cors_origin`, `log`, `limits`, `drain_time`

        error: 1 error found
        ");
    }
}

//! Formatting of log lines.

use std::fmt;

use tracing::{Event, Level, Subscriber};
use tracing_subscriber::fmt::FmtContext;
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::fmt::time::{FormatTime as _, SystemTime};
use tracing_subscriber::registry::LookupSpan;

use crate::log::fields::{Fields, Form, json};
use crate::log::request::current;

fn write_human(color: bool, mut writer: Writer<'_>, level: Level, fields: &Fields) -> fmt::Result {
    let (dim, paint, end) = match (color, level) {
        (false, _) => ("", "", ""),
        (true, Level::ERROR) => ("\u{1b}[2m", "\u{1b}[31m", "\u{1b}[0m"),
        (true, Level::WARN) => ("\u{1b}[2m", "\u{1b}[33m", "\u{1b}[0m"),
        (true, _) => ("\u{1b}[2m", "\u{1b}[32m", "\u{1b}[0m"),
    };
    write!(writer, "{dim}")?;
    SystemTime.format_time(&mut writer)?;
    let message = fields.message.escape_debug();
    writeln!(writer, "{end} {paint}{level:>5}{end} {message}{}", fields.rest)
}

fn write_json(mut writer: Writer<'_>, event: &Event<'_>, fields: &Fields) -> fmt::Result {
    let (level, message) = (event.metadata().level(), json(&fields.message));
    writer.write_str("{\"timestamp\":\"")?;
    SystemTime.format_time(&mut writer)?;
    let rest = &fields.rest;
    write!(writer, "\",\"level\":\"{level}\",\"message\":{message}{rest}")?;
    writeln!(writer, ",\"target\":{}}}", json(event.metadata().target()))
}

/// Formats events as lines. The fields of a request come from a task-local, which costs much less than spans.
impl<S, N> FormatEvent<S, N> for Form
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        _context: &FmtContext<'_, S, N>,
        writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut fields = Fields::new(*self);
        event.record(&mut fields);
        current(|request| {
            fields.text("request_id", request.id.as_str());
            match (request.account.get(), self) {
                (Some(account), _) => fields.text("account", account.as_str()),
                (None, Form::Json) => fields.bare("account", "null"),
                (None, Form::Human { .. }) => fields.bare("account", "none"),
            }
        });
        match *self {
            Form::Human { color } => write_human(color, writer, *event.metadata().level(), &fields),
            Form::Json => write_json(writer, event, &fields),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;
    use crate::domain::id::{AccountId, RequestId};
    use crate::log::{record_account, with_request_id};

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// The lines that the work logs.
    async fn written<F: Future>(form: Form, work: F) -> String {
        let kept = Kept::default();
        let writer = kept.clone();
        let layer =
            tracing_subscriber::fmt::layer().with_writer(move || writer.clone()).event_format(form);
        let guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(layer));
        work.await;
        drop(guard);
        let bytes = kept.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    async fn says() {
        tracing::warn!(status = 503_u16, late = 1.5, why = "a \"b\"\nc", ok = true, "no\nluck");
        with_request_id(RequestId::new("req_1"), async {
            tracing::info!("before");
            record_account(&AccountId::new("account_1"));
            tracing::info!("after");
        })
        .await;
    }

    #[tokio::test]
    async fn json_lines_contain_all_fields() {
        let text = written(Form::Json, says()).await;
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 3, "{text}");
        let first = &lines[0];
        assert_eq!(first["level"], "WARN");
        assert_eq!(first["message"], "no\nluck");
        assert_eq!(first["why"], "a \"b\"\nc");
        assert_eq!(
            (&first["status"], &first["late"], &first["ok"]),
            (&503.into(), &1.5.into(), &true.into())
        );
        assert!(first.get("request_id").is_none());
        assert!(first["timestamp"].as_str().unwrap().ends_with('Z'));
        assert_eq!(
            (&lines[1]["request_id"], &lines[1]["account"]),
            (&"req_1".into(), &serde_json::Value::Null)
        );
        assert_eq!(lines[2]["account"], "account_1");
    }

    #[tokio::test]
    async fn human_lines_contain_all_fields() {
        let text = written(Form::Human { color: false }, says()).await;
        let messages: Vec<_> = text.lines().map(|line| line.split_once("Z ").unwrap().1).collect();
        assert_eq!(
            messages,
            [
                r#" WARN no\nluck status=503 late=1.500 why="a \"b\"\nc" ok=true"#,
                " INFO before request_id=req_1 account=none",
                " INFO after request_id=req_1 account=account_1",
            ]
        );
    }
}

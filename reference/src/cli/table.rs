//! Lists on stdout, as a table or as JSON.

use clap::ValueEnum;
use serde_json::Value;

use crate::cli::output;

/// How a list is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Columns, with a line of headings
    Table,
    /// A list of objects in JSON
    Json,
}

/// Writes rows. The columns are named as the members of the JSON objects; a cell is a text, a number
/// or null.
pub fn print(format: ListFormat, columns: &[&str], rows: &[Vec<Value>]) -> anyhow::Result<()> {
    let text = match format {
        ListFormat::Table => table(columns, rows),
        ListFormat::Json => json(columns, rows)?,
    };
    output::print(&text)
}

fn json(columns: &[&str], rows: &[Vec<Value>]) -> anyhow::Result<String> {
    let objects = rows.iter().map(|row| {
        let members = columns.iter().map(|column| (*column).to_owned());
        Value::Object(members.zip(row.iter().cloned()).collect())
    });
    let mut text = serde_json::to_string_pretty(&objects.collect::<Vec<_>>())?;
    text.push('\n');
    Ok(text)
}

fn table(columns: &[&str], rows: &[Vec<Value>]) -> String {
    let headings = columns.iter().map(|column| column.replace('_', " ").to_uppercase());
    let mut lines: Vec<Vec<String>> = vec![headings.collect()];
    lines.extend(rows.iter().map(|row| row.iter().map(cell).collect()));
    let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max();
    let widths: Vec<_> = (0..columns.len()).map(|at| width(at).unwrap_or_default()).collect();
    let mut text = String::new();
    for line in &lines {
        let cells = line.iter().zip(&widths);
        let padded = cells.map(|(cell, width)| format!("{cell:<width$}"));
        text += padded.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// A value in a column. What a terminal would obey is written out.
fn cell(value: &Value) -> String {
    let text = match value {
        Value::Null => return "-".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let escape =
        |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_they_must_be() {
        let rows = [
            vec!["Zoë\u{1b}[2J".into(), 3.into(), "x".into()],
            vec!["b".into(), Value::Null, "".into()],
        ];
        let text = table(&["name", "of_users", "last"], &rows);
        insta::assert_snapshot!(text, @r"
        NAME          OF USERS  LAST
        Zoë\u{1b}[2J  3         x
        b             -
        ");
        let text = json(&["name", "of_users", "last"], &rows).unwrap();
        let list: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(list[1], serde_json::json!({"name": "b", "of_users": null, "last": ""}));
    }
}

//! Aligns rows of text in columns.

use comfy_table::{Row, Table, presets};

/// Pads each column but the last to its widest cell. Every row begins with `indent` spaces.
pub(crate) fn aligned<R: Into<Row>>(rows: impl IntoIterator<Item = R>, indent: u16) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((if index == 0 { indent } else { 0 }, 2));
    }
    let text = table.trim_fmt();
    if text.is_empty() { text } else { text + "\n" }
}

#[cfg(test)]
mod tests {
    use super::aligned;

    #[test]
    fn columns_are_aligned() {
        let rows = [vec!["né", "1", "of a"], vec!["book", "12"], vec!["", "3", "b"]];
        assert_eq!(aligned(rows, 1), " né    1   of a\n book  12\n       3   b\n");
    }
}

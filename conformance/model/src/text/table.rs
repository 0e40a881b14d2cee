//! Aligns rows of text in columns that fit the terminal.

use textwrap::core::display_width;

use super::wrap::{filled, terminal_width, wrapped};

const GAP: usize = 2;
/// A last column with less room is on lines of its own.
const MIN_LAST: usize = 24;

/// Pads each column but the last to its widest cell. Every row begins with `indent` spaces. The last column is wrapped to
/// the width of the terminal.
pub fn aligned<R>(rows: impl IntoIterator<Item = R>, indent: usize) -> String
where
    R: IntoIterator,
    R::Item: Into<String>,
{
    let cells = |row: R| -> Vec<String> { row.into_iter().map(Into::into).collect() };
    let rows: Vec<_> = rows.into_iter().map(cells).collect();
    let width = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at));
        cells.map(|cell| display_width(cell)).max().unwrap_or_default()
    };
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let widths: Vec<_> = (0..columns).map(width).collect();
    let Some((last, leading)) = widths.split_last() else {
        return String::new();
    };
    let start = indent + leading.iter().map(|width| width + GAP).sum::<usize>();
    if start + last.min(&MIN_LAST) <= terminal_width() {
        rows.iter().map(|row| beside(row, leading, indent, start)).collect()
    } else {
        // Columns that do not fit are not padded.
        let fits = start - GAP <= terminal_width();
        let leading: Vec<_> = leading.iter().map(|width| if fits { *width } else { 0 }).collect();
        rows.iter().map(|row| stacked(row, &leading, indent)).collect()
    }
}

/// A row with its last cell beside the others.
fn beside(cells: &[String], leading: &[usize], indent: usize, start: usize) -> String {
    let begin = padded(cells, leading, indent);
    match cells.get(leading.len()) {
        Some(last) if !last.is_empty() => fitted(last, &begin, &" ".repeat(start)),
        _ => begin.trim_end().to_owned() + "\n",
    }
}

/// A row with its last cell below the others.
fn stacked(cells: &[String], leading: &[usize], indent: usize) -> String {
    let begin = padded(cells, leading, indent);
    let begin = fitted(begin.trim(), &" ".repeat(indent), &" ".repeat(indent + 2 * GAP));
    match cells.get(leading.len()) {
        Some(last) if !last.is_empty() => begin + &wrapped(last, indent + 2 * GAP),
        _ => begin,
    }
}

fn padded(cells: &[String], leading: &[usize], indent: usize) -> String {
    let mut text = " ".repeat(indent);
    for (cell, width) in cells.iter().zip(leading) {
        text.push_str(cell);
        text.push_str(&" ".repeat(width.saturating_sub(display_width(cell)) + GAP));
    }
    text
}

fn fitted(text: &str, first_indent: &str, next_indent: &str) -> String {
    filled(text, terminal_width(), first_indent, next_indent)
}

#[cfg(test)]
mod tests {
    use super::aligned;

    #[test]
    fn columns_are_aligned() {
        let rows = [vec!["né", "1", "of a"], vec!["book", "12"], vec!["", "3", "b"]];
        assert_eq!(aligned(rows, 1), " né    1   of a\n book  12\n       3   b\n");
        assert_eq!(aligned([] as [[&str; 1]; 0], 1), "");
    }

    #[test]
    fn long_rows_fit_80_columns() {
        let text = "word ".repeat(20);
        let text = text.trim();
        insta::assert_snapshot!(aligned([["get_book", "12", text], ["x", "3", "short"]], 2), @r"
          get_book  12  word word word word word word word word word word word word word
                        word word word word word word word
          x         3   short
        ");
        let id = "get_book.".repeat(7);
        insta::assert_snapshot!(aligned([[id.as_str(), "12", text], ["x", "3", "short"]], 2), @r"
          get_book.get_book.get_book.get_book.get_book.get_book.get_book.  12
              word word word word word word word word word word word word word word word
              word word word word word
          x                                                                3
              short
        ");
        let id = "get_book.".repeat(9);
        insta::assert_snapshot!(aligned([[id.as_str(), "12", text], ["x", "3", "short"]], 0), @r"
        get_book.get_book.get_book.get_book.get_book.get_book.get_book.get_book.get_book.
            12
            word word word word word word word word word word word word word word word
            word word word word word
        x  3
            short
        ");
    }
}

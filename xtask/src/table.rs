//! A table whose last column is text: aligned, and wrapped where there is a terminal.
//!
//! Elsewhere every row is one line, for tools that look at lines.

use crate::text::{Screen, bold, wrapped};

/// Text in a narrower column than this is hard to read.
const MIN_TEXT: usize = 40;

/// The rows, of which the first has the names of the columns.
pub fn render(rows: &[Vec<String>], screen: Screen) -> String {
    let columns = rows.first().map_or(0, Vec::len).saturating_sub(1);
    let widths: Vec<usize> = (0..columns).map(|column| width(rows, column)).collect();
    let offset = widths.iter().map(|width| width + 2).sum::<usize>();
    let mut out = String::new();
    for (index, row) in rows.iter().enumerate() {
        let (cells, text) = row.split_at(columns);
        let cells: String = cells
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:<width$}  "))
            .collect();
        let text = text.concat();
        let (indent, lines) = match screen.width {
            None => (0, vec![text]),
            Some(width) if width >= offset + MIN_TEXT => (offset, wrapped(&text, width - offset)),
            // Below the other cells, where there is no room beside them.
            Some(width) => {
                let mut lines = vec![String::new()];
                lines.extend(wrapped(&text, width.max(MIN_TEXT) - 4));
                (4, lines)
            }
        };
        let mut lines = lines.iter();
        let first = lines.next().map_or("", String::as_str);
        let first = format!("{cells}{first}");
        let is_head = index == 0;
        out += &if is_head {
            bold(first.trim_end(), screen.style)
        } else {
            first.trim_end().to_owned()
        };
        out.push('\n');
        for line in lines {
            out += &format!("{:indent$}{line}\n", "");
        }
    }
    out
}

fn width(rows: &[Vec<String>], column: usize) -> usize {
    let cells = rows.iter().filter_map(|row| row.get(column));
    cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use reader::Style;

    use super::*;

    fn shown(width: Option<usize>) -> String {
        let rows = [
            ["ID", "KIND", "STATEMENT"],
            [
                "lend_book.accepted",
                "acceptance",
                "A book that is on its shelf can be lent to any member who asks for it.",
            ],
            [
                "lend_book.scope",
                "scope",
                "Only the library's own books are lent.",
            ],
        ];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let style = Style::Plain;
        render(&rows, Screen { width, style })
    }

    #[test]
    fn one_line_each_where_there_is_no_terminal() {
        insta::assert_snapshot!(shown(None), @r"
        ID                  KIND        STATEMENT
        lend_book.accepted  acceptance  A book that is on its shelf can be lent to any member who asks for it.
        lend_book.scope     scope       Only the library's own books are lent.
        ");
    }

    #[test]
    fn wrapped_in_its_column_on_a_wide_terminal() {
        insta::assert_snapshot!(shown(Some(80)), @r"
        ID                  KIND        STATEMENT
        lend_book.accepted  acceptance  A book that is on its shelf can be lent to any
                                        member who asks for it.
        lend_book.scope     scope       Only the library's own books are lent.
        ");
    }

    #[test]
    fn below_on_a_narrow_one() {
        insta::assert_snapshot!(shown(Some(50)), @r"
        ID                  KIND
            STATEMENT
        lend_book.accepted  acceptance
            A book that is on its shelf can be lent to any
            member who asks for it.
        lend_book.scope     scope
            Only the library's own books are lent.
        ");
    }
}

//! Parts of programs that call an operation.

/// The mark before the first line of an example, followed by the id of an operation.
const START: &str = "example: ";

/// The mark after its last line.
const END: &str = "end of example";

/// A part of a program that calls an operation.
#[derive(Clone, Debug)]
pub struct Example {
    pub operation: String,
    /// The name of the language.
    pub language: &'static str,
    /// The path of the program in the repository.
    pub file: String,
    /// The lines, without common indentation.
    pub code: String,
}

impl Example {
    /// The examples of a program: what stands between the lines `example: OPERATION` and `end of example`.
    pub fn all_in(language: &'static str, file: &str, text: &str) -> Vec<Self> {
        let parts = text.split(START).skip(1);
        let parts = parts.filter_map(|part| {
            let (operation, rest) = part.split_once('\n')?;
            let (code, _) = rest.split_once(END)?;
            // The last line is the comment sign of the mark.
            let (code, _) = code.rsplit_once('\n')?;
            Some(Self {
                operation: operation.trim().to_owned(),
                language,
                file: file.to_owned(),
                code: unindented(code),
            })
        });
        parts.collect()
    }
}

fn unindented(code: &str) -> String {
    let lines = || code.lines().filter(|line| !line.trim().is_empty());
    let indentation = lines().map(|line| line.len() - line.trim_start().len()).min();
    let lines = code.lines().map(|line| line.get(indentation.unwrap_or(0)..).unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_cut_out_of_a_program() {
        let program =
            "use a;\n// example: add_book\n  add();\n    more();\n  // end of example\nrest\n";
        let [example] = &Example::all_in("Rust", "a.rs", program)[..] else {
            panic!("one example");
        };
        assert_eq!(example.operation, "add_book");
        assert_eq!(example.code, "add();\n  more();");
    }
}

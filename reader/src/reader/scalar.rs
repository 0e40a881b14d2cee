//! Numbers and booleans, parsed on request.
//!
//! They are plain scalars. Forms of other YAML readers (`0x10`, `True`, `1_000`) are reported with a suggested
//! change, if there is one.

use crate::diagnostic::Diagnostic;
use crate::node::{Node, Scalar};
use crate::span::Spanned;
use crate::words::quoted;

use super::Reader;

impl Reader<'_> {
    /// An integer: digits, with an optional `-`.
    pub fn integer(&mut self, node: &Node) -> Option<Spanned<i64>> {
        let expected = "a whole number";
        let scalar = self.plain(node, expected, is_integer)?;
        match scalar.text.parse() {
            Ok(number) => Some(Spanned::new(number, node.span)),
            Err(_) if is_integer(&scalar.text) => {
                let message = format!("the number {} is out of range", quoted(&scalar.text));
                let label = format!("must be between {} and {}", i64::MIN, i64::MAX);
                self.out.push(Diagnostic::error("wrong-value", message, node.span, label));
                None
            }
            Err(_) => {
                self.wrong_value(node, scalar, expected, "write it in digits only, such as `30`");
                None
            }
        }
    }

    /// A number of any size and precision, with its digits unchanged.
    pub fn number_text(&mut self, node: &Node) -> Option<Spanned<String>> {
        let expected = "a number";
        let scalar = self.plain(node, expected, is_number)?;
        if is_number(&scalar.text) {
            return Some(Spanned::new(scalar.text.clone(), node.span));
        }
        self.wrong_value(node, scalar, expected, "write it in digits, such as `30` or `12.50`");
        None
    }

    /// `true` or `false`; also `yes` and `no`.
    pub fn boolean(&mut self, node: &Node) -> Option<Spanned<bool>> {
        let expected = "`true` or `false`";
        let scalar = self.plain(node, expected, |text| truth(text).is_some())?;
        if let Some(value) = truth(&scalar.text) {
            return Some(Spanned::new(value, node.span));
        }
        let instead = match scalar.text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "y" => Some("true"),
            "false" | "no" | "off" | "n" => Some("false"),
            _ => None,
        };
        let found = wrong_value(node, scalar, expected);
        self.out.push(match instead {
            Some(word) => found.with_fix(node.span, word, format!("write `{word}`")),
            None => found,
        });
        None
    }

    /// A plain scalar of another type than text; `fits` parses it.
    fn plain<'n>(
        &mut self,
        node: &'n Node,
        expected: &str,
        fits: fn(&str) -> bool,
    ) -> Option<&'n Scalar> {
        let scalar = self.scalar(node, expected)?;
        if scalar.plain {
            return Some(scalar);
        }
        let message = format!("expected {expected}, found {} as text", quoted(&scalar.text));
        let label = format!("expected {expected}");
        let found = Diagnostic::error("wrong-value", message, node.span, label);
        self.out.push(if fits(&scalar.text) {
            found.with_fix(node.span, scalar.text.clone(), "write it plain")
        } else {
            found
        });
        None
    }

    fn wrong_value(&mut self, node: &Node, scalar: &Scalar, expected: &str, help: &str) {
        self.out.push(wrong_value(node, scalar, expected).with_help(help));
    }
}

fn wrong_value(node: &Node, scalar: &Scalar, expected: &str) -> Diagnostic {
    let message = format!("expected {expected}, found {}", quoted(&scalar.text));
    Diagnostic::error("wrong-value", message, node.span, format!("expected {expected}"))
}

fn truth(text: &str) -> Option<bool> {
    match text {
        "true" | "yes" => Some(true),
        "false" | "no" => Some(false),
        _ => None,
    }
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    is_digits(digits) && (digits == "0" || !digits.starts_with('0')) && text != "-0"
}

/// Whether the text is a JSON number.
fn is_number(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    (is_integer(whole) || whole == "-0")
        && fraction.is_none_or(is_digits)
        && exponent.is_none_or(|text| is_digits(text.strip_prefix(['+', '-']).unwrap_or(text)))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn booleans_are_true_false_yes_and_no() {
        let read = ["true", "false", "yes", "no", "True", "on", "0"].map(truth);
        let (yes, no) = (Some(true), Some(false));
        assert_eq!(read, [yes, no, yes, no, None, None, None]);
    }

    #[test]
    fn integers_are_plain_digits() {
        for text in ["0", "7", "-1", "12", "9223372036854775807"] {
            assert!(is_integer(text), "{text}");
        }
        for text in ["", "-", "+1", "007", "-0", "0x10", "1_000", "1.0", "1e3", "٣", " 1"] {
            assert!(!is_integer(text), "{text}");
        }
    }

    #[test]
    fn numbers_are_those_of_json() {
        for text in ["0", "-0", "-0.5", "12.50", "1e3", "1E+3", "2.5e-10"] {
            assert!(is_number(text), "{text}");
            assert!(text.parse::<f64>().is_ok(), "{text}");
        }
        for text in ["", ".5", "1.", "1e", "e3", "1.2.3", "01", "+1", ".inf", "nan", "1e3e4", "--1"]
        {
            assert!(!is_number(text), "{text}");
        }
    }
}

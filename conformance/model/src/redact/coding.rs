//! Encodings of bytes as digits: hexadecimal, Base32 and Base64.

use std::iter;
use std::ops::Range;

/// Digits of a number of bits each.
pub(super) struct Coding {
    pub(super) name: &'static str,
    pub(super) bits: usize,
    /// The value of each byte that is a digit.
    values: [Option<u8>; 256],
    /// After how many digits a byte begins with a digit again. Each of them may begin the first byte.
    pub(super) starts: usize,
    /// What may stand between two digits. In forms, `+` is a space.
    separators: &'static [u8],
}

/// The encodings that are found, also one within another.
pub(super) static CODINGS: [Coding; 3] = [
    Coding { name: "hex", bits: 4, starts: 2, values: HEX, separators: b": -+" },
    Coding { name: "base32", bits: 5, starts: 8, values: BASE32, separators: b"" },
    Coding { name: "base64", bits: 6, starts: 4, values: BASE64, separators: b"" },
];

const HEX: [Option<u8>; 256] = values(&[b"0123456789abcdef", b"0123456789ABCDEF"]);
const BASE32: [Option<u8>; 256] =
    values(&[b"abcdefghijklmnopqrstuvwxyz234567", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"]);
const BASE64: [Option<u8>; 256] = values(&[
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
]);

/// The value of each byte in alphabets: its index.
const fn values(alphabets: &[&[u8]]) -> [Option<u8>; 256] {
    let mut values = [None; 256];
    let mut alphabet = 0;
    while alphabet < alphabets.len() {
        let mut index = 0;
        while index < alphabets[alphabet].len() {
            values[alphabets[alphabet][index] as usize] = Some(index as u8);
            index += 1;
        }
        alphabet += 1;
    }
    values
}

/// Digits that follow one another, perhaps with separators.
pub(super) struct Run {
    pub(super) range: Range<usize>,
    pub(super) values: Vec<u8>,
}

impl Coding {
    fn value(&self, byte: u8) -> Option<u8> {
        self.values.get(usize::from(byte)).copied().flatten()
    }

    /// The runs of digits that may encode that number of bytes.
    pub(super) fn runs<'b>(
        &'b self,
        text: &'b [u8],
        bytes: usize,
    ) -> impl Iterator<Item = Run> + 'b {
        let shortest = (bytes * 8).div_ceil(self.bits);
        let mut at = 0;
        iter::from_fn(move || {
            loop {
                at += text.get(at..)?.iter().position(|byte| self.value(*byte).is_some())?;
                let (start, mut digits) = (at, 0);
                while let Some(is_digit) = self.continues(text, at) {
                    digits += usize::from(is_digit);
                    at += 1;
                }
                if digits >= shortest {
                    return Some(self.run(text, start..at));
                }
            }
        })
    }

    /// Whether the byte at a position of a run is a digit; `None` if it is not part of the run.
    fn continues(&self, text: &[u8], at: usize) -> Option<bool> {
        let is_digit = |at: usize| Some(self.value(*text.get(at)?).is_some());
        let is_separator = || self.separators.contains(text.get(at)?).then_some(());
        if is_digit(at)? {
            return Some(true);
        }
        is_separator()?;
        is_digit(at + 1)?.then_some(false)
    }

    fn run(&self, text: &[u8], range: Range<usize>) -> Run {
        let bytes = text.get(range.clone()).unwrap_or_default();
        let values = bytes.iter().filter_map(|byte| self.value(*byte)).collect();
        Run { range, values }
    }

    /// Where the digits of a run are in its text.
    pub(super) fn positions(&self, text: &[u8], run: &Run) -> Vec<usize> {
        let is_digit = |at: &usize| text.get(*at).is_some_and(|byte| self.value(*byte).is_some());
        run.range.clone().filter(is_digit).collect()
    }

    /// What digits encode.
    pub(super) fn decode(&self, digits: &[u8], bytes: &mut Vec<u8>) {
        bytes.clear();
        let (mut value, mut bits) = (0_u32, 0);
        for digit in digits {
            value = value << self.bits | u32::from(*digit);
            bits += self.bits;
            if bits >= 8 {
                bits -= 8;
                // The bits above this byte were part of bytes before it.
                bytes.push((value >> bits) as u8);
            }
        }
    }
}

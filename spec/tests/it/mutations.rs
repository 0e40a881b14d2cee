//! Loading never panics, whatever becomes of the files.

use proptest::prelude::*;
use proptest::sample::Index;

use crate::contracts::Files;

/// Something that happens to a file.
#[derive(Clone, Debug)]
enum Accident {
    ByteChanged(Index, u8),
    LineLost(Index),
    LineDoubled(Index),
    LineMoved(Index, Index),
    WordSwapped(Index, Index),
    CutOff(Index),
}

fn accident() -> impl Strategy<Value = Accident> {
    prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Accident::ByteChanged(at, byte)),
        any::<Index>().prop_map(Accident::LineLost),
        any::<Index>().prop_map(Accident::LineDoubled),
        any::<(Index, Index)>().prop_map(|(from, to)| Accident::LineMoved(from, to)),
        any::<(Index, Index)>().prop_map(|(one, other)| Accident::WordSwapped(one, other)),
        any::<Index>().prop_map(Accident::CutOff),
    ]
}

fn happen(text: &str, accident: &Accident) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.is_empty() {
        return String::new();
    }
    match accident {
        Accident::ByteChanged(at, byte) => {
            let mut bytes = text.as_bytes().to_vec();
            let at = at.index(bytes.len());
            bytes[at] = *byte;
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        Accident::LineLost(at) => {
            lines.remove(at.index(lines.len()));
        }
        Accident::LineDoubled(at) => {
            let at = at.index(lines.len());
            lines.insert(at, lines[at]);
        }
        Accident::LineMoved(from, to) => {
            let line = lines.remove(from.index(lines.len()));
            lines.insert(to.index(lines.len() + 1), line);
        }
        Accident::WordSwapped(one, other) => return swap_words(text, *one, *other),
        Accident::CutOff(at) => {
            let at = text.floor_char_boundary(at.index(text.len()));
            return text[..at].to_owned();
        }
    }
    lines.concat()
}

fn swap_words(text: &str, one: Index, other: Index) -> String {
    let words: Vec<&str> = text.split_inclusive([' ', '.', '\n']).collect();
    let (one, other) = (one.index(words.len()), other.index(words.len()));
    let mut swapped = words;
    swapped.swap(one, other);
    swapped.concat()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn load_never_panics(accidents in prop::collection::vec((any::<Index>(), accident()), 1..6)) {
        let mut files = Files::of_library();
        for (file, accident) in &accidents {
            let index = file.index(files.contract.len() + 1);
            let file = files.contract.get_mut(index).unwrap_or(&mut files.overlay);
            file.text = happen(&file.text, accident);
        }
        let loaded = files.load();
        prop_assert_eq!(loaded.contract.is_some(), !loaded.diagnostics.has_errors());
        let text = reader::render(&loaded.sources, &loaded.diagnostics, reader::Style::Plain);
        prop_assert_eq!(text.is_empty(), loaded.diagnostics.is_empty());
        if let Some(contract) = &loaded.contract {
            prop_assert!(!contract.clauses().is_empty());
        }
    }
}

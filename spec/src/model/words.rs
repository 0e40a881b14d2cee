//! Enums whose values are words of the language: one list of them for the key tables, the reader and ids.

macro_rules! words {
    ($(#[$doc:meta])+ $name:ident { $($(#[$word_doc:meta])+ $value:ident = $word:literal,)+ }) => {
        $(#[$doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$word_doc])+ $value,)+
        }

        impl $name {
            /// Every word of the language for it.
            pub(crate) const WORDS: &[&str] = &[$($word),+];
            /// Every value, in the order of the words.
            pub const ALL: [Self; Self::WORDS.len()] = [$(Self::$value),+];

            /// Its word in files, ids and reports.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)+
                }
            }
        }
    };
}
pub(super) use words;

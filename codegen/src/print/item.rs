//! Inserts blank lines between items.

use crate::imports::group;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    Items,
    /// Members of an `impl` or `trait`.
    Members,
    /// Fields, variants, arms or statements.
    Lines,
}

/// Class of an item: there is no blank line between items of the same class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemClass {
    /// The comment of the next item.
    Comment,
    /// An inner comment or attribute.
    Inner,
    /// `mod a;`
    Module,
    /// `use a::B;`: whether it is `pub`, and the import group.
    Import(bool, u8),
    /// A member of one line.
    Short,
    /// An item with blank lines around it.
    Other,
}

/// What is known of an item from its first words.
#[derive(Clone, Copy)]
enum Head {
    Start {
        is_pub: bool,
    },
    Import {
        is_pub: bool,
    },
    Known(ItemClass),
    /// An `impl` or `trait`.
    Block,
}

/// Inserts blank lines between the items of one body.
pub struct ItemSpacing {
    kind: BodyKind,
    head: Head,
    /// Start of the current item in the text.
    start: usize,
    last: Option<ItemClass>,
}

impl ItemSpacing {
    /// For a body whose first item starts there.
    pub fn new(kind: BodyKind, start: usize) -> Self {
        Self { kind, head: Head::Start { is_pub: false }, start, last: None }
    }

    /// Classifies the item by its next word.
    pub fn add_word(&mut self, word: &str) {
        self.head = match (self.head, word) {
            (Head::Start { .. }, "pub") => Head::Start { is_pub: true },
            (Head::Start { .. }, "mod") => Head::Known(ItemClass::Module),
            (Head::Start { .. }, "impl" | "trait") => Head::Block,
            (Head::Start { is_pub }, "use") => Head::Import { is_pub },
            (Head::Import { is_pub }, root) => Head::Known(ItemClass::Import(is_pub, group(root))),
            (Head::Start { .. }, _) => Head::Known(ItemClass::Other),
            (known, _) => known,
        };
    }

    /// Kind of a block in the item.
    pub fn inner(&self) -> BodyKind {
        match (self.kind, self.head) {
            (BodyKind::Items, Head::Block) => BodyKind::Members,
            _ => BodyKind::Lines,
        }
    }

    /// Ends the item, whose text is complete.
    pub fn end(&mut self, text: &mut String) {
        let class = match (self.kind, self.head) {
            (BodyKind::Lines, _) => return,
            (BodyKind::Members, _) => {
                let is_short = text[self.start..].matches('\n').count() == 1;
                if is_short { ItemClass::Short } else { ItemClass::Other }
            }
            (BodyKind::Items, Head::Known(class)) => class,
            (BodyKind::Items, Head::Import { is_pub }) => ItemClass::Import(is_pub, 1),
            (BodyKind::Items, _) => ItemClass::Other,
        };
        self.end_as(class, text);
    }

    /// Ends an item of a given class.
    pub fn end_as(&mut self, class: ItemClass, text: &mut String) {
        if self.kind == BodyKind::Lines {
            return;
        }
        let together = class != ItemClass::Other && self.last == Some(class);
        if self.last.is_some() && !together {
            text.insert(self.start, '\n');
        }
        self.last = Some(class);
        self.head = Head::Start { is_pub: false };
        self.start = text.len();
    }
}

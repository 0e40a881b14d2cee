//! Which items stand apart: a blank line is where a person would leave one.

use crate::imports::group;

/// What a body is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Items of a module.
    Items,
    /// Members of an `impl` or `trait`.
    Members,
    /// Anything else: fields, variants, arms, statements.
    Lines,
}

/// What an item is, as far as blank lines go: two of the same class may stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The comment of what follows: no item at all.
    Comment,
    /// A comment or attribute of the file itself.
    Inner,
    /// `mod a;`
    Module,
    /// `use a::B;`: whether it is `pub`, and the group of what it names.
    Import(bool, u8),
    /// A member of one line.
    Short,
    /// Whatever stands apart from all others.
    Other,
}

/// How much of the head of an item was seen.
#[derive(Clone, Copy)]
enum Head {
    Start {
        is_pub: bool,
    },
    Import {
        is_pub: bool,
    },
    Known(Class),
    /// An `impl` or `trait`.
    Block,
}

/// The items of one body.
pub struct Items {
    place: Place,
    head: Head,
    /// Where in the text the item begins.
    start: usize,
    last: Option<Class>,
}

impl Items {
    /// None yet; the first begins there.
    pub fn new(place: Place, start: usize) -> Self {
        Self {
            place,
            head: Head::Start { is_pub: false },
            start,
            last: None,
        }
    }

    /// Looks at a word of the item.
    pub fn see(&mut self, word: &str) {
        self.head = match (self.head, word) {
            (Head::Start { .. }, "pub") => Head::Start { is_pub: true },
            (Head::Start { .. }, "mod") => Head::Known(Class::Module),
            (Head::Start { .. }, "impl" | "trait") => Head::Block,
            (Head::Start { is_pub }, "use") => Head::Import { is_pub },
            (Head::Import { is_pub }, root) => Head::Known(Class::Import(is_pub, group(root))),
            (Head::Start { .. }, _) => Head::Known(Class::Other),
            (known, _) => known,
        };
    }

    /// What a block of the item is made of.
    pub fn inner(&self) -> Place {
        match (self.place, self.head) {
            (Place::Items, Head::Block) => Place::Members,
            _ => Place::Lines,
        }
    }

    /// Ends the item, whose text is whole.
    pub fn end(&mut self, text: &mut String) {
        let class = match (self.place, self.head) {
            (Place::Lines, _) => return,
            (Place::Members, _) => {
                let is_short = text[self.start..].matches('\n').count() == 1;
                if is_short { Class::Short } else { Class::Other }
            }
            (Place::Items, Head::Known(class)) => class,
            (Place::Items, Head::Import { is_pub }) => Class::Import(is_pub, 1),
            (Place::Items, _) => Class::Other,
        };
        self.end_as(class, text);
    }

    /// Ends an item of a class that is known.
    pub fn end_as(&mut self, class: Class, text: &mut String) {
        if self.place == Place::Lines {
            return;
        }
        let together = class != Class::Other && self.last == Some(class);
        if self.last.is_some() && !together {
            text.insert(self.start, '\n');
        }
        self.last = Some(class);
        self.head = Head::Start { is_pub: false };
        self.start = text.len();
    }
}

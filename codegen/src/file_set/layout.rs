//! Prints a syntax tree with a blank line where a person would leave one: between items, and between
//! the functions of an `impl` or `trait`. The printer itself leaves none.

use std::mem::discriminant;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{File, Item, ItemUse, LitStr, UseTree};

use crate::doc::LINE_END;
use crate::imports::group;

/// The text of a file.
pub fn print(file: File) -> String {
    let mut text = unparse(Vec::new(), file.attrs);
    let apart: Vec<bool> = (file.items.windows(2))
        .map(|pair| !matches!(pair, [last, next] if together(last, next)))
        .collect();
    let apart = std::iter::once(!text.is_empty()).chain(apart);
    for (item, apart) in file.items.into_iter().zip(apart) {
        if apart {
            text.push('\n');
        }
        text.push_str(&print_item(item));
    }
    text
}

/// Lines of the same one-line kind stand together.
fn together(last: &Item, next: &Item) -> bool {
    match (last, next) {
        (Item::Mod(a), Item::Mod(b)) => a.content.is_none() && b.content.is_none(),
        (Item::Use(a), Item::Use(b)) => {
            let of = |item: &ItemUse| {
                (
                    discriminant(&item.vis),
                    root(&item.tree).map(|root| group(&root)),
                )
            };
            of(a) == of(b)
        }
        _ => false,
    }
}

fn root(tree: &UseTree) -> Option<String> {
    match tree {
        UseTree::Path(path) => Some(path.ident.to_string()),
        UseTree::Name(name) => Some(name.ident.to_string()),
        _ => None,
    }
}

/// What is called like a macro and printed as the text it is called with.
const VERBATIM: &str = "verbatim_text";

/// Items that are laid out already: tables, which the printer would fill like prose.
pub fn verbatim(text: &str) -> TokenStream {
    let name = format_ident!("{VERBATIM}");
    quote!(#name!(#text);)
}

fn print_item(item: Item) -> String {
    if let Item::Macro(call) = &item
        && call.mac.path.is_ident(VERBATIM)
    {
        let text = call.mac.parse_body::<LitStr>();
        return text.map_or_else(|_| String::new(), |text| text.value());
    }
    let of_many = match &item {
        Item::Impl(block) => block.items.len() > 1,
        Item::Trait(block) => block.items.len() > 1,
        _ => false,
    };
    let text = unparse(vec![item], Vec::new());
    if of_many { spaced(&text) } else { text }
}

/// The text of a block with blank lines between its members, but for those of one line each.
fn spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len() + text.len() / 16);
    let (mut member, mut lines) = (String::new(), 0);
    let mut last_is_short = None;
    let (mut is_inside, mut is_bounds) = (false, false);
    for line in text.split_inclusive('\n') {
        let at_member = line
            .strip_prefix(MEMBER)
            .filter(|rest| !rest.starts_with(' '));
        if !is_inside || line.starts_with('}') {
            // The head of the block, which may take several lines, or its end.
            is_inside |= !line.starts_with(['#', '/', ' ']) && line.ends_with("{\n");
            spaced.push_str(&std::mem::take(&mut member));
            spaced.push_str(line);
            continue;
        }
        member.push_str(line);
        lines += 1;
        // Bounds stand deeper, and the last of them may end a function without a body.
        is_bounds = at_member.map_or(is_bounds, |rest| rest == "where\n");
        let ends_bounds = is_bounds && line.ends_with(";\n");
        if ends_bounds || at_member.is_some_and(ends_member) {
            is_bounds = false;
            let is_short = lines == 1;
            if last_is_short.is_some_and(|last| !(last && is_short)) {
                spaced.push('\n');
            }
            spaced.push_str(&member);
            member.clear();
            lines = 0;
            last_is_short = Some(is_short);
        }
    }
    spaced
}

/// How far the members of a block are set in.
const MEMBER: &str = "    ";

/// Whether a line that is set in as a member is, not deeper, is its last.
fn ends_member(line: &str) -> bool {
    let line = line.trim_end();
    !line.starts_with(['/', '#']) && line.ends_with(['}', ';'])
}

fn unparse(items: Vec<Item>, attrs: Vec<syn::Attribute>) -> String {
    let text = prettyplease::unparse(&File {
        shebang: None,
        frontmatter: None,
        attrs,
        items,
    });
    commented(text)
}

/// The text with every comment on lines of its own.
fn commented(text: String) -> String {
    if !text.contains(LINE_END) {
        return text;
    }
    let mut whole = String::with_capacity(text.len() + text.len() / 8);
    for line in text.split_inclusive('\n') {
        let mut parts = line.split(LINE_END).map(str::trim_end);
        let first = parts.next().unwrap_or_default();
        whole.push_str(first);
        // `    ///` or `//!`: what every line of the comment begins with.
        let indent = first.len() - first.trim_start().len();
        let prefix = first.get(..indent + 3).unwrap_or_default();
        for part in parts {
            whole.push('\n');
            whole.push_str(prefix);
            whole.push_str(part);
        }
        whole.push('\n');
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_laid_out_already_stays_so_and_comments_take_their_lines() {
        let comment = format!(" One.{LINE_END}{LINE_END} Two.");
        let table = verbatim("table! { Book {\n    title = 1,\n} }\n");
        let tokens = quote! {
            #![doc = #comment]
            #table
            trait Lend {
                const MANY: [u8; 2] = [1, 2];
                #[doc = #comment]
                fn lend<T>(&self) -> T where T: Copy;
                fn give(&self) {}
            }
        };
        insta::assert_snapshot!(print(syn::parse2(tokens).unwrap()), @r"
        //! One.
        //!
        //! Two.

        table! { Book {
            title = 1,
        } }

        trait Lend {
            const MANY: [u8; 2] = [1, 2];

            /// One.
            ///
            /// Two.
            fn lend<T>(&self) -> T
            where
                T: Copy;

            fn give(&self) {}
        }
        ");
    }

    #[test]
    fn blank_lines_stand_where_a_person_leaves_them() {
        let tokens = quote! {
            //! Books.
            use std::fmt;
            use a::B;
            use c::{D, E};
            mod lend;
            /// A book.
            pub struct Book { title: String }
            impl<T> Lend<T> for Book where T: Copy {
                const A: u8 = 1;
                type Of = T;
                /// Lends.
                fn lend(&self) { if self.x { return; } }
                fn give(&self) {}
            }
        };
        insta::assert_snapshot!(print(syn::parse2(tokens).unwrap()), @r"
        //! Books.

        use std::fmt;

        use a::B;
        use c::{D, E};

        mod lend;

        /// A book.
        pub struct Book {
            title: String,
        }

        impl<T> Lend<T> for Book
        where
            T: Copy,
        {
            const A: u8 = 1;
            type Of = T;

            /// Lends.
            fn lend(&self) {
                if self.x {
                    return;
                }
            }

            fn give(&self) {}
        }
        ");
    }
}

//! Prints a syntax tree with a blank line where a person would leave one: between items, and between
//! the functions of an `impl` or `trait`. The printer itself leaves none.

use std::mem::discriminant;

use syn::{File, Item, ItemUse, UseTree};

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

fn print_item(item: Item) -> String {
    let members: Vec<Item> = match &item {
        Item::Impl(whole) if whole.items.len() > 1 => {
            let mut head = whole.clone();
            let members = std::mem::take(&mut head.items);
            let alone = |member| syn::ItemImpl {
                items: vec![member],
                ..head.clone()
            };
            members.into_iter().map(alone).map(Item::Impl).collect()
        }
        Item::Trait(whole) if whole.items.len() > 1 => {
            let mut head = whole.clone();
            let members = std::mem::take(&mut head.items);
            let alone = |member| syn::ItemTrait {
                items: vec![member],
                ..head.clone()
            };
            members.into_iter().map(alone).map(Item::Trait).collect()
        }
        _ => return unparse(vec![item], Vec::new()),
    };
    joined(members).unwrap_or_else(|| unparse(vec![item], Vec::new()))
}

/// Each of the items holds one member of the same block: their bodies, under one head.
fn joined(members: Vec<Item>) -> Option<String> {
    let texts: Vec<_> = members
        .into_iter()
        .map(|member| unparse(vec![member], Vec::new()))
        .collect();
    let head_len = common_head(&texts)?;
    let head = texts.first()?.get(..head_len)?;
    let bodies = texts
        .iter()
        .map(|text| text.get(head_len..)?.strip_suffix("}\n"));
    let bodies = bodies.collect::<Option<Vec<_>>>()?;
    let mut text = head.to_owned();
    let mut last: Option<&str> = None;
    for body in bodies {
        let short = |body: &str| body.lines().count() == 1;
        if last.is_some_and(|last| !(short(last) && short(body))) {
            text.push('\n');
        }
        text.push_str(body);
        last = Some(body);
    }
    text.push_str("}\n");
    Some(text)
}

/// Where the block opens: the end of the first line that ends in `{` and is followed by a deeper one.
fn common_head(texts: &[String]) -> Option<usize> {
    let first = texts.first()?;
    let mut end = 0;
    for line in first.lines() {
        end += line.len() + 1;
        if !line.starts_with([' ', '#', '/']) && line.ends_with('{') {
            let head = first.get(..end)?;
            return texts
                .iter()
                .all(|text| text.starts_with(head))
                .then_some(end);
        }
    }
    None
}

fn unparse(items: Vec<Item>, attrs: Vec<syn::Attribute>) -> String {
    prettyplease::unparse(&File {
        shebang: None,
        frontmatter: None,
        attrs,
        items,
    })
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

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

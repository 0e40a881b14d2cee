//! Prints a syntax tree with a blank line where a person would leave one: between items, and between
//! the functions of an `impl` or `trait`. The printer itself leaves none.

use std::mem::discriminant;

use syn::{File, Item, ItemUse, UseTree};

use crate::imports::group;

/// The text of a file.
pub fn print(file: File) -> String {
    let mut text = unparse(Vec::new(), file.attrs);
    let mut last: Option<Item> = None;
    for item in file.items {
        let together = last.as_ref().is_some_and(|last| together(last, &item));
        if !text.is_empty() && !together {
            text.push('\n');
        }
        text.push_str(&print_item(&item));
        last = Some(item);
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

fn print_item(item: &Item) -> String {
    let members: Vec<Item> = match item {
        Item::Impl(whole) => {
            let alone = |member: &syn::ImplItem| syn::ItemImpl {
                items: vec![member.clone()],
                ..whole.clone()
            };
            whole
                .items
                .iter()
                .map(|member| Item::Impl(alone(member)))
                .collect()
        }
        Item::Trait(whole) => {
            let alone = |member: &syn::TraitItem| syn::ItemTrait {
                items: vec![member.clone()],
                ..whole.clone()
            };
            whole
                .items
                .iter()
                .map(|member| Item::Trait(alone(member)))
                .collect()
        }
        _ => Vec::new(),
    };
    match members.len() {
        0 | 1 => unparse(vec![item.clone()], Vec::new()),
        _ => joined(&members).unwrap_or_else(|| unparse(vec![item.clone()], Vec::new())),
    }
}

/// Each of the items holds one member of the same block: their bodies, under one head.
fn joined(members: &[Item]) -> Option<String> {
    let texts: Vec<_> = members
        .iter()
        .map(|member| unparse(vec![member.clone()], Vec::new()))
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

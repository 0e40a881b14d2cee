//! Finds the next page of a list whose pages are not counted.

use http::header::LINK;

use crate::percent::decode_query;
use crate::{DecodeError, RawResponse};

/// What a page says about the page after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NextPage {
    /// The number of items on the page.
    pub items: usize,
    /// Whether another page follows; `None` if the page does not say so.
    pub more: Option<bool>,
    /// The number of items on all pages.
    pub total: Option<u64>,
    /// The number of pages.
    pub pages: Option<u64>,
    /// The number of items on each page but the last one. With the total it tells the number of pages.
    pub size: Option<u64>,
}

impl NextPage {
    /// Whether another page is to be requested. If pages do not say so, the first page without items is the last one.
    fn follows(self) -> bool {
        self.more.unwrap_or(self.items > 0)
    }

    /// The number of items before the next page; `None` after the last one. `offset` is that of this page.
    ///
    /// # Errors
    /// When the page ends the list before its total.
    pub fn offset(self, offset: Option<u64>) -> Result<Option<u64>, DecodeError> {
        let next = offset.unwrap_or(0).saturating_add(self.items as u64);
        if let Some(total) = self.total.filter(|_| self.more.is_none()) {
            return match next < total {
                true if self.items == 0 => {
                    let reason = format!("expected more items, as the list has {total}");
                    Err(DecodeError::new(reason))
                }
                is_before => Ok(is_before.then_some(next)),
            };
        }
        Ok(self.follows().then_some(next))
    }

    /// The number of the next page; `None` after the last one. `number` is that of this page, and `first` that of the first
    /// one.
    ///
    /// # Errors
    /// When the page has fewer items than its size, and yet is not the last one.
    pub fn number(self, number: u64, first: u64) -> Result<Option<u64>, DecodeError> {
        let next = number.saturating_add(1);
        let is_page = |pages: u64| next < first.saturating_add(pages);
        let size = self.size.filter(|size| *size > 0);
        let follows = match (self.more, self.pages, self.total.zip(size)) {
            (None, Some(pages), _) => is_page(pages),
            (None, None, Some((total, size))) => {
                let follows = is_page(total.div_ceil(size));
                if follows && (self.items as u64) < size {
                    let reason = format!("expected {size} items, as the list has {total}");
                    return Err(DecodeError::new(reason));
                }
                follows
            }
            _ => self.follows(),
        };
        Ok(follows.then_some(next))
    }

    /// The cursor of the next page; `None` after the last one. `cursor` is that of this page.
    ///
    /// # Errors
    /// When the page says that another one follows and does not lead to it.
    pub fn cursor(
        self,
        cursor: Option<&String>,
        next: Option<String>,
    ) -> Result<Option<String>, DecodeError> {
        match next {
            _ if !self.follows() => Ok(None),
            Some(next) if cursor != Some(&next) => Ok(Some(next)),
            Some(next) => Err(DecodeError::new(format!("the page after `{next}` leads to itself"))),
            None if self.more.is_none() => Ok(None),
            None => Err(DecodeError::new("the page does not lead to the one that follows")),
        }
    }
}

impl RawResponse {
    /// The target of the link to the next page: that with `rel="next"` of a header `Link` (RFC 8288).
    #[must_use]
    pub fn next_link(&self) -> Option<&str> {
        let headers = self.headers.get_all(LINK).iter();
        headers.filter_map(|header| header.to_str().ok()).find_map(next_target)
    }

    /// The value of a query parameter of the link to the next page.
    #[must_use]
    pub fn next_link_parameter(&self, name: &str) -> Option<String> {
        let (_, query) = self.next_link()?.split_once('?')?;
        let query = query.split('#').next()?;
        query.split('&').find_map(|pair| {
            let (key, value) = pair.split_once('=')?;
            (decode_query(key)? == name).then(|| decode_query(value))?.map(Into::into)
        })
    }
}

/// The target of the first link with the relation `next`.
fn next_target(header: &str) -> Option<&str> {
    let mut rest = header;
    loop {
        let (_, after) = rest.split_once('<')?;
        let (target, after) = after.split_once('>')?;
        let (parameters, after) = parameters(after);
        let is_next = parameters.into_iter().any(|(name, value)| {
            let mut relations = value.split_whitespace();
            name.eq_ignore_ascii_case("rel")
                && relations.any(|relation| relation.eq_ignore_ascii_case("next"))
        });
        if is_next {
            return Some(target.trim());
        }
        rest = after;
    }
}

/// The parameters of a link, and what follows them.
fn parameters(text: &str) -> (Vec<(&str, &str)>, &str) {
    let (mut found, mut rest) = (Vec::new(), text.trim_start());
    while let Some(after) = rest.strip_prefix(';') {
        let end = after.find(['=', ';', ',']).unwrap_or(after.len());
        let (name, after) = after.split_at(end);
        let (value, after) = match after.strip_prefix('=').map(str::trim_start) {
            Some(value) => parameter_value(value),
            None => ("", after),
        };
        found.push((name.trim(), value));
        rest = after.trim_start();
    }
    (found, rest)
}

/// A value, which may be in quotes, and what follows it.
fn parameter_value(text: &str) -> (&str, &str) {
    if let Some((value, after)) = text.strip_prefix('"').and_then(|quoted| quoted.split_once('"')) {
        return (value, after);
    }
    let (value, after) = text.split_at(text.find([';', ',']).unwrap_or(text.len()));
    (value.trim(), after)
}

#[cfg(test)]
mod tests {
    use http::{HeaderValue, StatusCode};

    use super::*;

    #[test]
    fn pages_follow_until_the_list_ends() {
        let page = |items, more, total| NextPage { items, more, total, ..NextPage::default() };
        assert_eq!(page(20, None, Some(45)).offset(None), Ok(Some(20)));
        assert_eq!(page(5, None, Some(45)).offset(Some(40)), Ok(None));
        assert!(page(0, None, Some(45)).offset(Some(40)).is_err());
        assert_eq!(page(20, None, None).offset(Some(20)), Ok(Some(40)));
        assert_eq!(page(0, None, None).offset(Some(40)), Ok(None));
        assert_eq!(page(20, Some(true), None).number(1, 1), Ok(Some(2)));
        assert_eq!(page(20, Some(false), None).number(1, 1), Ok(None));
        let (b, c) = ("b".to_owned(), || Some("c".to_owned()));
        assert_eq!(page(2, Some(true), None).cursor(Some(&b), c()), Ok(c()));
        assert_eq!(page(2, Some(false), None).cursor(Some(&b), c()), Ok(None));
        assert_eq!(page(2, None, None).cursor(Some(&b), None), Ok(None));
        assert!(page(2, Some(true), None).cursor(c().as_ref(), c()).is_err());
        assert!(page(2, Some(true), None).cursor(Some(&b), None).is_err());
    }

    #[test]
    fn numbered_pages_end_at_the_last() {
        let counted = NextPage { items: 20, pages: Some(3), ..NextPage::default() };
        let sized = NextPage { total: Some(45), size: Some(20), pages: None, ..counted };
        for page in [counted, sized] {
            assert_eq!([page.number(1, 1), page.number(2, 1)], [Ok(Some(2)), Ok(Some(3))]);
            assert_eq!([page.number(3, 1), page.number(2, 0)], [Ok(None), Ok(None)]);
        }
        assert_eq!(NextPage { items: 5, ..sized }.number(3, 1), Ok(None));
        assert!(NextPage { items: 5, ..sized }.number(2, 1).is_err());
        assert_eq!(NextPage { pages: Some(0), items: 0, ..counted }.number(1, 1), Ok(None));
    }

    #[test]
    fn links_are_found_by_their_relation() {
        let mut raw = RawResponse::new(StatusCode::OK, "");
        assert_eq!(raw.next_link(), None);
        let header = "<https://a.example/?page=1>; rel=\"prev first\"; title=\"a, <b>; rel=next\", \
                      </?page=3&q=a%20b+c>;REL = next";
        raw.headers.append(LINK, HeaderValue::from_static("</?page=9>; rel=\"last\""));
        raw.headers.append(LINK, HeaderValue::from_static(header));
        assert_eq!(raw.next_link_parameter("page").as_deref(), Some("3"));
        assert_eq!(raw.next_link_parameter("q").as_deref(), Some("a b c"));
        assert_eq!(raw.next_link_parameter("size"), None);
        for broken in ["", "<", "<>", "<a", "</>; rel", "</>; rel=", ">;<"] {
            assert_eq!(next_target(broken), None, "{broken}");
        }
    }
}

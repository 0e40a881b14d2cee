//! The way through the pages of a list, and what the pages must agree on.
//!
//! The number of the first page, 0 or 1, is often not documented, nor whether requests and responses count alike. The walk
//! takes the number of the first page from the response to a request without a number.

use std::cmp::Ordering;

use contract_runtime::{DecodeError, PageInfo, PagedRequest, RawResponse, Request};

use crate::{Error, Response};

type WalkError<R> = Error<<R as Request>::Error, <R as Request>::Api>;

/// A walk through the pages of a list.
#[derive(Clone, Debug)]
pub(crate) struct PageWalk<R> {
    next: Next<R>,
    /// The number of the next page in responses; `None` before the first page.
    expected: Option<u64>,
    /// The number of the first page in responses; `None` if the walk began with a later one, whose number does not tell.
    first: Option<u64>,
    /// Whether it is known how the numbers in requests and responses correspond.
    is_aligned: bool,
    /// The total of all pages so far, and the number of their items. `None` if that says nothing: the walk did not begin
    /// with the first page, the request may leave items out, a page has no total, or the list changed meanwhile.
    count: Option<(u64, u64)>,
}

/// What follows the pages so far.
#[derive(Clone, Debug)]
enum Next<R> {
    Page(R),
    /// The previous page, as received, does not show that the list is complete.
    Failed(DecodeError, Box<RawResponse>),
    End,
}

/// Which page a response shows.
enum Place {
    /// The requested page.
    Page {
        /// Its number in responses.
        number: u64,
        /// That of the first page.
        first: Option<u64>,
    },
    /// A neighbour of the requested page, as requests and responses count differently; the number to request instead.
    Neighbour(u64),
    /// The list ends before the requested page. What a response shows then is not documented.
    End,
}

impl<R: PagedRequest> PageWalk<R> {
    pub(crate) fn new(request: R) -> Self {
        Self {
            next: Next::Page(request),
            expected: None,
            first: None,
            is_aligned: false,
            count: None,
        }
    }

    /// The request of the next page; `None` after the last.
    ///
    /// # Errors
    /// When the pages do not show that the list is complete.
    pub(crate) fn request(&self) -> Result<Option<&R>, WalkError<R>> {
        match &self.next {
            Next::Page(request) => Ok(Some(request)),
            Next::Failed(error, raw) => {
                Err(Error::Decode { error: error.clone(), raw: raw.clone() })
            }
            Next::End => Ok(None),
        }
    }

    /// Takes the response to the request. `None` if another page must be requested instead.
    ///
    /// # Errors
    /// When it is another page than the requested one.
    pub(crate) fn accept(
        &mut self,
        page: Response<R::Response>,
    ) -> Result<Option<Response<R::Response>>, WalkError<R>> {
        let Next::Page(mut request) = self.next.clone() else { return Ok(Some(page)) };
        if R::FOLLOWS {
            self.next = match request.following(&page, page.raw()) {
                Ok(Some(next)) => Next::Page(next),
                Ok(None) => Next::End,
                Err(error) => Next::Failed(error, Box::new(page.raw().clone())),
            };
            return Ok(Some(page));
        }
        let info = R::page_info(&page);
        let place = match (self.expected, request.page()) {
            (Some(expected), Some(requested)) => self.following(expected, requested, &info),
            (_, requested) => first::<R>(requested, &info),
        };
        match place.map_err(|error| Error::Decode { error, raw: Box::new(page.raw().clone()) })? {
            Place::Neighbour(number) => {
                self.is_aligned = true;
                request.set_page(number);
                self.next = Next::Page(request);
                return Ok(None);
            }
            Place::End => self.next = Next::End,
            Place::Page { number, first } => {
                self.count = self.counted(&request, &info);
                self.is_aligned = self.expected.is_some() || request.page().is_some();
                (self.expected, self.first) = (Some(number.saturating_add(1)), first);
                self.next = self.after(number, request, &info, page.raw());
            }
        }
        Ok(Some(page))
    }

    /// The place of a page that is not the first one of the walk.
    fn following(
        &self,
        expected: u64,
        requested: u64,
        info: &PageInfo,
    ) -> Result<Place, DecodeError> {
        let number = info.number.unwrap_or(expected);
        if number == expected {
            return Ok(Place::Page { number, first: self.first });
        }
        if info.pages.is_some_and(|pages| self.first.unwrap_or(0).saturating_add(pages) <= expected)
        {
            return Ok(Place::End);
        }
        if !self.is_aligned && number.abs_diff(expected) == 1 {
            let other = requested.saturating_add(expected).saturating_sub(number);
            return Ok(Place::Neighbour(other));
        }
        Err(other_page::<R>(&expected.to_string(), number))
    }

    fn counted(&self, request: &R, info: &PageInfo) -> Option<(u64, u64)> {
        let items = u64::try_from(info.items?).ok()?;
        let total = info.total?;
        if self.expected.is_none() {
            return (request.page().is_none() && request.is_whole()).then_some((total, items));
        }
        let (before, shown) = self.count?;
        (before == total).then(|| (total, shown.saturating_add(items)))
    }

    /// What follows the page with this number.
    fn after(&self, number: u64, mut request: R, info: &PageInfo, raw: &RawResponse) -> Next<R> {
        let failed = |pointer: &str, reason: &str| {
            Next::Failed(DecodeError::at(pointer, reason), Box::new(raw.clone()))
        };
        let Some(pages) = info.pages else {
            return failed(R::POINTERS.pages, "does not tell how many pages there are");
        };
        if number.saturating_add(1) < self.first.unwrap_or(1).saturating_add(pages) {
            request.set_page(request.page().unwrap_or(number).saturating_add(1));
            return Next::Page(request);
        }
        match self.count {
            Some((total, items)) if total != items => failed(
                R::POINTERS.total,
                &format!("expected {items}, the number of items on all pages, got {total}"),
            ),
            _ => Next::End,
        }
    }
}

/// The place of the first page of a walk.
fn first<R: PagedRequest>(requested: Option<u64>, info: &PageInfo) -> Result<Place, DecodeError> {
    let Some(requested) = requested else {
        let number = info.number.unwrap_or(1);
        let place = Place::Page { number, first: Some(number) };
        return if number > 1 { Err(other_page::<R>("0 or 1", number)) } else { Ok(place) };
    };
    let number = info.number.unwrap_or(requested);
    let first = match number.cmp(&requested) {
        Ordering::Less => Some(0),
        Ordering::Equal => (number == 0).then_some(0),
        Ordering::Greater => Some(1),
    };
    if number.abs_diff(requested) <= 1 {
        Ok(Place::Page { number, first })
    } else if info.pages.is_some_and(|pages| pages <= requested) {
        Ok(Place::End)
    } else {
        Err(other_page::<R>(&requested.to_string(), number))
    }
}

fn other_page<R: PagedRequest>(expected: &str, number: u64) -> DecodeError {
    let reason = format!("expected {expected}, the number of the requested page, got {number}");
    DecodeError::at(R::POINTERS.number, reason)
}

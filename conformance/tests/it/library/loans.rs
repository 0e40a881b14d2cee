//! The loans of the library: lent, returned, reserved.

use serde_json::{Value, json};

use super::{Broken, Library, Refused, Shelves, not_found, refused};

/// Page size. A run reads a limited number of pages, and the loans of several runs must fit on them.
const LOANS_ON_A_PAGE: usize = 6;

impl Library {
    pub(super) fn give_back(
        &self,
        shelves: &mut Shelves,
        id: &str,
    ) -> Result<(u16, Value), Refused> {
        let is_named = |loan: &&mut Value| loan["uuid"] == id || loan["member"] == id;
        let found = shelves.loans.iter_mut().find(is_named);
        let loan = found.ok_or_else(|| not_found(id))?;
        if (loan["state"] == "open") == self.is(Broken::GuardReversed) {
            let member = loan["member"].as_str().unwrap_or_default();
            let message = format!("Loan {id} of {member} was returned before");
            return refused(409, &message);
        }
        if !self.is(Broken::NotReturned) {
            loan["state"] = json!("returned");
        }
        let mut view = loan.clone();
        if self.is(Broken::ReturnedOn)
            && let Some(members) = view.as_object_mut()
            && let Some(time) = members.remove("returned_at")
        {
            members.insert("returned_on".to_owned(), time);
        }
        Ok((200, json!({ "loan": view })))
    }

    /// The loans, a few on a page.
    pub(super) fn list_loans(
        &self,
        shelves: &Shelves,
        query: &str,
    ) -> Result<(u16, Value), Refused> {
        let requested = query.split('&').find_map(|it| it.strip_prefix("page="));
        let page = requested.and_then(|page| page.parse().ok());
        let page: usize = page.filter(|_| !self.is(Broken::LoansNotPaged)).unwrap_or(1);
        let mut pages = shelves.loans.chunks(LOANS_ON_A_PAGE);
        let total = pages.len();
        let mut view = pages.nth(page.max(1) - 1).unwrap_or_default().to_vec();
        if page == total && self.is(Broken::LoanLost) {
            view.pop();
        }
        let info = json!({
            "page": page, "per_page": LOANS_ON_A_PAGE, "total_pages": total, "total_loans": shelves.loans.len(),
        });
        Ok((200, json!({ "loans": view, "page_info": info })))
    }

    pub(super) fn reserve(
        &self,
        shelves: &mut Shelves,
        body: &Value,
    ) -> Result<(u16, Value), Refused> {
        let Some(named) = body["loan"].as_str() else {
            return if self.is(Broken::NothingRequired) {
                Ok((201, Value::Null))
            } else {
                refused(422, "Which loan?")
            };
        };
        let by_member = |loan: &&Value| loan["member"] == named && !self.is(Broken::MemberUnknown);
        let mut loans = shelves.loans.iter();
        let found = loans.find(|loan| loan["uuid"] == named || by_member(loan));
        let loan = found.ok_or_else(|| not_found(named))?;
        let loan = loan["uuid"].as_str().unwrap_or_default();
        let reserved = shelves.reserved.iter().any(|known| known == loan);
        if reserved && !self.is(Broken::ReservedTwice) {
            return refused(409, "You are the next already");
        }
        shelves.reserved.push(loan.to_owned());
        Ok((201, Value::Null))
    }
}

pub(super) fn lend(shelves: &mut Shelves, id: &str, body: &Value) -> Result<(u16, Value), Refused> {
    let Some(member) = body["member"].as_str() else {
        return refused(422, "Who borrows the book?");
    };
    if !is_address(member) {
        return refused(422, "The member's address is invalid");
    }
    let found = shelves.books.iter_mut().find(|book| book["uuid"] == id);
    let book = found.ok_or_else(|| not_found(id))?;
    if book["state"] == "lent" {
        let title = book["title"].as_str().unwrap_or_default();
        return refused(409, &format!("Book {id} ({title}) is lent"));
    }
    book["state"] = json!("lent");
    shelves.next += 1;
    let loan = json!({
        "uuid": format!("loan-{}", shelves.next), "book_uuid": id, "member": member, "renewals": 0,
        "lent_at": now(), "returned_at": null, "state": "open",
    });
    shelves.loans.push(loan.clone());
    Ok((201, json!({ "loan": loan })))
}

/// Whether it has one at sign, no blanks or commas, and a domain of labels.
fn is_address(text: &str) -> bool {
    let is_plain = |part: &str| !part.is_empty() && !part.contains(['@', ' ', ',', '\n']);
    text.split_once('@').is_some_and(|(local, domain)| {
        let has_labels = domain.split('.').all(|label| !label.is_empty());
        is_plain(local) && is_plain(domain) && has_labels
    })
}

/// To the second, so that every response has the same length.
fn now() -> String {
    let now = jiff::Timestamp::now().as_second();
    jiff::Timestamp::from_second(now).unwrap().to_string()
}

//! A library that holds its books in memory.

use std::sync::{Mutex, MutexGuard, PoisonError};

use http::StatusCode;
use http::request::Parts;
use library_server::books::{AddBook, GetBook, ListBooks, RemoveBook, UpdateBook};
use library_server::branch::GetBranch;
use library_server::loans::{LendBook, ListLoans, ReserveBook, ReturnLoan};
use library_server::models::*;
use library_server::{Fault, KeyCheck, HandlerResult, Reply};

/// Accepts two cards.
pub struct Cards;

/// The reader of a card.
#[derive(Clone)]
pub struct Reader(&'static str);

impl KeyCheck<Api> for Cards {
    type Caller = Reader;

    async fn check(
        &self,
        key: Option<&str>,
        _: &Parts,
        operation: &'static OperationInfo,
    ) -> Result<Reader, Fault<KeyError>> {
        match key {
            Some("ann's card") => Ok(Reader("ann")),
            Some("late bob's card") => Err(KeyError::ReaderGone.into()),
            Some(_) => Err(Fault::from(KeyError::CardUnknown).with_cause("no such row")),
            None if operation.key_required == Some(true) => Err(KeyError::CardMissing.into()),
            None => Ok(Reader("anybody")),
        }
    }
}

#[derive(Default)]
pub struct Library {
    books: Mutex<Vec<Book>>,
}

impl Library {
    fn books(&self) -> MutexGuard<'_, Vec<Book>> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn noon() -> Timestamp {
    Timestamp::new("2026-01-31T12:00:00Z").unwrap()
}

impl AddBook<Reader> for Library {
    async fn add_book(
        &self,
        reader: Reader,
        request: AddBookRequest,
    ) -> HandlerResult<AddBookSuccess, AddBookError> {
        assert_eq!(reader.0, "ann");
        match request.title.as_str() {
            "A panic" => panic!("the shelf fell over"),
            "A fault" => return Err(Fault::internal("the shelf at /secret is full")),
            _ => {}
        }
        let mut books = self.books();
        if books.iter().any(|book| book.isbn == request.isbn) {
            let refusal = Fault::from(AddBookError::IsbnTaken { isbn: request.isbn });
            return Err(refusal.with_cause("a unique index"));
        }
        let cost = request.replacement_cost.unwrap_or_else(|| 0.into());
        let (uuid, authors) = (
            format!("b-{}", request.isbn),
            request.genres.unwrap_or_default(),
        );
        let book = Book::new(
            uuid,
            request.isbn,
            request.title,
            authors,
            false,
            cost,
            noon(),
            "available",
        );
        books.push(book.clone());
        Ok(AddBookSuccess::new(book, vec!["S 1".to_owned()]).into())
    }
}

impl GetBook<Reader> for Library {
    async fn get_book(
        &self,
        _: Reader,
        request: GetBookRequest,
    ) -> HandlerResult<GetBookSuccess, GetBookError> {
        let book = self
            .books()
            .iter()
            .find(|book| book.uuid == request.book)
            .cloned();
        let unknown = || GetBookError::BookNotFound {
            book: request.book.to_string(),
        };
        Ok(GetBookSuccess::new(book.ok_or_else(unknown)?).into())
    }
}

impl ListBooks<Reader> for Library {
    async fn list_books(
        &self,
        _: Reader,
        request: ListBooksRequest,
    ) -> HandlerResult<ListBooksSuccess, ListBooksError> {
        let mut books = self.books().clone();
        if let Some(genres) = &request.genre {
            // The genres of a book are in place of its authors.
            books.retain(|book| genres.iter().any(|genre| book.authors.contains(genre)));
        }
        let (page, size) = (request.page.unwrap_or(1), request.per_page.unwrap_or(2));
        let info = ListBooksPageInfo::new(
            page,
            size,
            (books.len() as u64).div_ceil(size),
            books.len() as u64,
        );
        let skipped = (page - 1) * size;
        let books = books
            .into_iter()
            .skip(skipped as usize)
            .take(size as usize)
            .collect();
        Ok(ListBooksSuccess::new(books, info).into())
    }
}

impl RemoveBook<Reader> for Library {
    async fn remove_book(
        &self,
        _: Reader,
        request: RemoveBookRequest,
    ) -> HandlerResult<RemoveBookSuccess, RemoveBookError> {
        match request.book.to_string().as_str() {
            "glued" => Err(Fault::other(StatusCode::LOCKED, "it is glued to the shelf")),
            _ => Ok(RemoveBookSuccess.into()),
        }
    }
}

impl UpdateBook<Reader> for Library {
    async fn update_book(
        &self,
        _: Reader,
        request: UpdateBookRequest,
    ) -> HandlerResult<UpdateBookSuccess, UpdateBookError> {
        let mut books = self.books();
        let book = books.iter_mut().find(|book| book.uuid == request.book);
        let book = book.ok_or_else(|| Fault::other(StatusCode::NOT_FOUND, "no such book"))?;
        book.title = request.title.unwrap_or(book.title.clone());
        match request.state {
            Some(UpdateBookState::Withdrawn) => book.state = BookState::Withdrawn,
            Some(UpdateBookState::Available) => book.state = BookState::Available,
            Some(other) => return Err(Fault::other(StatusCode::BAD_REQUEST, other.to_string())),
            None => {}
        }
        Ok(UpdateBookSuccess::new(book.clone()).into())
    }
}

impl GetBranch<Reader> for Library {
    async fn get_branch(
        &self,
        reader: Reader,
        _: GetBranchRequest,
    ) -> HandlerResult<GetBranchSuccess, GetBranchError> {
        let mut branch = Branch::new();
        let inserted = branch.extra.insert("reader", &reader.0);
        inserted.map_err(Fault::internal)?;
        Ok(GetBranchSuccess::new(branch).into())
    }
}

impl ReserveBook<Reader> for Library {
    async fn reserve_book(
        &self,
        _: Reader,
        request: ReserveBookRequest,
    ) -> HandlerResult<ReserveBookSuccess, ReserveBookError> {
        match request.loan {
            LoanRef::Uuid(uuid) if uuid.as_str() == "l-1" => Ok(ReserveBookSuccess.into()),
            LoanRef::Uuid(_) => Err(ReserveBookError::AlreadyReserved.into()),
            LoanRef::Email(_) => Err(ReserveBookError::ReaderBlocked.into()),
        }
    }
}

impl LendBook<Reader> for Library {
    async fn lend_book(
        &self,
        _: Reader,
        request: LendBookRequest,
    ) -> HandlerResult<LendBookSuccess, LendBookError> {
        let loan = Loan::new("l-1", request.book, request.member, noon(), "open");
        Ok(Reply::with_status(
            StatusCode::ACCEPTED,
            LendBookSuccess::new(loan),
        ))
    }
}

impl ListLoans<Reader> for Library {
    async fn list_loans(
        &self,
        _: Reader,
        _: ListLoansRequest,
    ) -> HandlerResult<ListLoansSuccess, ListLoansError> {
        Ok(ListLoansSuccess::new(Vec::new(), ListLoansPageInfo::new(1, 10, 0, 0)).into())
    }
}

impl ReturnLoan<Reader> for Library {
    async fn return_loan(
        &self,
        _: Reader,
        request: ReturnLoanRequest,
    ) -> HandlerResult<ReturnLoanSuccess, ReturnLoanError> {
        let (loan, member) = ("l-1".to_owned(), request.loan.to_string());
        Err(ReturnLoanError::AlreadyReturned { loan, member }.into())
    }
}

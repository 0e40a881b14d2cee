//! A service without one operation: it must not compile.

mod library;

fn main() {
    let service = std::sync::Arc::new(library::Library::default());
    library_server::Routes::new(library::Cards).whole(service).into_router();
}

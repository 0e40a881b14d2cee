//! Behaviour of models with names that are Rust keywords: runs inside the generated crate.

use hard_models::{AddBookBinding, AddBookRequest, Option_, Request};

#[test]
fn recursive_record_round_trips() {
    let text = r#"{"other":{"all":[]},"all":[{"all":[]},{"other":{"all":[]},"all":[]}]}"#;
    let option: Option_ = serde_json::from_str(text).unwrap();
    assert_eq!(option.all.len(), 2);
    assert_eq!(serde_json::to_string(&option).unwrap(), text);
    let error = serde_json::from_str::<Option_>(r#"{"all":[{"all":{}}]}"#).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("/all/0/all: expected a list, got an object"),
        "{error}"
    );
}

#[test]
fn values_with_hard_names_keep_their_spelling() {
    for value in ["self", "3d", "+", "other", "größe", "any other"] {
        let request = AddBookRequest::new("1", "Emma").binding(value);
        let again =
            AddBookRequest::from_http(&[], None, request.to_http().unwrap().body()).unwrap();
        assert_eq!(
            again.binding.as_ref().map(AddBookBinding::as_str),
            Some(value)
        );
    }
    assert_ne!(
        AddBookBinding::from("other"),
        AddBookBinding::from("others")
    );
}

/// Nested options: two levels for each except the innermost.
fn options(count: usize) -> String {
    format!(
        r#"{}{{"all":[]}}{}"#,
        r#"{"all":["#.repeat(count),
        "]}".repeat(count)
    )
}

#[test]
fn record_nested_too_deeply_is_refused() {
    // A smaller stack than that of any server thread.
    let little = std::thread::Builder::new().stack_size(512 * 1024);
    let works = little.spawn(|| {
        let deep = options(63);
        let option: Option_ = serde_json::from_str(&deep).unwrap();
        assert_eq!(option.clone(), option);
        assert_eq!(serde_json::to_string(&option).unwrap(), deep);
        for count in [64, 100_000] {
            let error = serde_json::from_str::<Option_>(&options(count)).unwrap_err();
            let error = error.to_string();
            assert!(
                error.starts_with("more than 128 nested lists and objects"),
                "{error}"
            );
        }
    });
    works.unwrap().join().unwrap();
}

//! The judge and the oracle, on edited responses of the library.

use std::sync::Arc;

use mutation::response_edit::legality::Legality;
use mutation::response_edit::matrix::{is_disagreement, render};
use mutation::response_edit::{EditedResponse, Recording};

use crate::library::{LibraryServers, run_options, suite};

async fn recording() -> Recording {
    Recording::new(&Arc::new(suite()), &LibraryServers::new(), run_options()).await.unwrap()
}

fn count(edits: &[EditedResponse], is: impl Fn(&Legality) -> bool) -> usize {
    edits.iter().filter(|edit| is(&edit.legality)).count()
}

#[tokio::test]
async fn judge_and_second_reading_agree() {
    let recording = recording().await;
    assert_eq!(recording.contradictions(), Vec::<String>::new());
    let edits: Vec<_> = (0..400).filter_map(|number| recording.draw(1, number).unwrap()).collect();
    let disagreements = edits.iter().filter(|edit| is_disagreement(edit));
    let (missed, accused): (Vec<_>, Vec<_>) =
        disagreements.partition(|edit| edit.reported.is_empty());
    assert!(accused.is_empty(), "{}", render(&edits));
    // A 404 without the error body may come from a gateway that does not know the path. If it is the only refusal of a
    // call whose success has no body, nothing shows that the call is not accepted blindly: its clauses are inconclusive.
    let is_unknown_path = |edit: &&EditedResponse| edit.exchange.contains(" -> 404");
    assert!(missed.iter().all(is_unknown_path), "{}", render(&edits));
    let illegal = count(&edits, |legality| matches!(legality, Legality::Illegal(_)));
    let legal = count(&edits, |legality| *legality == Legality::Legal);
    assert!(illegal > 80 && legal > 25, "{}", render(&edits));
}

#[tokio::test]
async fn draws_are_determined_by_their_seed() {
    let recording = recording().await;
    let draw = |seed| {
        let edits = (0..20).filter_map(|number| recording.draw(seed, number).unwrap());
        edits.map(|edit| (edit.scenario, edit.step, edit.edit)).collect::<Vec<_>>()
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
}

//! Two runs against the unmutated reference.

use machine_mutants::instrument::Instrument;
use machine_mutants::outcome::Outcome;

#[tokio::test]
async fn runs_of_the_unmutated_reference_have_equal_traffic() {
    let folder = tempfile::tempdir().unwrap();
    let mut instrument = Instrument::seed(folder.path()).await.unwrap();
    let baseline = instrument.baseline().await.unwrap();
    let start = std::time::Instant::now();
    let run = instrument.run().await;
    eprintln!("run: {:?}", start.elapsed());
    let record = instrument.classify(&baseline, run);
    assert_eq!(record.outcome, Outcome::Unreached, "{record:#?}");
}

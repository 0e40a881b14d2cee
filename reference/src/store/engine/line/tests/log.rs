//! The write-ahead log of SQLite, as far as to count what was committed (<https://sqlite.org/fileformat2.html#walformat>).

use std::path::Path;

const HEADER: usize = 32;
const FRAME: usize = 24;

fn number(bytes: &[u8]) -> u32 {
    u32::from_be_bytes(bytes[..4].try_into().unwrap())
}

/// How many transactions stand in the log of the file: the last frame of each tells how large the file is after it.
pub fn commits(file: &Path) -> usize {
    let log = std::fs::read(format!("{}-wal", file.display())).unwrap();
    let (header, frames) = log.split_at(HEADER);
    let page = usize::try_from(number(&header[8..])).unwrap();
    // A log that was begun anew keeps what is behind, with other salts.
    let salts = &header[16..24];
    frames
        .chunks_exact(FRAME + page)
        .take_while(|frame| &frame[8..16] == salts)
        .filter(|frame| number(&frame[4..]) > 0)
        .count()
}

//! Counts the commits in SQLite's write-ahead log (<https://sqlite.org/fileformat2.html#walformat>).

use std::path::Path;

const HEADER: usize = 32;
const FRAME: usize = 24;

fn read_u32(bytes: &[u8]) -> u32 {
    u32::from_be_bytes(bytes[..4].try_into().unwrap())
}

/// The number of transactions in the log of the file. The last frame of each holds the size of the database after it.
pub fn count_commits(file: &Path) -> usize {
    let log = std::fs::read(format!("{}-wal", file.display())).unwrap();
    let (header, frames) = log.split_at(HEADER);
    let page = usize::try_from(read_u32(&header[8..])).unwrap();
    // A log that was restarted keeps old frames, which have other salts.
    let salts = &header[16..24];
    frames
        .chunks_exact(FRAME + page)
        .take_while(|frame| &frame[8..16] == salts)
        .filter(|frame| read_u32(&frame[4..]) > 0)
        .count()
}

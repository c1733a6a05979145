//! Files packed by gzip.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

/// `content`, packed.
pub(crate) fn packed(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

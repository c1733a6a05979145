//! Free memory of this machine.

use std::path::Path;

use super::system::files;

/// Bytes that programs can still be given without others being swapped out, where the system
/// reports it: Linux does in `/proc/meminfo`.
pub(crate) fn free_memory() -> Option<u64> {
    let text = files::read_text(Path::new("/proc/meminfo")).ok()?;
    available(&text)
}

fn available(text: &str) -> Option<u64> {
    let mut lines = text.lines();
    let available = lines.find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = available.trim().strip_suffix(" kB")?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_read_in_bytes() {
        let text =
            "MemTotal:       24615956 kB\nMemFree:          200 kB\nMemAvailable:   1024 kB\n";
        assert_eq!(available(text), Some(1 << 20));
        assert_eq!(available("MemTotal: 1 kB"), None);
        assert_eq!(available("MemAvailable: much"), None);
    }
}

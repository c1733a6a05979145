//! Throwaway: old files and new cases parse to equal scenarios.
use std::path::Path;
#[test]
fn equal() {
    let map = std::fs::read_to_string("/tmp/fixtures-map.txt").unwrap();
    let mut count = 0;
    for line in map.lines() {
        let (old, new) = line.split_once(" -> ").unwrap();
        if old.ends_with(".csv") || old.ends_with("power_file.ron") {
            continue;
        }
        let old = Path::new("/tmp/fx-old").join(old.strip_prefix("fixtures/").unwrap());
        let new = Path::new("/work/wt/fixtures").join(new);
        assert_eq!(
            cosched::load::open_any(&old).unwrap(),
            cosched::load::open_any(&new).unwrap(),
            "{line}"
        );
        count += 1;
    }
    println!("{count} parsed equal");
    assert_eq!(count, 528);
}

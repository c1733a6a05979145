//! The stored layout of the window's library: left out where it is damaged, so that it never keeps
//! the window from opening.

use std::collections::BTreeMap;
use std::path::Path;

use laboratory::base::system::files;
use laboratory::export::write_whole;

/// Keys that the library stores: its own state, and the window's position.
const LAYOUT: [&str; 2] = ["egui", "window"];
/// Range of the enlargement of everything.
const ZOOM: std::ops::RangeInclusive<f32> = 0.2..=5.0;
/// Largest side of a window, in points.
const LARGEST: f32 = 100_000.0;

/// Removes from the file at `path` what would keep the window from opening; returns a sentence on
/// that. A file that cannot be read at all counts as none.
pub(super) fn mend(path: &Path) -> Option<String> {
    let text = files::read_text(path).ok()?;
    let mut stored: BTreeMap<String, String> = ron::from_str(&text).ok()?;
    let mut damage = Vec::new();
    for key in LAYOUT {
        if let Some(found) = stored.get(key).and_then(|text| damage_in(text)) {
            stored.remove(key);
            damage.push(found);
        }
    }
    if damage.is_empty() {
        return None;
    }
    let text = ron::ser::to_string_pretty(&stored, ron::ser::PrettyConfig::default()).ok()?;
    let damage = damage.join(", ");
    match write_whole(path, text.as_bytes()) {
        Ok(()) => Some(format!(
            "The stored layout of the window was damaged ({damage}): it begins anew"
        )),
        Err(problem) => Some(problem.to_string()),
    }
}

/// Returns what is wrong with the numbers that are stored in `text`, if anything.
fn damage_in(text: &str) -> Option<String> {
    let zoom = number_of(text, "zoom_factor:").filter(|zoom| !ZOOM.contains(zoom));
    if let Some(zoom) = zoom {
        return Some(format!("zoom_factor {zoom}"));
    }
    if let Some(size) = text.split("inner_size_points:(").nth(1) {
        let sides = ["x:", "y:"].map(|name| number_of(size, name));
        let bad = |side: &Option<f32>| side.is_none_or(|side| !(1.0..=LARGEST).contains(&side));
        if sides.iter().any(bad) {
            return Some("size of the window".to_owned());
        }
    }
    let mut numbers = text.split(|sign: char| !sign.is_alphanumeric());
    numbers
        .any(|word| word == "NaN")
        .then(|| "a number that is none".to_owned())
}

/// Returns the number behind the first `name` in `text`; not a number where it is invalid.
fn number_of(text: &str, name: &str) -> Option<f32> {
    let behind = text.split(name).nth(1)?;
    let word = behind.split([',', ')']).next().unwrap_or_default();
    Some(word.trim().parse().unwrap_or(f32::NAN))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: &str = "(normal_geometry:(outer_position_pixels:Some((x:0.0,y:0.0)),scale_factor:1.0,inner_size_points:(x:1280.0,y:800.0)),fullscreen:false)";

    /// Returns the rest of a file with that layout, and a sentence on it.
    fn mend_layout(egui: &str, window: &str) -> (Vec<String>, Option<String>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("app.ron");
        let stored = [
            ("cosched settings", "()"),
            ("egui", egui),
            ("window", window),
        ];
        let stored = BTreeMap::from(stored.map(|(key, text)| (key.to_owned(), text.to_owned())));
        std::fs::write(&path, ron::to_string(&stored).unwrap()).unwrap();
        let said = mend(&path);
        let text = std::fs::read_to_string(&path).unwrap();
        let left: BTreeMap<String, String> = ron::from_str(&text).unwrap();
        (left.into_keys().collect(), said)
    }

    #[test]
    fn a_sound_layout_stays() {
        let egui = "(options:(zoom_factor:1.25),areas:{(1):(max:(x:inf,y:-inf))})";
        let (left, said) = mend_layout(egui, WINDOW);
        assert_eq!(left, ["cosched settings", "egui", "window"]);
        assert_eq!(said, None);
    }

    /// Each of them stopped every start, or opened a window that cannot be seen.
    #[test]
    fn invalid_numbers_are_left_out_and_reported() {
        for zoom in ["NaN", "inf", "0.0", "-1.0", "1e30"] {
            let (left, said) = mend_layout(&format!("(options:(zoom_factor:{zoom}))"), WINDOW);
            assert_eq!(left, ["cosched settings", "window"], "{zoom}");
            assert!(said.unwrap().contains("zoom_factor"), "{zoom}");
        }
        let (left, _) = mend_layout("(options:(zoom_factor:1.0),offset:(x:NaN,y:0.0))", WINDOW);
        assert_eq!(left, ["cosched settings", "window"]);
        for size in ["x:NaN,y:800.0", "x:1280.0,y:inf", "x:0.0,y:800.0"] {
            let window = WINDOW.replace("x:1280.0,y:800.0", size);
            let (left, _) = mend_layout("(options:(zoom_factor:1.0))", &window);
            assert_eq!(left, ["cosched settings", "egui"], "{size}");
        }
    }

    #[test]
    fn an_unreadable_layout_counts_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("app.ron");
        assert_eq!(mend(&path), None);
        std::fs::write(&path, [0xff, 0x00, 0x28]).unwrap();
        assert_eq!(mend(&path), None);
    }
}

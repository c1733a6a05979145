//! The guide: every scenario and every command in it runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A block of text between fences: the words behind the first one, and the text.
struct Block {
    kind: String,
    file: Option<String>,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(said), None) => {
                let mut words = said.split_whitespace();
                let kind = words.next().unwrap_or_default().to_owned();
                let file = words.find_map(|word| word.strip_prefix("file="));
                let file = file.map(str::to_owned);
                let text = String::new();
                open = Some(Block { kind, file, text });
            }
            (None, Some(block)) => block.text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence is not closed");
    blocks
}

fn pages() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut files, mut folders) = (Vec::new(), vec![root.join("guide")]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                files.push(path);
            }
        }
    }
    files.push(root.join("../README.md"));
    files.sort();
    assert!(files.len() > 25);
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    files.into_iter().map(read).collect()
}

/// Runs `script` with the program and the examples at hand.
fn shell(folder: &Path, script: &str) -> Result<(), String> {
    let program = Path::new(env!("CARGO_BIN_EXE_cosched")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command
        .args(["-e", "-c", script])
        .current_dir(folder)
        .env("PATH", path);
    let output = command.output().unwrap();
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

#[test]
fn every_scenario_and_every_command_runs() {
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    let (mut scenarios, mut commands) = (0, 0);
    for (page, text) in pages() {
        let folder = tempfile::tempdir().unwrap();
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/external/policies.py");
        fs::copy(examples, folder.path().join("policies.py")).unwrap();
        for block in blocks(&text) {
            if !has_python && block.text.contains("python3") {
                println!("SKIPPED: python3 is not on this machine");
                continue;
            }
            if let Some(file) = block.file {
                fs::write(folder.path().join(file), block.text).unwrap();
                continue;
            }
            let script = match &*block.kind {
                "ron" => {
                    fs::write(folder.path().join("page.ron"), &block.text).unwrap();
                    let requested = if block.text.contains("expect:") {
                        "check"
                    } else {
                        "run"
                    };
                    scenarios += 1;
                    format!("cosched {requested} page.ron")
                }
                // Those of cargo and pip are for the first start: the tests are run by one of
                // them, and the package's own tests begin with the other, as the page's do with
                // its building.
                "sh" if !["cargo ", "pip ", "gui/web/build"]
                    .iter()
                    .any(|of| block.text.starts_with(of)) =>
                {
                    commands += block.text.lines().count();
                    block.text.clone()
                }
                _ => continue,
            };
            let done = shell(folder.path(), &script);
            done.unwrap_or_else(|why| panic!("{}: {script}{}: {why}", page.display(), block.text));
        }
    }
    assert!(scenarios > 10 && commands > 10, "{scenarios}, {commands}");
}

#[test]
fn every_link_leads_somewhere() {
    for (page, text) in pages() {
        for target in text
            .split("](")
            .skip(1)
            .map(|rest| rest.split(')').next().unwrap())
        {
            if target.starts_with("http") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = match file {
                "" => page.clone(),
                file => page.parent().unwrap().join(file),
            };
            assert!(path.exists(), "{}: {target}", page.display());
            if !heading.is_empty() {
                let text = fs::read_to_string(&path).unwrap();
                let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
                let mut names = headings.map(|name| {
                    let name = name.trim_start_matches(['#', ' ']).to_lowercase();
                    name.replace(' ', "-").replace([',', '.'], "")
                });
                assert!(
                    names.any(|name| name == heading),
                    "{}: {target}",
                    page.display()
                );
            }
        }
    }
}

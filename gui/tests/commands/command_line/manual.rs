//! Completions and pages of the manual say what `--help` says.

use crate::program::{cosched, text};
use crate::refused::assert_refused;

/// Words that `--help` of the command with these words lists: its commands, and its options.
fn listed(command: &[&str]) -> (Vec<String>, Vec<String>) {
    let output = cosched(".".as_ref(), &[command, &["--help"]].concat());
    assert!(output.status.success(), "{command:?}");
    let help = text(&output.stdout);
    let is_command = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands
        .take_while(|line| !line.is_empty())
        .filter(is_command)
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| *word != "help");
    let options = help.lines().filter_map(|line| {
        let (begin, name) = line.split_once("--")?;
        // Names stand in the seventh column; a description that has been wrapped is further in.
        let is_option = begin.len() == 6;
        let end = name.find([' ', '.']).unwrap_or(name.len());
        is_option.then(|| format!("--{}", &name[..end]))
    });
    let options = options.collect();
    (commands.map(str::to_owned).collect(), options)
}

/// Words of all commands that `--help` knows, outermost first.
fn all_commands() -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    let mut next = 0;
    while next < all.len() {
        let words: Vec<&str> = all[next].iter().map(String::as_str).collect();
        let below = listed(&words).0;
        let below = below.into_iter().map(|word| {
            let own = words.iter().map(|&word| word.to_owned());
            own.chain([word]).collect::<Vec<String>>()
        });
        let below: Vec<_> = below.collect();
        all.extend(below);
        next += 1;
    }
    all
}

#[test]
fn each_command_has_a_page_with_its_options_and_completions() {
    let folder = tempfile::tempdir().unwrap();
    let output = cosched(folder.path(), &["man", "--out", "pages"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let completions = text(&cosched(folder.path(), &["completions", "bash"]).stdout);
    let commands = all_commands();
    assert!(commands.len() > 18, "{commands:?}");
    assert!(commands.contains(&vec!["sweep".into(), "status".into()]));
    for command in &commands {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let name = ["cosched"].iter().chain(&words).copied();
        let page = format!("pages/{}.1", name.collect::<Vec<_>>().join("-"));
        let page = std::fs::read_to_string(folder.path().join(&page)).expect(&page);
        let page = page.replace("\\-", "-");
        let (_, options) = listed(&words);
        assert!(options.contains(&"--help".to_owned()), "{words:?}");
        for option in options {
            assert!(
                page.contains(&format!("{option}\\fR")),
                "{words:?} {option}"
            );
            assert!(completions.contains(&option), "{words:?} {option}");
        }
    }
    let pages = std::fs::read_dir(folder.path().join("pages")).unwrap();
    assert_eq!(pages.count(), commands.len());
}

#[test]
fn one_page_is_printed_and_an_unknown_command_is_refused_by_the_known() {
    let page = cosched(".".as_ref(), &["man", "sweep", "status"]);
    assert!(text(&page.stdout).contains("cosched\\-sweep\\-status"));
    let folder = tempfile::tempdir().unwrap();
    let sentence = "`cosched sweep` has no command `stat`; there are status, cancel";
    assert_refused(folder.path(), &["man", "sweep", "stat"], sentence, "");
}

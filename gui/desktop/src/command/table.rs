//! The table of commands: menus, palette, keys and the cheat sheet come from it.

/// Hands the table to the macro `$table`, menu by menu. A row has the documentation of the command,
/// which is its tooltip, its name, the table of its values where there are several of it, its keys,
/// and, for `rows`, its [`Row`](super::row::Row).
macro_rules! with_commands {
    ($table:ident) => {
        $table! {
            /// Show the dialog for opening a file.
            Open [control(Key::O)] => row(File, 0, "Open…")
                .tooltip(&OPEN)
                .keywords(&["log, trace, SWF", "accounting of sacct", "load a file"])
                .stays_at_start()
                .does(|app, _| app.open_file_dialog(Purpose::Open));
            /// Run another scenario or log beside this one; its runs are compared by their metrics.
            CompareWith [] => row(File, 1, "Compare with…")
                .keywords(&["two logs side by side"])
                .does(|app, _| app.open_file_dialog(Purpose::Beside));
            /// Open this built-in example and simulate it.
            Example(index: usize in 0..examples::ALL.len()) [] => row(File, 1, example_text(index))
                .within(EXAMPLES)
                .stays_at_start()
                .does(move |app, _| app.open_example(index));
            /// Write the scenario to its file.
            Save [control(Key::S)] => row(File, 2, "Save")
                .stays_at_start()
                .does(|app, _| _ = app.save_scenario());
            /// Write the scenario to a file you name.
            SaveAs [shifted(Key::S)] => row(File, 2, "Save as…")
                .stays_at_start()
                .does(|app, _| app.open_file_dialog(Purpose::Save));
            /// Write plots, tables, a run or the scenario to files.
            Export [] => row(File, 2, "Export…")
                .keywords(&["save CSV, PDF, SVG, PNG"])
                .does(|app, _| app.dialogs.export = Some(export::State::new(app)));
            /// Write a page about the runs, with tables and figures.
            Report [] => row(File, 2, "Report…")
                .keywords(&["print as HTML or PDF"])
                .does(|app, _| app.dialogs.export = Some(export::State::of(ExportItem::Page, app)));
            /// Write what the pane in front draws, for print or as here: PDF, SVG or PNG.
            TakeFigure [control(Key::E)] => row(File, 0, "Take away the figure…")
                .within(TAKE_AWAY)
                .keywords(&["picture: PDF, SVG, PNG", "save the plot"])
                .when(has_runs)
                .does(|app, _| app.export_figure_in_front());
            /// Write the table behind the pane in front: CSV or LaTeX.
            TakeTable [] => row(File, 0, "Take away the table…")
                .within(TAKE_AWAY)
                .keywords(&["CSV, LaTeX", "save numbers"])
                .when(has_runs)
                .does(|app, _| app.export_table_in_front());
            /// Put what the answer says on the clipboard.
            TakeSentence [shifted(Key::C)] => row(File, 0, "Copy the answer")
                .within(TAKE_AWAY)
                .when(has_runs)
                .does(|app, ctx| app.front.copy_sentence(ctx));
            /// Put what a sweep or a what-if in front comes to, in sentences, on the clipboard.
            TakePaneSentences [] => row(File, 0, "Copy what the pane in front says")
                .within(TAKE_AWAY)
                .when(|app| app.front.panes.has_sentences(&app.front.shared))
                .does(|app, ctx| app.take_pane_sentences(ctx));
            /// Put the command line that gives these numbers again on the clipboard.
            TakeCommandLine [] => row(File, 0, "Copy the command line")
                .within(TAKE_AWAY)
                .when(has_runs)
                .does(|app, ctx| app.front.copy_command_line(ctx));
            /// Put an address on the clipboard that opens this scenario, its runs and what is in front.
            CopyLink [] => row(File, 0, "Copy link")
                .within(TAKE_AWAY)
                .keywords(&["share, pass on", "URL, address"])
                .on_page()
                .when(has_runs)
                .does(|app, _| app.copy_link());
            /// Write figure, table, sentence, command line and the scenario into one folder.
            TakeAll [] => row(File, 0, "Take away all in one folder…")
                .within(TAKE_AWAY)
                .keywords(&["save PDF, CSV, text"])
                .when(has_runs)
                .does(|app, _| app.take_all());
            /// Go to the document of the next tab; nothing is run again.
            NextDocument [KeyboardShortcut::new(Modifiers::CTRL, Key::Tab)]
                => row(View, 3, "Next document")
                .when(has_others)
                .does(|app, _| app.show_neighbour(true));
            /// Go to the document of the tab before; nothing is run again.
            PreviousDocument [
                KeyboardShortcut::new(Modifiers::CTRL.plus(Modifiers::SHIFT), Key::Tab)
            ]
                => row(View, 3, "Previous document")
                .when(has_others)
                .does(|app, _| app.show_neighbour(false));
            /// Close this document with all its runs.
            CloseDocument [control(Key::W)] => row(File, 3, "Close document")
                .does(|app, _| app.close_document(app.background.front_index));
            /// Remove files, settings and documents that this browser keeps for the next time.
            ForgetKept [] => row(File, 9, "Forget all that is kept here")
                .keywords(&["storage, privacy, reset"])
                .on_page()
                .stays_at_start()
                .does(|app, _| app.forget_kept());
            /// Close the window.
            Quit [control(Key::Q)] => row(File, 9, "Quit")
                .on_desktop()
                .keywords(&["exit"])
                .stays_at_start()
                .does(|_, ctx| ctx.send_viewport_cmd(egui::ViewportCommand::Close));

            /// Take back the last change of the scenario.
            Undo [control(Key::Z)] => row(Edit, 0, "Undo")
                .when(|app| app.front.can_undo())
                .stays_at_start()
                .does(|app, _| app.front.undo());
            /// Repeat the change that was taken back.
            Redo [control(Key::Y), shifted(Key::Z)] => row(Edit, 0, "Redo")
                .when(|app| app.front.shared.document.can_redo())
                .stays_at_start()
                .does(|app, _| app.front.shared.document.redo());
            /// Search every command by its name.
            Palette [control(Key::P)] => row(Edit, 4, "Commands…")
                .stays_at_start()
                .does(|app, _| app.dialogs.palette = Some(palette::State::default()));

            /// Simulate the scenario under the chosen policies.
            Run [plain(Key::F5), control(Key::R)] => row(Run, 0, "Run chosen policies")
                .does(|app, _| app.front.simulate());
            /// Simulate the scenario under FCFS, EASY and conservative backfilling, and whatever else
            /// is chosen.
            RunAll [shifted(Key::R)] => row(Run, 0, "Run all policies")
                .does(|app, _| app.front.simulate_all());
            /// Vary a parameter, with several seeds, and see how metrics change.
            Sweep [] => row(Run, 0, "Sweep…")
                .keywords(&["vary a parameter", "seeds"])
                .does(|app, _| app.settings.desk.show(Pane::Sweep));
            /// Stop what is being computed; older results stay.
            Cancel [plain(Key::Escape)] => row(Run, 0, "Cancel")
                .when(App::can_cancel)
                .stays_at_start()
                .does(|app, _| app.cancel());
            /// Simulate again a moment after each change.
            RerunOnChange [] => row(Run, 0, "Re-run on change")
                .switch(|app| app.settings.rerun_on_change)
                .stays_at_start()
                .does(|app, _| app.settings.rerun_on_change ^= true);
            /// Let the current run go on differently from the moment of the replay on: another
            /// policy, another machine, other jobs.
            Branch [] => row(Run, 0, "Branch here…")
                .when(has_current_run)
                .does(|app, _| app.dialogs.branch = Some(branch::State::new(&app.front.shared)));
            /// Keep the current run aside while you change the scenario.
            Duplicate [control(Key::D)] => row(Run, 4, "Duplicate run")
                .when(has_current_run)
                .does(|app, _| app.front.shared.runs.duplicate());
            /// Forget the current run.
            Delete [] => row(Run, 4, "Delete run")
                .when(has_current_run)
                .does(|app, _| app.front.delete_run());
            /// Leave in the list only what the present scenario gives.
            ForgetOthers [] => row(Run, 4, "Forget runs of other scenarios")
                .stays_at_start()
                .does(|app, _| app.front.forget_other_runs());
            /// Show every other run's difference to the current run.
            Baseline [plain(Key::B)] => row(Run, 4, "Make run the baseline")
                .when(has_current_run)
                .does(|app, _| app.front.shared.runs.make_current_the_baseline());

            /// Bring this pane to the front.
            Show(pane: Pane in Pane::ALL) [] => row(View, 0, format!("Show {}", pane.name()))
                .within(submenu::group_of(pane))
                .keys(pane.shortcut())
                .keywords(pane.facts().keywords)
                .does(move |app, _| app.settings.desk.show(pane));
            /// Show the whole machine from the first submission to the last completion.
            Fit [plain(Key::F)] => row(View, 5, "Fit the schedule")
                .keywords(&["zoom out to everything"])
                .when(has_runs)
                .does(|app, _| app.front.shared.sight.fit());
            /// Colour jobs by whether they start earlier or later than in the baseline.
            Difference [plain(Key::D)] => row(View, 5, "Difference to the baseline")
                .when(|app| app.front.shared.runs.entries.len() > 1)
                .switch(|app| app.front.shared.sight.difference)
                .does(|app, _| app.front.shared.sight.difference ^= true);
            /// Search the job table by number or user; Enter goes to the job in the schedule.
            FindJob [plain(Key::Slash)] => row(View, 5, "Find job")
                .keywords(&["search"])
                .when(has_runs)
                .does(|app, _| app.find_job());
            /// Choose this job and bring it into sight in the schedule.
            GoTo(number: u64 in []) [] => row(View, 0, format!("Go to job {number}"))
                .does(move |app, _| app.front.go_to_number(number));

            /// Whether dragging on a chart selects a span of time; with Shift it always does.
            DragSelects [plain(Key::V)] => row(View, 0, "Drag to select time")
                .within(SELECTION)
                .keywords(&["select a span of time"])
                .switch(|app| app.front.shared.sight.view.drags_select)
                .does(|app, _| app.front.shared.sight.view.drags_select ^= true);
            /// Look again at the jobs that were selected before.
            ScopeBack [with_alt(Key::ArrowLeft)] => row(View, 0, "Selection before")
                .within(SELECTION)
                .when(|app| app.front.shared.scope.can_go_back())
                .does(|app, _| app.front.shared.change_scope(Scopes::back));
            /// Take back a step back in the selection.
            ScopeForward [with_alt(Key::ArrowRight)] => row(View, 0, "Selection after")
                .within(SELECTION)
                .when(|app| app.front.shared.scope.can_go_forward())
                .does(|app, _| app.front.shared.change_scope(Scopes::forward));
            /// Select jobs by a line, as in user == 3 && nodes >= 64; the selection holds in every
            /// pane.
            SelectJobs [] => row(View, 0, "Select jobs by filter…")
                .within(SELECTION)
                .when(has_runs)
                .does(|app, _| app.select_jobs());
            /// Let statistics and comparison be about all jobs again.
            ScopeAll [shifted(Key::A)] => row(View, 0, "Select all jobs")
                .within(SELECTION)
                .keywords(&["clear the filter"])
                .when(|app| !app.front.shared.scope.current().is_all())
                .does(|app, _| {
                    app.front.shared.change_scope(|scopes| scopes.set(Scope::default()))
                });
            /// Select the seven days, from midnight, in which the machine of the current run was
            /// busy most.
            BusiestWeek [] => row(View, 0, "Select the busiest week")
                .within(SELECTION)
                .keywords(&["filter by time"])
                .when(has_current_run)
                .does(|app, _| app.front.select_busiest_week());

            /// Move through the schedule in time.
            Play [plain(Key::Space)] => row(View, 0, "Play or pause the replay")
                .within(REPLAY)
                .keywords(&["animation"])
                .when(has_runs)
                .does(|app, _| app.front.shared.replay.toggle(&app.front.shared.runs));
            /// Move to the last moment before at which something happened.
            StepBack [plain(Key::ArrowLeft)] => row(View, 0, "Replay: event before")
                .within(REPLAY)
                .when(has_runs)
                .does(|app, _| app.front.shared.replay.step(false, &app.front.shared.runs));
            /// Move to the next moment at which something happens.
            StepForward [plain(Key::ArrowRight)] => row(View, 0, "Replay: next event")
                .within(REPLAY)
                .when(has_runs)
                .does(|app, _| app.front.shared.replay.step(true, &app.front.shared.runs));
            /// Show all that happens again.
            LeaveReplay [] => row(View, 0, "Replay: leave")
                .within(REPLAY)
                .when(|app| app.front.shared.replay.at.is_some())
                .does(|app, _| app.front.shared.replay = Replay::default());

            /// Say why no waiting job runs on what is idle under the pointer, or at the instant of
            /// the replay.
            WhyIdle [] => row(View, 5, WHY_IDLE)
                .when(|app| app.front.shared.instant_in_sight().is_some())
                .does(|app, _| app.front.explain_idle_here());
            /// Mark the selected span of time, or the instant of the replay, on all charts; lists
            /// all notes.
            Note [plain(Key::N)] => row(View, 5, "Mark with a note…")
                .when(has_runs)
                .does(|app, _| app.dialogs.notes = Some(notes::State::new(&app.front.shared)));

            /// Light, dark, or as the system says.
            Theme [plain(Key::T)] => row(View, 7, "Next theme")
                .within(THEME)
                .keywords(&["dark or light mode, colours"])
                .stays_at_start()
                .does(|app, _| app.set_theme(theme::next(app.settings.theme)));
            /// Choose a theme.
            ChooseTheme(theme: ThemePreference in theme::ALL) []
                => row(View, 7, format!("Theme: {}", theme::name(theme)))
                .within(THEME)
                .tooltip(theme::description(theme))
                .switch(move |app| app.settings.theme == theme)
                .does(move |app, _| app.set_theme(theme));
            /// Show or hide the panel on the left.
            Experiment [control(Key::B)] => row(View, 7, "Experiment panel")
                .switch(|app| app.shows(Side::Experiment))
                .does(|app, _| app.toggle_side(Side::Experiment));
            /// Show or hide the panel on the right.
            Inspector [control(Key::I)] => row(View, 7, "Inspector panel")
                .switch(|app| app.shows(Side::Inspector))
                .does(|app, _| app.toggle_side(Side::Inspector));
            /// Put every pane back in its first place.
            ResetLayout [] => row(View, 7, "Reset the layout")
                .does(|app, _| app.settings.desk.reset());

            /// List every key and what the mouse does.
            CheatSheet [plain(Key::F1), plain(Key::Questionmark)] => row(Help, 0, "Keys")
                .keywords(&["keyboard shortcuts, mouse, zoom"])
                .stays_at_start()
                .does(|app, _| app.dialogs.cheat_sheet ^= true);
            /// Say what a parameter or a metric means, its unit, its range and where it comes from.
            WhatIsThis [KeyboardShortcut::new(Modifiers::SHIFT, Key::F1)]
                => row(Help, 0, "What is this")
                .keywords(&["help, documentation"])
                .stays_at_start()
                .does(|app, ctx| app.dialogs.what = Some(identification::State::at_focus(ctx)));
            /// Read the guide on a page of its own, whose examples open here.
            Guide [] => row(Help, 0, "Guide")
                .keywords(&["manual, documentation"])
                .on_page()
                .stays_at_start()
                .does(|app, _| app.open_guide());
            /// Six steps from a log to a report; Escape leaves it at any time.
            Tour [] => row(Help, 8, "Take the tour")
                .stays_at_start()
                .does(|app, _| app.toggle_tour());
            /// Learn by doing: a small scenario, and three tasks in the window.
            Lesson(index: usize in 0..lessons::count()) [] => row(Help, 8, lessons::title(index))
                .within(LESSONS)
                .stays_at_start()
                .does(move |app, _| app.begin_lesson(index));
            /// Show recent files and examples; nothing is closed by that.
            StartPage [with_alt(Key::Home)] => row(Help, 8, "Start page")
                .stays_at_start()
                .does(|app, _| app.go_to_start());
        }
    };
}
pub(super) use with_commands;

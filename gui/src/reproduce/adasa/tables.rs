//! What came out, by load and over-request.

use super::super::{Cell, Estimate, Page, Quantity, Table, Unit};
use super::{METRICS, MISSED, RESPONSE, SERVICES, Sample, Setting};

/// All runs.
pub(super) struct Results {
    pub(super) samples: Vec<Sample>,
    /// The loads that were run.
    pub(super) loads: Vec<f64>,
}

impl Results {
    /// The values of a metric under one service in a setting, workload by workload.
    pub(super) fn values(&self, setting: Setting, service: usize, metric: usize) -> Vec<f64> {
        let samples = self.samples.iter();
        samples
            .filter(|sample| sample.setting == setting)
            .map(|sample| sample.metrics[service][metric])
            .collect()
    }

    /// The mean of a metric under one service in a setting; 0 if it was not run.
    pub(super) fn mean(&self, setting: Setting, service: usize, metric: usize) -> f64 {
        let values = self.values(setting, service, metric);
        values.iter().sum::<f64>() / values.len().max(1) as f64
    }

    /// By how much a metric changes from `other` to `service`, in per cent of
    /// `other`: of the means, and workload by workload how sure that is.
    pub(super) fn change(
        &self,
        setting: Setting,
        (service, other): (usize, usize),
        metric: usize,
    ) -> Option<Estimate> {
        let [ours, theirs] = [service, other].map(|one| self.values(setting, one, metric));
        let mean = theirs.iter().sum::<f64>() / theirs.len().max(1) as f64;
        let changes = ours.iter().zip(&theirs);
        // Against one mean, so that a workload without misses divides by no zero.
        let changes: Vec<f64> = changes
            .map(|(ours, theirs)| 100.0 * (ours - theirs) / mean.max(f64::MIN_POSITIVE))
            .collect();
        Estimate::of(&changes).filter(|_| mean > 0.0)
    }

    /// All settings, each once.
    pub(super) fn settings(&self) -> Vec<Setting> {
        let mut settings: Vec<Setting> = Vec::new();
        for sample in &self.samples {
            if !settings.contains(&sample.setting) {
                settings.push(sample.setting);
            }
        }
        settings
    }

    pub(super) fn tables(&self) -> Vec<Table> {
        let settings = self.settings().into_iter();
        settings.map(|one| self.table(one)).collect()
    }

    /// A page for each source and over-request: a row for each load.
    pub(super) fn pages(&self) -> Vec<Page> {
        let mut kinds: Vec<Vec<Setting>> = Vec::new();
        for setting in self.settings() {
            let same = |kind: &&mut Vec<Setting>| {
                (kind[0].source, kind[0].over_request) == (setting.source, setting.over_request)
            };
            match kinds.iter_mut().find(same) {
                Some(kind) => kind.push(setting),
                None => kinds.push(vec![setting]),
            }
        }
        kinds.into_iter().map(|kind| self.page(&kind)).collect()
    }

    fn page(&self, kind: &[Setting]) -> Page {
        let units = [Unit::Seconds, Unit::Number, Unit::Share, Unit::Share];
        let columns = METRICS.iter().zip(units).map(|(name, unit)| Quantity {
            name: (*name).to_owned(),
            unit,
        });
        let charts = kind
            .iter()
            .flat_map(|setting| (0..METRICS.len()).map(move |metric| (*setting, metric)));
        let cells = charts.flat_map(|(setting, metric)| {
            (0..SERVICES.len())
                .map(move |service| Estimate::of(&self.values(setting, service, metric)))
        });
        let (source, times) = (kind[0].source.name(), kind[0].over_request);
        let name = format!("{source}, asking for {times} times what is of use");
        Page {
            title: format!("Six services by load: {name}"),
            source: name,
            rows: kind
                .iter()
                .map(|setting| [format!("load {}", setting.load), String::new()])
                .collect(),
            columns: columns.collect(),
            groups: SERVICES.map(|(_, title)| title.to_owned()).to_vec(),
            cells: cells.collect(),
            against: Some([MISSED, RESPONSE]),
        }
    }

    fn table(&self, setting: Setting) -> Table {
        let source = setting.source.name();
        let rows = SERVICES.iter().enumerate().map(|(service, (_, title))| {
            let cells = (0..METRICS.len()).map(|metric| Cell {
                reported: None,
                measured: Estimate::of(&self.values(setting, service, metric)),
            });
            ((*title).to_owned(), cells.collect())
        });
        Table {
            title: format!(
                "{source}, load {}, users ask for {} times what is of use",
                setting.load, setting.over_request
            ),
            corner: "service".to_owned(),
            columns: METRICS.map(str::to_owned).to_vec(),
            rows: rows.collect(),
        }
    }
}

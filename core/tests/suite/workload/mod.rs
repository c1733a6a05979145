//! Workloads: logs, models, and users who react.

mod jann;
mod lublin;
mod swf;
mod users;

//! Work for the engine on other machines, as JSON.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Json, parse};
use crate::failure::Failure;
use crate::games::engine_queue::{Lease, LeaseId};
use crate::games::engine_seats::{EngineMove, seed};
use crate::play::clock::Millis;

/// The longest a worker may wait for a job with one request, in milliseconds.
pub(crate) const LONGEST_WAIT: u64 = 10_000;

/// What a worker sends: the move of the job that it had, and how long it waits for another.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct RawRequest {
    done: Option<RawMove>,
    /// In milliseconds; none if the worker wants no other job.
    wait: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct RawMove {
    lease: String,
    version: u32,
    #[serde(rename = "move")]
    text: String,
}

/// A worker's request.
pub(crate) struct WorkRequest {
    pub(crate) done: Option<(LeaseId, EngineMove)>,
    pub(crate) wait: Option<u64>,
}

pub(crate) fn work_request(body: &str) -> Result<WorkRequest, Failure> {
    let RawRequest { done, wait } = parse(body)?;
    let done = match done {
        Some(RawMove { lease, version, text }) => {
            let lease = lease_id(&lease)?;
            Some((lease, EngineMove { game: lease.game(), version, text }))
        }
        None => None,
    };
    Ok(WorkRequest { done, wait: wait.map(|wait| wait.min(LONGEST_WAIT)) })
}

pub(crate) fn lease_id(text: &str) -> Result<LeaseId, Failure> {
    text.parse().map_err(|()| Failure::Bad("lease: expected the lease of a job".to_owned()))
}

/// A job with the game so far, how the engine plays and how long it may think, and how long the worker may keep it.
pub(crate) fn job(lease: &Lease, span: Millis, now: Millis) -> Json {
    let Lease { id, job, effort } = lease;
    let limits = job.limits(*effort, now);
    let clock = limits.clock.map(|clock| {
        json!({
            "left": clock.left.as_millis() as u64,
            "increment": clock.increment.as_millis() as u64,
            "byoYomi": clock.byo_yomi.as_millis() as u64,
        })
    });
    Json(json!({
        "job": {
            "lease": id.to_string(),
            "version": job.version,
            "start": job.position.start().to_string(),
            "rules": job.position.rules().to_string(),
            "moves": job.position.words(),
            "level": job.level.number(),
            // A JSON number has not enough digits.
            "seed": seed(job.game).to_string(),
            "clock": clock,
            "nodes": limits.nodes,
            "milliseconds": span,
        }
    }))
}

/// There was no job.
pub(crate) fn no_job() -> Json {
    Json(json!({"job": Value::Null}))
}

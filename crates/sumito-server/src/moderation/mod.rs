//! What moderators decide, as pure functions: from an action to an event or a refusal, and from events to the standing of an account.

pub(crate) mod agreement;
mod baseline;
mod refund;
mod refusal;
pub(crate) mod report;
mod standing;

pub(crate) use refund::{PointsChange, REFUNDED_FOR, Refund, refunds};
pub(crate) use refusal::Refusal;
pub(crate) use report::ReportState;
pub(crate) use standing::{Action, Actor, Event, Standing};

//! The server: games that are played on time, over the network and against the engine.

#![expect(dead_code, reason = "the sockets that use it come next")]

mod clock;
mod event;
mod id;
mod play;

//! Images that are drawn on request. Drawing is work for the processor, so only a few are drawn at a time, each only once, and the latest ones
//! are kept.

use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::thread;

use axum::body::Bytes;
use sha2::{Digest, Sha256};
use sumito_pictures::RenderError;
use tokio::sync::{OnceCell, Semaphore};

use crate::failure::Failure;
use crate::lock::lock;
use crate::recent::Recent;

/// All images.
pub(crate) struct Images {
    stills: Easels,
    films: Easels,
}

/// How long an image takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum ImageKind {
    /// Milliseconds.
    Still,
    /// Up to a few seconds.
    Film,
}

/// An image that may have to be drawn.
pub(crate) struct Image {
    pub(crate) kind: ImageKind,
    /// Stands for everything that the image depends on, so that it never has to be drawn again and a browser knows whether it has it.
    pub(crate) digest: ImageDigest,
    pub(crate) draw: Box<dyn FnOnce() -> Result<Vec<u8>, RenderError> + Send>,
}

/// Tells images apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ImageDigest([u8; 16]);

impl ImageDigest {
    /// The digest of an image from a text that says everything about it.
    pub(crate) fn of(text: &str) -> ImageDigest {
        let digest: [u8; 32] = Sha256::digest(text.as_bytes()).into();
        ImageDigest(*digest.first_chunk().expect("half of it"))
    }

    /// The entity tag.
    pub(crate) fn tag(self) -> String {
        format!("\"{}\"", hex::encode(self.0))
    }
}

impl Images {
    pub(crate) fn new() -> Images {
        // Games come first: half of the processors at most.
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Images { stills: Easels::new((cores / 2).max(1), 64, 48), films: Easels::new(1, 8, 8) }
    }

    /// Whether the image is there already.
    pub(crate) fn has(&self, image: &Image) -> bool {
        lock(&self.of(image.kind).kept).get(&image.digest).is_some_and(|cell| cell.initialized())
    }

    /// The image, drawn if it is not there.
    pub(crate) async fn get(&self, image: Image) -> Result<Bytes, Failure> {
        self.of(image.kind).get(image.digest, image.draw).await
    }

    fn of(&self, kind: ImageKind) -> &Easels {
        match kind {
            ImageKind::Still => &self.stills,
            ImageKind::Film => &self.films,
        }
    }
}

/// Where images of a kind are drawn.
struct Easels {
    /// How many may be drawn at a time.
    free: Arc<Semaphore>,
    /// How many may be drawn or wait for that.
    places: Arc<Semaphore>,
    kept: Mutex<Recent<ImageDigest, Arc<OnceCell<Bytes>>>>,
}

impl Easels {
    fn new(at_a_time: usize, waiting: usize, kept: usize) -> Easels {
        let [free, places] = [at_a_time, at_a_time + waiting].map(|count| Arc::new(Semaphore::new(count)));
        Easels { free, places, kept: Mutex::new(Recent::new(kept)) }
    }

    async fn get(
        &self,
        digest: ImageDigest,
        draw: impl FnOnce() -> Result<Vec<u8>, RenderError> + Send + 'static,
    ) -> Result<Bytes, Failure> {
        let cell = {
            let mut kept = lock(&self.kept);
            // A crowd that is refused must not replace what is kept.
            if kept.get(&digest).is_none() && self.places.available_permits() == 0 {
                return Err(Failure::TooMany);
            }
            Arc::clone(kept.entry(digest, Arc::default))
        };
        if let Some(image) = cell.get() {
            return Ok(image.clone());
        }
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Failure::TooMany)?;
        let free = Arc::clone(&self.free);
        // It is finished even if nobody waits for it any more: half an image is work for nothing, and somebody may ask again.
        let drawn = tokio::spawn(async move {
            let _place = place;
            let drawing = async || {
                let permit = free.acquire_owned().await.map_err(|_| Failure::Panicked)?;
                let drawn = tokio::task::spawn_blocking(move || {
                    let _permit = permit;
                    draw()
                });
                match drawn.await {
                    Ok(Ok(image)) => Ok(Bytes::from(image)),
                    Ok(Err(error)) => {
                        tracing::error!(%error, "an image could not be drawn");
                        Err(Failure::Panicked)
                    }
                    Err(_) => Err(Failure::Panicked),
                }
            };
            cell.get_or_try_init(drawing).await.cloned()
        });
        drawn.await.unwrap_or(Err(Failure::Panicked))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::time::Duration;

    use super::*;

    /// Counts what is drawn, and how much at a time.
    #[derive(Default)]
    struct Counted {
        drawn: AtomicUsize,
        now: AtomicUsize,
        most: AtomicUsize,
    }

    fn slowly(counted: &Arc<Counted>) -> impl FnOnce() -> Result<Vec<u8>, RenderError> + Send + 'static {
        let counted = Arc::clone(counted);
        move || {
            counted.drawn.fetch_add(1, SeqCst);
            counted.most.fetch_max(counted.now.fetch_add(1, SeqCst) + 1, SeqCst);
            thread::sleep(Duration::from_millis(20));
            counted.now.fetch_sub(1, SeqCst);
            Ok(b"image".to_vec())
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_image_is_drawn_once_for_all_who_want_it() {
        let (easels, counted) = (Arc::new(Easels::new(2, 50, 4)), Arc::<Counted>::default());
        let tasks: Vec<_> = (0..20)
            .map(|_| {
                let (easels, draw) = (Arc::clone(&easels), slowly(&counted));
                tokio::spawn(async move { easels.get(ImageDigest::of("one"), draw).await.unwrap() })
            })
            .collect();
        for task in tasks {
            assert_eq!(task.await.unwrap(), "image");
        }
        assert_eq!(counted.drawn.load(SeqCst), 1);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_few_are_drawn_at_a_time_and_a_crowd_is_refused() {
        let (easels, counted) = (Arc::new(Easels::new(2, 5, 40)), Arc::<Counted>::default());
        let tasks: Vec<_> = (0..30)
            .map(|n| {
                let (easels, draw) = (Arc::clone(&easels), slowly(&counted));
                tokio::spawn(
                    async move { easels.get(ImageDigest::of(&n.to_string()), draw).await.map_err(|failure| failure.key()) },
                )
            })
            .collect();
        let mut results = Vec::new();
        for task in tasks {
            results.push(task.await.unwrap());
        }
        let refused = results.iter().filter(|result| **result == Err("too-many")).count();
        assert!(refused > 0 && refused + counted.drawn.load(SeqCst) == 30, "{refused}");
        assert!(counted.most.load(SeqCst) <= 2);
        assert_eq!(easels.get(ImageDigest::of("after"), slowly(&counted)).await.unwrap(), "image", "the crowd is gone");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_leaves_wastes_nothing_and_what_fails_is_tried_again() {
        let (easels, counted) = (Easels::new(1, 5, 4), Arc::<Counted>::default());
        let digest = ImageDigest::of("left");
        let left = tokio::time::timeout(Duration::from_millis(1), easels.get(digest, slowly(&counted))).await;
        assert!(left.is_err());
        assert_eq!(easels.get(digest, slowly(&counted)).await.unwrap(), "image");
        assert_eq!(counted.drawn.load(SeqCst), 1, "it was finished for the next one");
        let broken = ImageDigest::of("broken");
        let fails = easels.get(broken, || Err(RenderError::Width(0))).await;
        let panics = easels.get(broken, || panic!("a bug")).await;
        assert!(matches!((fails, panics), (Err(Failure::Panicked), Err(Failure::Panicked))));
        assert_eq!(easels.get(broken, slowly(&counted)).await.unwrap(), "image");
    }

    #[test]
    fn digests_differ_and_make_entity_tags() {
        let [one, other] = ["one", "other"].map(ImageDigest::of);
        assert_ne!(one, other);
        assert_eq!(one, ImageDigest::of("one"));
        assert!(one.tag().len() == 34 && one.tag().starts_with('"') && one.tag().ends_with('"'), "{}", one.tag());
    }
}

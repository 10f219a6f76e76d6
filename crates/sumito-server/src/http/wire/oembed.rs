//! The answer of oEmbed.

use serde_json::json;

use super::{Json, merge};

/// How another site shows a page of ours.
pub(crate) struct Oembed<'a> {
    pub(crate) title: String,
    /// The address of the site.
    pub(crate) origin: &'a str,
    pub(crate) html: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The address of an image, its width and its height.
    pub(crate) thumbnail: Option<(String, u32, u32)>,
    /// In seconds.
    pub(crate) cache_age: u32,
}

pub(crate) fn oembed(answer: &Oembed<'_>) -> Json {
    let Oembed { title, origin, html, width, height, thumbnail, cache_age } = answer;
    let mut value = json!({
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": "Sumito",
        "provider_url": origin,
        "cache_age": cache_age,
        "html": html,
        "width": width,
        "height": height,
    });
    if let Some((url, width, height)) = thumbnail {
        merge(&mut value, json!({"thumbnail_url": url, "thumbnail_width": width, "thumbnail_height": height}));
    }
    Json(value)
}

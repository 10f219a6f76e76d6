//! Who sends a request: its address, and its session by cookie or token.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::app::App;
use crate::http::cookies::{cookie, set_cookie};
use crate::people::caller::{Caller, Secret};
use crate::people::devices::Marks;
use crate::people::sessions::{LIFETIME, Session};

/// The cookie of the session, and that of a known device. Over TLS they have a prefix by which browsers make sure that nobody else has set them,
/// such as another server of the same domain: those without it are not read.
const SESSION: [&str; 2] = ["sumito", "__Host-sumito"];
const DEVICE: [&str; 2] = ["sumito-device", "__Host-sumito-device"];

impl FromRequestParts<App> for Caller {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, Self::Rejection> {
        let devices = Marks::read(cookie(&parts.headers, app.cookie(DEVICE)));
        Ok(Caller { address: address(parts, app), secret: secret(&parts.headers, app.cookie(SESSION)), devices })
    }
}

/// The address that a request comes from. A proxy is trusted to say it, if it runs on this machine or was named by the operator.
fn address(parts: &Parts, app: &App) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map_or(Ipv4Addr::LOCALHOST.into(), |info| info.0.ip());
    // An IPv4 address mapped to IPv6 is the IPv4 address.
    let peer = peer.to_canonical();
    if !app.is_proxy(peer) {
        return peer;
    }
    // Only the last entry of the last header is the proxy's own; anybody may have written the others.
    let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back().and_then(|value| value.to_str().ok());
    let forwarded: Option<IpAddr> = forwarded.and_then(|list| list.rsplit(',').next()?.trim().parse().ok());
    forwarded.map_or(peer, |address| address.to_canonical())
}

fn secret(headers: &HeaderMap, session: &str) -> Option<Secret> {
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    match authorization.and_then(|value| value.strip_prefix("Bearer ")) {
        Some(token) => Some(Secret::Token(token.to_owned())),
        None => cookie(headers, session).map(Secret::Cookie),
    }
}

impl App {
    /// The address of the site: as configured, or as the request names it, if that can be one.
    pub(crate) fn site_origin(&self, headers: &HeaderMap) -> Option<String> {
        if let Some(origin) = &self.origin {
            return Some(origin.to_string());
        }
        let host = headers.get(header::HOST)?.to_str().ok()?;
        let fits = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
        (!host.is_empty() && host.len() < 256 && host.chars().all(fits)).then(|| format!("http://{host}"))
    }

    /// The headers that keep a new session in the browser; none without one.
    pub(crate) fn session_headers(&self, session: Option<&Session>) -> HeaderMap {
        let Some(Session { secret, devices, .. }) = session else { return HeaderMap::new() };
        let devices = devices.iter().map(|devices| self.own_cookie(DEVICE, devices.as_str(), LIFETIME));
        [self.own_cookie(SESSION, secret, LIFETIME)].into_iter().chain(devices).collect()
    }

    /// The headers that make the browser forget its session.
    pub(crate) fn signed_out_headers(&self) -> HeaderMap {
        HeaderMap::from_iter([self.own_cookie(SESSION, "", Duration::ZERO)])
    }

    fn own_cookie(&self, names: [&'static str; 2], value: &str, lifetime: Duration) -> (HeaderName, HeaderValue) {
        set_cookie(self.cookie(names), value, lifetime, self.is_secure())
    }

    fn cookie(&self, [plain, secure]: [&'static str; 2]) -> &'static str {
        if self.is_secure() { secure } else { plain }
    }
}

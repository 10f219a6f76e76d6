//! Who sends a request: its address, and its session by cookie or token.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::app::App;
use crate::http::cookies::{cookie, set_cookie};
use crate::people::caller::{Caller, Secret};
use crate::people::sessions::{LIFETIME, Session};

const COOKIE: &str = "sumito";

impl FromRequestParts<App> for Caller {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, Self::Rejection> {
        Ok(Caller { address: address(parts, app), secret: secret(&parts.headers) })
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

fn secret(headers: &HeaderMap) -> Option<Secret> {
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    match authorization.and_then(|value| value.strip_prefix("Bearer ")) {
        Some(token) => Some(Secret::Token(token.to_owned())),
        None => cookie(headers, COOKIE).map(Secret::Cookie),
    }
}

impl App {
    /// The headers that keep a new session in the browser; none without one.
    pub(crate) fn session_headers(&self, session: Option<&Session>) -> HeaderMap {
        session.map(|session| self.session_cookie(&session.secret, LIFETIME)).into_iter().collect()
    }

    /// The headers that make the browser forget its session.
    pub(crate) fn signed_out_headers(&self) -> HeaderMap {
        HeaderMap::from_iter([self.session_cookie("", Duration::ZERO)])
    }

    fn session_cookie(&self, secret: &str, lifetime: Duration) -> (HeaderName, HeaderValue) {
        set_cookie(COOKIE, secret, lifetime, self.is_secure())
    }
}

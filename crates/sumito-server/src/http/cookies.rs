//! Cookies: all of ours belong to the whole site, are sent to us alone, and cannot be read by scripts.

use std::time::Duration;

use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};

/// The value of a cookie that a browser sends.
pub(crate) fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    CookieJar::from_headers(headers).get(name).map(|cookie| cookie.value().to_owned())
}

/// The header that sets a cookie; a lifetime of zero deletes it. `secure`: it is sent over TLS only.
pub(crate) fn set_cookie(name: &str, value: &str, lifetime: Duration, secure: bool) -> (HeaderName, HeaderValue) {
    let lifetime = lifetime.try_into().expect("a lifetime of years at most");
    let cookie = Cookie::build((name, value)).path("/").max_age(lifetime).http_only(true).same_site(SameSite::Lax);
    let cookie = cookie.secure(secure).build().encoded().to_string();
    (SET_COOKIE, HeaderValue::try_from(cookie).expect("an encoded cookie is visible ASCII"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_read_and_set() {
        let headers = HeaderMap::from_iter([("cookie".parse().unwrap(), "a=1; sumito=abc%20d;b=2".parse().unwrap())]);
        assert_eq!(cookie(&headers, "sumito").as_deref(), Some("abc d"));
        assert_eq!(cookie(&headers, "sum"), None);
        assert_eq!(cookie(&HeaderMap::new(), "sumito"), None);

        let (name, value) = set_cookie("sumito", "a;b", Duration::from_hours(1), true);
        assert_eq!(
            (name, value.to_str().unwrap()),
            (SET_COOKIE, "sumito=a%3Bb; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=3600")
        );
        let (_, value) = set_cookie("sumito", "", Duration::ZERO, false);
        assert_eq!(value, "sumito=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0");
    }
}

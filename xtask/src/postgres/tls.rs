//! TLS between the program and PostgreSQL: certificates for the private cluster, and what the program makes of them.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use super::Cluster;
use crate::{finish, root};

/// Over the network, the cluster accepts only TLS and only with its password; tests use the socket.
pub(super) const HBA: &str = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n";

/// Two authorities, `root` and `other`, and a certificate for `localhost` that `root` has signed.
pub(super) fn certify(cluster: &Cluster) -> Result<(), String> {
    for (name, words) in [
        ("root", "-subj /CN=root"),
        ("other", "-subj /CN=other"),
        (
            "server",
            "-subj /CN=localhost -addext subjectAltName=DNS:localhost -addext basicConstraints=CA:FALSE -CA root.crt -CAkey root.key",
        ),
    ] {
        let mut command = cluster.command("openssl");
        command.args("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(' '));
        command.args(["-keyout", &format!("{name}.key"), "-out", &format!("{name}.crt")]).args(words.split(' '));
        finish(command.stdout(Stdio::null()).stderr(Stdio::null()))
            .map_err(|message| format!("{message}\nthe test of TLS needs openssl 3"))?;
    }
    Ok(())
}

/// A password that nobody else on this machine can guess.
pub(super) fn password() -> Result<String, String> {
    let mut bytes = [0; 16];
    let read = File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes));
    read.map_err(|error| format!("/dev/urandom: {error}"))?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

/// Starts the program with each way to connect: it serves, or it says what is wrong.
pub(super) fn check(cluster: &Cluster) -> Result<(), String> {
    // The program runs as another user than the cluster and has to read the roots.
    let roots = root().join("target").join("tls");
    fs::create_dir_all(&roots).map_err(|error| format!("{}: {error}", roots.display()))?;
    for name in ["root.crt", "other.crt"] {
        fs::copy(cluster.folder.join(name), roots.join(name)).map_err(|error| format!("{name}: {error}"))?;
    }
    let verify = |name: &str| format!("sslmode=verify-full&sslrootcert={}", roots.join(name).display());
    for (host, mode, expected) in [
        ("localhost", "sslmode=require", Ok(())),
        // Without a word about it, TLS is used where it is offered.
        ("localhost", "", Ok(())),
        ("localhost", &verify("root.crt"), Ok(())),
        ("localhost", &verify("other.crt"), Err("sslrootcert")),
        ("127.0.0.1", &verify("root.crt"), Err("not valid for name")),
        ("localhost", &verify("missing.crt"), Err("the files that the URL names")),
        ("localhost", "sslmode=disable", Err("sslmode=require")),
    ] {
        let found = serve(&format!("postgres://sumito:{}@{host}:{}/postgres?{mode}", cluster.password, cluster.port))?;
        let fits = match (&found, expected) {
            (Ok(()), Ok(())) => true,
            (Err(message), Err(part)) => message.contains(part) && !message.contains(&cluster.password),
            _ => false,
        };
        if !fits {
            return Err(format!("TLS to PostgreSQL at {host} with '{mode}': expected {expected:?}, found {found:?}"));
        }
    }
    Ok(())
}

/// Starts a server and stops it again. The inner error is the message with which it refuses to start.
fn serve(database: &str) -> Result<Result<(), String>, String> {
    let mut command = Command::new(root().join("target/debug/sumito"));
    command.args(["serve", "--quiet", "--listen", "127.0.0.1:0", "--database", database]);
    let mut server =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(|error| format!("target/debug/sumito: {error}"))?;
    let mut line = String::new();
    let read = server.stdout.take().map(|stdout| BufReader::new(stdout).read_line(&mut line));
    // It may have ended already.
    let _ = server.kill();
    let output = server.wait_with_output().map_err(|error| error.to_string())?;
    match read {
        Some(Ok(_)) if line.contains("http://") => Ok(Ok(())),
        _ => Ok(Err(String::from_utf8_lossy(&output.stderr).into_owned())),
    }
}

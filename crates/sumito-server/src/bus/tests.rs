//! One contract for everything that carries messages: in process always, by PostgreSQL if the tests have one (`SUMITO_TEST_DATABASE`),
//! and by NATS if they have that as well (`SUMITO_TEST_NATS`).

use std::path::PathBuf;

use tokio::time::sleep;

use super::peers::SILENCE;
use super::tasks::{BEAT, TICK};
use super::*;
use crate::db::Access;
use crate::id::GameId;

/// A site with a way to start nodes.
struct Site {
    carrier: Carrier,
    hub: Hub,
    folder: PathBuf,
    database: String,
    nats: Option<String>,
}

impl Site {
    /// One for each carrier that can be tested here.
    async fn all() -> Vec<Site> {
        let nats = std::env::var("SUMITO_TEST_NATS").ok();
        let mut carriers = vec![Carrier::InProcess];
        if std::env::var("SUMITO_TEST_DATABASE").is_ok() {
            carriers.push(Carrier::Postgres);
            carriers.extend(nats.as_ref().map(|_| Carrier::Nats));
        }
        let mut sites = Vec::new();
        for carrier in carriers {
            let folder = std::env::temp_dir().join(format!("sumito-{}", GameId::random()));
            std::fs::create_dir_all(&folder).unwrap();
            let database = Db::fresh(&folder).await;
            let nats = nats.clone().filter(|_| carrier == Carrier::Nats);
            sites.push(Site { carrier, hub: Hub::default(), folder, database, nats });
        }
        sites
    }

    async fn node(&self) -> Bus {
        if self.carrier == Carrier::InProcess {
            return Bus::in_process(&self.hub);
        }
        let db = Db::open(&self.database, Access::Alone).await.unwrap();
        Bus::start(&db, &self.database, self.nats.as_deref()).await.unwrap()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

const TOPICS: &[Topic] = &[Topic::Game, Topic::Chat];

/// The next delivery that is not a question.
async fn next(subscription: &mut Subscription) -> Delivery {
    loop {
        match timeout(Duration::from_secs(20), subscription.next()).await.expect("a delivery within 20 s").unwrap() {
            Delivery::Asked => {}
            delivery => return delivery,
        }
    }
}

/// The next text, and whether something may have been missed before it.
async fn next_text(subscription: &mut Subscription) -> (String, bool) {
    let mut lagged = false;
    loop {
        match next(subscription).await {
            Delivery::Message { text, .. } => return (text, lagged),
            Delivery::Lagged => lagged = true,
            delivery => panic!("{delivery:?}"),
        }
    }
}

fn say(bus: &Bus, topic: Topic, text: &str) {
    bus.publish(topic, || text.to_owned());
}

/// Waits until each has heard the others, and throws away what has been delivered so far.
async fn settle(buses: &[&Bus], subscriptions: &mut [&mut Subscription]) {
    for bus in buses {
        while lock(&bus.0.peers).heard().count() < buses.len() - 1 {
            sleep(Duration::from_millis(10)).await;
        }
    }
    sleep(2 * TICK).await;
    for subscription in subscriptions {
        while subscription.0.try_recv().is_ok() {}
    }
}

#[tokio::test]
async fn everybody_else_receives_everything_in_order() {
    for site in Site::all().await {
        let (a, b, c) = (site.node().await, site.node().await, site.node().await);
        let (mut at_a, mut at_b) = (a.subscribe(TOPICS), b.subscribe(TOPICS));
        let (mut games_at_c, mut chat_at_c) = (c.subscribe(&[Topic::Game]), c.subscribe(&[Topic::Chat]));
        settle(&[&a, &b, &c], &mut [&mut at_a, &mut at_b, &mut games_at_c, &mut chat_at_c]).await;
        // Far more than fits into one envelope.
        let texts: Vec<String> = (0..3_000).map(|n| format!("{n} {}\t“ü”", "x".repeat(n % 30))).collect();
        for text in &texts {
            say(&a, Topic::Game, text);
        }
        say(&a, Topic::Bell, "nobody wants that");
        say(&a, Topic::Chat, "two\nlines");
        for text in &texts {
            for subscription in [&mut at_b, &mut games_at_c] {
                let expected = Delivery::Message { from: a.node(), topic: Topic::Game, text: text.clone() };
                assert_eq!(next(subscription).await, expected, "{:?}", site.carrier);
            }
        }
        assert_eq!(next_text(&mut at_b).await, ("two lines".to_owned(), false), "{:?}", site.carrier);
        assert_eq!(next_text(&mut chat_at_c).await, ("two lines".to_owned(), false));
        assert!(games_at_c.0.try_recv().is_err(), "not subscribed");
        assert!(at_a.0.try_recv().is_err(), "a node does not hear itself");
        assert!(a.figures().sent.get() < 200, "many lines share an envelope: {}", a.figures().sent.get());
        // The longest line fits, and the bus is used both ways.
        say(&b, Topic::Game, &"x".repeat(LONGEST_LINE - 6));
        assert_eq!(next_text(&mut at_a).await.0.len(), LONGEST_LINE - 6);
    }
}

#[tokio::test]
async fn what_is_lost_is_noticed_even_if_nothing_follows() {
    for site in Site::all().await {
        let (a, b) = (site.node().await, site.node().await);
        let mut at_b = b.subscribe(TOPICS);
        settle(&[&a, &b], &mut [&mut at_b]).await;
        a.lose_outgoing(1);
        say(&a, Topic::Game, "lost");
        assert_eq!(next(&mut at_b).await, Delivery::Lagged, "{:?}", site.carrier);
        // What is too long is lost as well.
        settle(&[&a, &b], &mut [&mut at_b]).await;
        say(&a, Topic::Game, &"x".repeat(8_000));
        assert_eq!(next(&mut at_b).await, Delivery::Lagged, "{:?}", site.carrier);
        say(&a, Topic::Game, "heard");
        assert_eq!(next_text(&mut at_b).await.0, "heard");
    }
}

#[tokio::test]
async fn a_node_that_ends_or_falls_silent_is_gone_and_may_come_back() {
    for site in Site::all().await {
        let (a, b, c) = (site.node().await, site.node().await, site.node().await);
        let mut at_b = b.subscribe(TOPICS);
        settle(&[&a, &b, &c], &mut [&mut at_b]).await;
        a.close().await;
        assert_eq!(next(&mut at_b).await, Delivery::Gone(a.node()), "{:?}", site.carrier);
        c.cut_off(true);
        say(&c, Topic::Game, "lost");
        if site.carrier == Carrier::InProcess {
            assert_eq!(next(&mut at_b).await, Delivery::Gone(c.node()));
        } else {
            // It still writes to the database: it is cut off, not dead.
            sleep(Duration::from_millis(2 * SILENCE as u64)).await;
            // What a node asked before it was cut off may arrive only now; nothing else may.
            while let Ok(delivery) = at_b.0.try_recv() {
                assert_eq!(delivery, Delivery::Asked, "{:?}", site.carrier);
            }
        }
        c.cut_off(false);
        let asked = async { while at_b.next().await != Some(Delivery::Asked) {} };
        timeout(Duration::from_secs(20), asked).await.expect("what is missing is asked for");
        say(&c, Topic::Game, "heard");
        assert_eq!(next_text(&mut at_b).await.0, "heard");
    }
}

#[tokio::test]
async fn after_the_connection_was_lost_the_bus_says_so_and_goes_on() {
    for site in Site::all().await.into_iter().filter(|site| site.carrier != Carrier::InProcess) {
        let (a, b) = (site.node().await, site.node().await);
        let mut at_b = b.subscribe(TOPICS);
        settle(&[&a, &b], &mut [&mut at_b]).await;
        b.0.reset.notify_one();
        assert_eq!(next(&mut at_b).await, Delivery::Lagged, "{:?}", site.carrier);
        // What is lost until the subscription is back is noticed as well.
        loop {
            say(&a, Topic::Game, "heard");
            match next(&mut at_b).await {
                Delivery::Message { text, .. } => break assert_eq!(text, "heard", "{:?}", site.carrier),
                delivery => assert_eq!(delivery, Delivery::Lagged, "{:?}", site.carrier),
            }
        }
        assert!(b.figures().lag.count() > 0 || b.figures().lagged.get() > 0);
    }
}

#[tokio::test]
async fn a_subscriber_that_falls_behind_knows() {
    let hub = Hub::default();
    let (a, b) = (Bus::in_process(&hub), Bus::in_process(&hub));
    let (sender, receiver) = mpsc::channel(3);
    lock(&b.0.outlets).push(Outlet { topics: TOPICS, sender, is_behind: false });
    let mut small = Subscription(receiver);
    let mut large = b.subscribe(TOPICS);
    settle(&[&a, &b], &mut [&mut small, &mut large]).await;
    for n in 0..10 {
        say(&a, Topic::Game, &n.to_string());
    }
    for n in 0..10 {
        assert_eq!(next_text(&mut large).await, (n.to_string(), false));
    }
    for n in 0..3 {
        assert_eq!(next_text(&mut small).await, (n.to_string(), false));
    }
    say(&a, Topic::Game, "more");
    assert_eq!(next_text(&mut small).await, ("more".to_owned(), true));
}

#[tokio::test]
async fn a_node_alone_publishes_nothing() {
    let bus = Bus::in_process(&Hub::default());
    let mut subscription = bus.subscribe(TOPICS);
    assert!(!bus.is_shared());
    bus.publish(Topic::Game, || unreachable!("nobody listens"));
    sleep(BEAT + 2 * TICK).await;
    assert!(subscription.0.try_recv().is_err());
    assert!(bus.figures().sent.get() <= 1, "only the first question");
}

#[tokio::test]
async fn all_nodes_of_a_database_use_the_same_bus() {
    for site in Site::all().await.into_iter().filter(|site| site.carrier == Carrier::Nats) {
        let _node = site.node().await;
        let db = Db::open(&site.database, Access::Alone).await.unwrap();
        let error = Bus::start(&db, &site.database, None).await.err().unwrap();
        assert!(error.contains("another server of this database uses the bus nats"), "{error}");
        let error = Bus::start(&db, &site.database, Some("nats://127.0.0.1:1")).await.err().unwrap();
        assert!(error.starts_with("cannot reach the bus at nats://127.0.0.1:1: "), "{error}");
    }
    let folder = std::env::temp_dir().join(format!("sumito-{}", GameId::random()));
    std::fs::create_dir_all(&folder).unwrap();
    let url = format!("sqlite://{}?mode=rwc", folder.join("sumito.db").display());
    let db = Db::open(&url, Access::Alone).await.unwrap();
    let error = Bus::start(&db, &url, Some("nats://127.0.0.1:4222")).await.err().unwrap();
    assert!(error.contains("PostgreSQL"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}

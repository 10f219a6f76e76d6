-- What moderators decided about an account, and since when it holds. Their decisions are in moderation_log; these columns repeat the result.
alter table users add column moderator_since bigint;
alter table users add column muted_at bigint;
alter table users add column banned_at bigint;
alter table users add column closed_at bigint;

-- What people report: a player, a game, or a line of a chat.
create table reports (
    id text primary key,
    at bigint not null,
    reporter text not null,
    -- player:USER, game:GAME or chat:GAME:AT:USER.
    subject text not null,
    -- Whom it is about, if the reporter named somebody.
    accused text,
    game text,
    -- The line of the chat, which its author may delete with the account.
    line text,
    reason text not null,
    words text not null,
    closed_at bigint
);
-- One open report of each reporter about each subject.
create unique index reports_open_once on reports (reporter, subject) where closed_at is null;
create index reports_open on reports (at) where closed_at is null;
create index reports_closed on reports (closed_at) where closed_at is not null;
create index reports_by_accused on reports (accused, at);
create index reports_by_reporter on reports (reporter, at);

-- What moderators did, about user:USER or report:REPORT. Nobody but the server operator acts without an account.
create table moderation_log (
    subject text not null,
    number bigint not null,
    at bigint not null,
    moderator text,
    action text not null,
    reason text not null,
    -- When a server had done what follows from it: seats given up, games resigned.
    settled_at bigint,
    primary key (subject, number)
);
create index moderation_log_by_time on moderation_log (at);
create index moderation_log_unsettled on moderation_log (at) where settled_at is null;

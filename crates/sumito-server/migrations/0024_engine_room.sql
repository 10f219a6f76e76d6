-- The engine room: a tournament between bots that never ends.

-- What all servers have in common: one row.
create table engine_room (
    one bigint primary key,
    -- The server that pairs, until then by the database's clock.
    holder text not null,
    leased_until bigint not null,
    -- The name of the latest pairing. The next one replaces it, so that two servers never pair at the same time.
    pairing text not null,
    -- How many games have ended: when that changes, the list is computed again.
    ended bigint not null
);
insert into engine_room (one, holder, leased_until, pairing, ended) values (1, '', 0, '', 0);

-- The entries of the list: a version of a program that plays with an account.
create table engine_entries (
    id text primary key,
    user_id text not null,
    version text not null,
    threads bigint not null,
    -- How many games it plays at once.
    games bigint not null,
    created_at bigint not null,
    -- Whether it is in the room, and when it was last connected.
    present boolean not null,
    seen_at bigint not null,
    -- When it last did not play a game that it had been given.
    failed_at bigint,
    unique (user_id, version)
);
create index engine_entries_present on engine_entries (seen_at) where present;

-- The games of the room, two for each opening. They are created after their pairing was saved.
create table engine_games (
    game text primary key,
    black text not null references engine_entries (id),
    white text not null references engine_entries (id),
    opening bigint not null,
    control text not null,
    paired_at bigint not null,
    -- Nothing while it waits for its two bots.
    started_at bigint,
    -- black, white, draw, or void if it was aborted: then there is another one in its place.
    result text,
    ended_at bigint
);
create unique index engine_games_once on engine_games (control, black, white, opening) where result is null or result <> 'void';
create index engine_games_open on engine_games (paired_at) where result is null;
create index engine_games_counted on engine_games (control, black, white, result, opening, ended_at);
create index engine_games_ended on engine_games (control, ended_at, game);
create index engine_games_by_black on engine_games (black, ended_at);
create index engine_games_by_white on engine_games (white, ended_at);

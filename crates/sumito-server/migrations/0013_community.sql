-- Who follows whom.
create table follows (
    user_id text not null references users (id),
    followed text not null references users (id),
    at bigint not null,
    primary key (user_id, followed)
);
create index follows_by_followed on follows (followed);

-- Who wants nothing to do with whom. Only the user who blocks may know.
create table blocks (
    user_id text not null references users (id),
    blocked text not null references users (id),
    at bigint not null,
    primary key (user_id, blocked)
);
create index blocks_by_blocked on blocks (blocked);

-- The names of accounts as they are searched: letters and digits, from each letter to the end. Whatever begins with the query is found by a
-- range of the index, which PostgreSQL offers only for names compared byte by byte.
create table name_parts (
    part text collate "C" not null,
    user_id text not null references users (id),
    -- Where in the name it begins.
    start bigint not null,
    primary key (part, user_id, start)
);
create index name_beginnings on name_parts (part) where start = 0;
create index name_parts_by_user on name_parts (user_id);

-- The only user who may take the open seat of a game: it is a challenge.
alter table games add column challenged text;
create index games_challenging on games (challenged) where status = 'open';

-- What games are searched by. Games from before are filled in when the server starts.
alter table games add column kind text;
alter table games add column layout text;
-- Of a game that is over: how, and after how many moves of either side.
alter table games add column ending text;
alter table games add column plies bigint;
create index games_over on games (updated_at, id) where status = 'over' and (public or rated);
create index games_unindexed on games (id) where kind is null or (status = 'over' and plies is null);
drop index games_by_black;
drop index games_by_white;
create index games_by_black on games (black, updated_at, id);
create index games_by_white on games (white, updated_at, id);

create table users (
    id text primary key,
    -- An anonymous player has neither name nor password.
    name text,
    -- The name as it is compared: two names that look alike are one.
    folded_name text unique,
    password text,
    created_at bigint not null
);

create table sessions (
    -- A digest of the cookie: who reads the database cannot act for others.
    token text primary key,
    user_id text not null references users (id),
    expires_at bigint not null
);

create table games (
    id text primary key,
    status text not null,
    black text,
    white text,
    public boolean not null,
    -- When a flag falls if nobody moves.
    flag_at bigint,
    created_at bigint not null,
    updated_at bigint not null
);

create index games_by_status on games (status, updated_at);
create index games_by_black on games (black, updated_at);
create index games_by_white on games (white, updated_at);

-- The log of each game; everything in the row of the game follows from it.
create table events (
    game text not null references games (id),
    version bigint not null,
    at bigint not null,
    line text not null,
    primary key (game, version)
);

create table chat (
    game text not null references games (id),
    number bigint not null,
    at bigint not null,
    user_id text not null references users (id),
    line text not null,
    primary key (game, number)
);

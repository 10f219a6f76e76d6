-- Tournaments: what lists and searches need. Everything follows from their logs.
create table tournaments (
    id text primary key,
    -- open, running or over.
    status text not null,
    name text not null,
    format text not null,
    control text not null,
    listed boolean not null,
    -- Played over the board.
    board boolean not null,
    starts_at bigint,
    players bigint not null,
    -- The name of the winner.
    winner text,
    created_at bigint not null,
    updated_at bigint not null,
    -- When a server has to look what it is time for.
    looks_at bigint,
    -- The server that directs it, until then by the database's clock.
    holder text not null,
    leased_until bigint not null
);
create index tournaments_by_status on tournaments (status, updated_at);
create index tournaments_by_look on tournaments (looks_at) where looks_at is not null;

-- The log of each tournament.
create table tournament_events (
    tournament text not null references tournaments (id),
    version bigint not null,
    at bigint not null,
    line text not null,
    primary key (tournament, version)
);

-- Who has entered, and how they finished.
create table tournament_players (
    tournament text not null references tournaments (id),
    user_id text not null,
    rank bigint,
    primary key (tournament, user_id)
);
create index tournament_players_by_user on tournament_players (user_id);

-- The games online. They are created after their pairing was saved.
create table tournament_games (
    game text primary key,
    tournament text not null references tournaments (id),
    -- Whether its result is in the log.
    ended boolean not null
);
create index tournament_games_open on tournament_games (tournament) where not ended;

-- Who sits at a game on time: at one only, whatever tournaments they play in.
create table tournament_seats (
    user_id text primary key,
    tournament text not null references tournaments (id),
    game text not null
);
create index tournament_seats_by_game on tournament_seats (game);

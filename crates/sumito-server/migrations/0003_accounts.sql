-- How strong each user is at each speed, by Glicko-2.
create table ratings (
    user_id text not null references users (id),
    speed text not null,
    rating double precision not null,
    deviation double precision not null,
    volatility double precision not null,
    rated_at bigint not null,
    won bigint not null,
    drawn bigint not null,
    lost bigint not null,
    primary key (user_id, speed)
);

create index ratings_by_rating on ratings (speed, rating);

-- What a rated game did to its players. A game that is here has been rated and is never rated again.
create table rated_games (
    game text not null references games (id),
    user_id text not null references users (id),
    speed text not null,
    at bigint not null,
    old_rating double precision not null,
    old_deviation double precision not null,
    new_rating double precision not null,
    primary key (game, user_id)
);

create index rated_games_by_user on rated_games (user_id, speed, at);

-- For lists of games by speed, and for counting what was won.
alter table games add column speed text;
alter table games add column rated boolean not null default false;
-- Of a game that is over: black, white or draw.
alter table games add column winner text;

-- A session that a program uses has a name; those of browsers have none.
alter table sessions add column label text;
alter table sessions add column created_at bigint not null default 0;
create index sessions_by_user on sessions (user_id);

-- What users prefer, as a JSON object.
create table settings (
    user_id text primary key references users (id),
    json text not null
);

-- How strong each user is at puzzles, by Glicko-2.
create table puzzle_solvers (
    user_id text primary key references users (id),
    rating double precision not null,
    deviation double precision not null,
    volatility double precision not null,
    rated_at bigint not null,
    tries bigint not null
);

-- How hard each puzzle is, once somebody has tried it; before that its estimate holds.
create table puzzle_ratings (
    puzzle text primary key,
    rating double precision not null,
    deviation double precision not null,
    volatility double precision not null,
    rated_at bigint not null,
    tries bigint not null,
    solved bigint not null
);

-- The first try of a user at a puzzle, which alone is rated, and when the puzzle was solved at last.
create table puzzle_attempts (
    user_id text not null references users (id),
    puzzle text not null,
    at bigint not null,
    -- 1 if that try solved it, otherwise 0.
    first_try bigint not null,
    solved_at bigint,
    old_rating double precision,
    new_rating double precision,
    primary key (user_id, puzzle)
);

create index puzzle_attempts_by_user on puzzle_attempts (user_id, at);

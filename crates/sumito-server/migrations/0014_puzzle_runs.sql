-- The latest storm and streak of each user, and the best score. A run without a score is being played.
create table puzzle_runs (
    user_id text not null references users (id),
    kind text not null,
    run text not null,
    seed bigint not null,
    started_at bigint not null,
    score bigint,
    best bigint,
    primary key (user_id, kind)
);

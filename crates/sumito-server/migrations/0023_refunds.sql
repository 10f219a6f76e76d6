-- Rating points that opponents of a banned account got back, by the number of the ban in moderation_log.
create table refunds (
    banned text not null,
    number bigint not null,
    user_id text not null,
    speed text not null,
    points double precision not null,
    at bigint not null,
    -- When the ban was lifted, and the points were taken back.
    undone_at bigint,
    primary key (banned, number, user_id, speed)
);

-- How far the moves of an account agree with the engine's choices, as sumito moderate agreement has measured it.
create table agreements (
    user_id text primary key,
    at bigint not null,
    report text not null
);

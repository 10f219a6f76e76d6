-- The servers that share this database, and when each was last seen by the database's clock.
create table nodes (
    id text primary key,
    -- How it hears from the others: all must use the same.
    bus text not null,
    seen_at bigint not null
);

-- What all servers of this database have in common: one row.
create table site (
    one bigint primary key,
    -- Its name on a message bus that other sites may use as well.
    name text not null,
    -- What random colors are drawn from.
    secret text not null,
    -- Whether games from before there were leases have their row in engine_jobs.
    jobs_listed bigint not null
);

-- The positions that the engine thinks about, and who does it. A lease that was not renewed in time, by the database's clock, goes to
-- another server.
create table engine_jobs (
    game text primary key references games (id),
    version bigint not null,
    holder text not null,
    leased_until bigint not null
);
create index engine_jobs_by_lease on engine_jobs (leased_until);

-- For finding games whose time has run out while no server had them in memory.
create index games_by_flag on games (flag_at) where status = 'playing' and flag_at is not null;

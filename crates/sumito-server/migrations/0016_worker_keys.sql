-- The keys of programs that think for the engine on other machines. Only a digest of each key is kept.
create table worker_keys (
    name text primary key,
    digest text not null unique,
    created_at bigint not null,
    -- About when it was last used.
    used_at bigint
);

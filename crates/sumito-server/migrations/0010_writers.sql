-- The last batch that each writing process has committed. A writer that lost the answer to a commit finds out here whether it happened.
create table writers (
    id text primary key,
    batch bigint not null,
    -- Only of rows that are written to find out whether there is room, and deleted in the same transaction.
    padding text
);

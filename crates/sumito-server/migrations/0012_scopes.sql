-- What a program may do with its token: read, or play as well. Tokens from before may play.
alter table sessions add column scope text;
update sessions set scope = 'play' where label is not null;

-- Digests of the names of deleted accounts: nobody else gets them.
create table retired_names (
    digest text primary key
);

-- SQLite prefers an index whose first column is compared with a value. The former one was not used for searches among all games, which then also
-- read every private game.
drop index games_over;
create index games_over on games (status, updated_at, id) where status = 'over' and (public or rated);

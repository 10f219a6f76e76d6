-- The page of every game shows the earlier ones of its two players. An entry is written when a game ends.
create index games_between on games (black, white, updated_at, id) where status = 'over';

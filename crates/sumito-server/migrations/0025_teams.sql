-- The seats of those who have left a game for more than two, in a row. They have lost, whatever their partners achieve, and may play elsewhere while
-- the others go on.
alter table games add column departed text;
-- Games from before get it when they are indexed again.
update games set kind = null where seats > 2;

-- Games for more than two are few among those of a player.
create index games_of_more_by_black on games (black, updated_at, id) where seats > 2;
create index games_of_more_by_white on games (white, updated_at, id) where seats > 2;

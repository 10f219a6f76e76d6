-- Games have two to six seats; whoever leaves one keeps it in this row. Few games have more than two, so the indexes of the other seats are small.
alter table games add column seats bigint not null default 2;
alter table games add column blue text;
alter table games add column red text;
alter table games add column green text;
alter table games add column yellow text;
create index games_by_blue on games (blue, updated_at, id) where blue is not null;
create index games_by_red on games (red, updated_at, id) where red is not null;
create index games_by_green on games (green, updated_at, id) where green is not null;
create index games_by_yellow on games (yellow, updated_at, id) where yellow is not null;

-- Those who watch a game for more than two have a chat of their own.
alter table chat add column watchers bigint not null default 0;

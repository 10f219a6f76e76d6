-- What a user has not finished is counted whenever they set up or join a game.
create index games_unfinished_by_black on games (black) where status in ('open', 'playing');
create index games_unfinished_by_white on games (white) where status in ('open', 'playing');

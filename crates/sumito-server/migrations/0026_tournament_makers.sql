-- Who made a tournament: one account must not fill the calendar.
alter table tournaments add column created_by text not null default '';
update tournaments set created_by = coalesce((select substr(line, 9, 10) from tournament_events where tournament = tournaments.id and version = 1), '');
create index tournaments_by_maker on tournaments (created_by, created_at);

-- A game that needs a second player has an open seat; it was called waiting.
update games set status = 'open' where status = 'waiting';

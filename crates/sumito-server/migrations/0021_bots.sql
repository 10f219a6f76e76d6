-- Accounts that belong to programs, and since when. Their games are rated in pools of their own, whose speeds begin with 'bot-'.
alter table users add column bot_since bigint;

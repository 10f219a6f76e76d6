-- The digest of the code by which somebody who forgot the password sets a new one.
alter table users add column recovery text;

-- What each exchange's listing last said: a source may list nobody, or break and leave what is known.
CREATE TABLE `season_listings` (
	`ledger_id` text NOT NULL,
	`exchange` text NOT NULL,
	`asked_at` integer NOT NULL,
	`read_at` integer,
	`companies` integer NOT NULL,
	`problem` text,
	PRIMARY KEY(`ledger_id`, `exchange`)
) WITHOUT ROWID;

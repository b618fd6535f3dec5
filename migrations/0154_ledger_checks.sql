-- How far the rows of a ledger's settled predictions were compared with it. In a restored database it points to the past.
CREATE TABLE `ledger_checks` (
	`ledger_id` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);

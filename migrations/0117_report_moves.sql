-- What a share did over a report, from the close before it to the close after it. Without closes: when it was asked for last.
CREATE TABLE `report_moves` (
	`ledger_id` text NOT NULL,
	`symbol` text NOT NULL,
	`fiscal_quarter_end` text NOT NULL,
	`from_day` text,
	`to_day` text,
	`from_close` real,
	`to_close` real,
	`source` text NOT NULL,
	`asked_at` integer NOT NULL,
	PRIMARY KEY(`ledger_id`, `symbol`, `fiscal_quarter_end`)
) WITHOUT ROWID;

-- What options charge for a coming report, and what shares did over past ones, as the last analysis before it found.
CREATE TABLE `season_moves` (
	`ledger_id` text NOT NULL,
	`symbol` text NOT NULL,
	`fiscal_quarter_end` text NOT NULL,
	`implied_move_percent` real,
	`past_move_percent` real,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`ledger_id`, `symbol`, `fiscal_quarter_end`)
) WITHOUT ROWID;

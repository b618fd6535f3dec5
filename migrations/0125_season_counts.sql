-- The season so far as it was counted last, in one row a market, so that no reader counts it again.
CREATE TABLE `season_counts` (
	`ledger_id` text PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`counted_at` integer NOT NULL,
	`counts` text NOT NULL
) WITHOUT ROWID;

-- The 80% interval of each scored report as fitted (surprises relative to the consensus's size, and the size that no width
-- exceeds), and how much wider each day's intervals are so that they would have held 80% of the newest settled reports.
ALTER TABLE `slate` ADD COLUMN `interval_low` real;
ALTER TABLE `slate` ADD COLUMN `interval_high` real;
ALTER TABLE `slate` ADD COLUMN `interval_limit` real;

CREATE TABLE `interval_widths` (
	`ledger_id` text NOT NULL,
	`day` text NOT NULL,
	`factor` real NOT NULL,
	`reports` integer NOT NULL,
	PRIMARY KEY(`ledger_id`, `day`)
) WITHOUT ROWID;

-- What operators decided, with their reasons and without their names.
CREATE TABLE `review_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`ledger_id` text NOT NULL,
	`subject` text NOT NULL,
	`decision` text NOT NULL,
	`eps` real,
	`reason` text NOT NULL,
	`at` integer NOT NULL
);
CREATE INDEX `review_decisions_by_time` ON `review_decisions` (`at`);
-- A result that an operator found worthless counts for nothing.
ALTER TABLE `result_reports` ADD COLUMN `dismissed_at` integer;

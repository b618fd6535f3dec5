-- What a week's tests of calibration found, and the mail about it. One row a market and week; it never changes but for the mail.
CREATE TABLE `drift_weeks` (
	`ledger_id` text NOT NULL,
	`week` text NOT NULL,
	`first_day` text NOT NULL,
	`last_day` text NOT NULL,
	`n` integer NOT NULL,
	`checks` text NOT NULL,
	`findings` text NOT NULL,
	`proposals` text NOT NULL,
	`has_news` integer NOT NULL,
	`checked_at` integer NOT NULL,
	`mail_claimed_at` integer,
	`mailed_at` integer,
	PRIMARY KEY(`ledger_id`, `week`)
) WITHOUT ROWID;

-- How settled predictions of record agree with what happened, by month and group; an alarm is a sentence.
CREATE TABLE `calibration_checks` (
	`ledger_id` text NOT NULL,
	`month` text NOT NULL,
	`dimension` text NOT NULL,
	`key` text NOT NULL,
	`n` integer NOT NULL,
	`beat_share` real NOT NULL,
	`mean_probability` real NOT NULL,
	`share_error` real NOT NULL,
	`slope` real,
	`slope_error` real,
	`alarm` text,
	`checked_at` integer NOT NULL,
	PRIMARY KEY(`ledger_id`, `month`, `dimension`, `key`)
) WITHOUT ROWID;

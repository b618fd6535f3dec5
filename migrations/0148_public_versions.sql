-- Which state of the record and the calendar the edge's copies belong to: a job that changes them counts it on, and every copy of
-- before is passed over everywhere.
CREATE TABLE `public_versions` (
	`ledger_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
) WITHOUT ROWID;

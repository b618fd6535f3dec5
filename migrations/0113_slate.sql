-- What the model says of each coming report, written only when it changes.
CREATE TABLE `slate` (
	`ledger_id` text NOT NULL,
	`symbol` text NOT NULL,
	`fiscal_quarter_end` text NOT NULL,
	`beat_probability` real NOT NULL,
	`base_rate` real NOT NULL,
	`edge_verdict` text NOT NULL,
	`confidence` text NOT NULL,
	`view` text NOT NULL,
	`model_version` text NOT NULL,
	`consensus_eps` real NOT NULL,
	`scored_at` integer NOT NULL,
	`ledger_seq` integer,
	`locked_at` integer,
	PRIMARY KEY(`ledger_id`, `symbol`, `fiscal_quarter_end`)
) WITHOUT ROWID;

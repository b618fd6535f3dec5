-- What was known of a company on a day: the inputs that the model cannot use yet, kept so that a later fit can.
CREATE TABLE `archived_signals` (
	`book` text NOT NULL,
	`symbol` text NOT NULL,
	`day` text NOT NULL,
	`source` text NOT NULL,
	`report_date` text,
	`fiscal_quarter_end` text,
	`consensus_eps` real NOT NULL,
	`analyst_count` integer,
	`estimate_low` real,
	`estimate_high` real,
	`consensus_days_ago_7` real,
	`consensus_days_ago_30` real,
	`consensus_days_ago_60` real,
	`consensus_days_ago_90` real,
	`revisions_up_30` integer,
	`revisions_down_30` integer,
	`price` real,
	`return_21` real,
	`return_63` real,
	`return_252` real,
	`volatility_63` real,
	`archived_at` integer NOT NULL,
	PRIMARY KEY(`book`, `symbol`, `day`)
) WITHOUT ROWID;

-- Reports older than a live source tells of, from a file that the operator loaded.
CREATE TABLE `imported_quarters` (
	`symbol` text NOT NULL,
	`report_date` text NOT NULL,
	`eps_estimate` real NOT NULL,
	`eps_actual` real NOT NULL,
	`source` text NOT NULL,
	PRIMARY KEY(`symbol`, `report_date`)
) WITHOUT ROWID;

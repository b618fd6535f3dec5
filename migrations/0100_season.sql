-- The one store of quarterly reports: companies, their reports, and the dated revisions of a consensus.
CREATE TABLE `season_companies` (
	`ledger_id` text NOT NULL,
	`symbol` text NOT NULL,
	`company_name` text,
	`exchange` text,
	`sector` text,
	`industry` text,
	`country` text,
	`currency` text,
	`cik` text,
	`is_active` integer DEFAULT 1 NOT NULL,
	`price` real,
	`market_cap` real,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`ledger_id`, `symbol`)
) WITHOUT ROWID;
CREATE INDEX `season_companies_by_industry` ON `season_companies` (`ledger_id`, `industry`);

CREATE TABLE `season_reports` (
	`ledger_id` text NOT NULL,
	`symbol` text NOT NULL,
	`fiscal_quarter_end` text NOT NULL,
	`is_quarter_declared` integer NOT NULL,
	`report_date` text NOT NULL,
	`is_day_known` integer NOT NULL,
	`session` text,
	`is_confirmed` integer NOT NULL,
	`moved_from` text,
	`consensus_eps` real,
	`analyst_count` integer,
	`reported_eps` real,
	`is_beat` integer,
	`basis` text,
	`source` text NOT NULL,
	`is_imported` integer NOT NULL,
	`is_comparable` integer DEFAULT 1 NOT NULL,
	`first_seen_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`reported_seen_at` integer,
	PRIMARY KEY(`ledger_id`, `symbol`, `fiscal_quarter_end`)
) WITHOUT ROWID;
CREATE INDEX `season_reports_by_day` ON `season_reports` (`ledger_id`, `report_date`, `is_beat`);

CREATE TABLE `season_revisions` (
	`ledger_id` text NOT NULL,
	`symbol` text NOT NULL,
	`fiscal_quarter_end` text NOT NULL,
	`day` text NOT NULL,
	`consensus_eps` real NOT NULL,
	`analyst_count` integer,
	`source` text NOT NULL,
	PRIMARY KEY(`ledger_id`, `symbol`, `fiscal_quarter_end`, `day`)
) WITHOUT ROWID;

-- Which days of the calendar have been read, so that a backfill goes on where it stopped.
CREATE TABLE `season_ranges` (
	`ledger_id` text NOT NULL,
	`first_day` text NOT NULL,
	`last_day` text NOT NULL,
	`read_at` integer NOT NULL,
	`reports` integer NOT NULL,
	PRIMARY KEY(`ledger_id`, `first_day`)
) WITHOUT ROWID;

-- Imported quarters move into the store. Their quarter is taken to be the calendar's last before the report.
INSERT OR IGNORE INTO `season_companies` (`ledger_id`, `symbol`, `updated_at`)
SELECT DISTINCT 'live', `symbol`, unixepoch() * 1000 FROM `imported_quarters`;
INSERT OR IGNORE INTO `season_reports` (`ledger_id`, `symbol`, `fiscal_quarter_end`, `is_quarter_declared`, `report_date`,
	`is_day_known`, `is_confirmed`, `consensus_eps`, `reported_eps`, `is_beat`, `source`, `is_imported`,
	`first_seen_at`, `changed_at`, `reported_seen_at`)
SELECT 'live', `symbol`,
	date(`report_date`, 'start of month', '-' || ((CAST(strftime('%m', `report_date`) AS integer) - 1) % 3) || ' months', '-1 day'),
	0, `report_date`, 1, 1, `eps_estimate`, `eps_actual`,
	round(`eps_actual` * 100) > round(`eps_estimate` * 100), `source`, 1,
	unixepoch() * 1000, unixepoch() * 1000, unixepoch() * 1000
FROM `imported_quarters` ORDER BY `report_date` DESC;

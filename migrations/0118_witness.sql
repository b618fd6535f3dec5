-- What a company's filings with the SEC say of a reported figure, and the basis on which its figures are.
CREATE TABLE `report_witnesses` (
	`ledger_id` text NOT NULL,
	`symbol` text NOT NULL,
	`fiscal_quarter_end` text NOT NULL,
	`reported_eps` real NOT NULL,
	`finding` text NOT NULL,
	`released_from` integer,
	`released_to` integer,
	`document_url` text,
	`exhibit_eps` real,
	`exhibit_basis` text,
	`quote` text,
	`gaap_eps` real,
	`is_gaap_derived` integer,
	`gaap_filed` text,
	`attempts` integer NOT NULL,
	`first_looked_at` integer NOT NULL,
	`looked_at` integer NOT NULL,
	`look_again_at` integer,
	PRIMARY KEY(`ledger_id`, `symbol`, `fiscal_quarter_end`)
) WITHOUT ROWID;
CREATE INDEX `report_witnesses_due` ON `report_witnesses` (`ledger_id`, `look_again_at`);
CREATE INDEX `report_witnesses_by_finding` ON `report_witnesses` (`ledger_id`, `finding`, `looked_at`);
ALTER TABLE `season_companies` ADD COLUMN `basis` text;

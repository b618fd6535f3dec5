-- Predictions of record stand beside users' own in one table: user_id is null for them, and scope says whose they are.
CREATE TABLE `calls` (
	`id` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`user_id` text,
	`book` text NOT NULL,
	`snapshot_id` text NOT NULL,
	`request_key` text NOT NULL,
	`symbol` text NOT NULL,
	`company_name` text NOT NULL,
	`sector` text,
	`model_version` text NOT NULL,
	`prediction_type` text NOT NULL,
	`beat_probability` real NOT NULL,
	`called_probability` real NOT NULL,
	`base_rate` real NOT NULL,
	`confidence` text NOT NULL,
	`consensus_eps` real NOT NULL,
	`currency` text,
	`fiscal_quarter_end` text,
	`report_date` text,
	`reports_at` integer,
	`lock_id` text,
	`ledger_seq` integer,
	`data_mode` text NOT NULL,
	`created_at` integer NOT NULL,
	`state` text NOT NULL,
	`state_reason` text,
	`due_at` integer,
	`actual_result` text,
	`actual_eps` real,
	`actual_source` text,
	`is_correct` integer,
	`settled_at` integer,
	`settled_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`snapshot_id`) REFERENCES `snapshots`(`id`) ON UPDATE no action ON DELETE no action
);

-- Earlier calls were never in a ledger: the next run of the jobs locks those whose report still lies ahead.
INSERT INTO `calls` (
	`id`, `scope`, `user_id`, `book`, `snapshot_id`, `request_key`, `symbol`, `company_name`, `sector`, `model_version`,
	`prediction_type`, `beat_probability`, `called_probability`, `base_rate`, `confidence`, `consensus_eps`, `currency`,
	`fiscal_quarter_end`, `report_date`, `reports_at`, `lock_id`, `data_mode`, `created_at`, `state`, `due_at`
)
SELECT
	p.`id`, 'user:' || p.`user_id`, p.`user_id`, p.`data_mode`, p.`snapshot_id`, p.`request_key`, p.`symbol`, p.`company_name`,
	json_extract(s.`analysis`, '$.stock.sector'), s.`model_version`, p.`prediction_type`, p.`beat_probability`,
	max(p.`beat_probability`, 1 - p.`beat_probability`), p.`base_rate`, p.`confidence`, p.`consensus_eps`, p.`currency`,
	p.`fiscal_quarter_end`, p.`report_date`,
	CASE WHEN p.`report_date` IS NOT NULL THEN unixepoch(json_extract(s.`analysis`, '$.earningsData.earningsDate')) * 1000 END,
	CASE WHEN p.`is_locked` = 1 AND p.`fiscal_quarter_end` IS NOT NULL THEN p.`snapshot_id` END,
	p.`data_mode`, p.`created_at`,
	CASE WHEN p.`is_locked` = 1 AND p.`fiscal_quarter_end` IS NOT NULL THEN 'pending' ELSE 'unlocked' END,
	CASE WHEN p.`is_locked` = 1 AND p.`fiscal_quarter_end` IS NOT NULL THEN p.`created_at` END
FROM `predictions` p JOIN `snapshots` s ON s.`id` = p.`snapshot_id`;

DROP TABLE `predictions`;
ALTER TABLE `calls` RENAME TO `predictions`;

CREATE UNIQUE INDEX `predictions_by_request` ON `predictions` (`scope`, `request_key`);
CREATE INDEX `predictions_by_time` ON `predictions` (`scope`, `created_at`, `id`);
CREATE INDEX `predictions_by_symbol` ON `predictions` (`scope`, `symbol`, `created_at`);
CREATE INDEX `predictions_by_probability` ON `predictions` (`scope`, `called_probability`);
CREATE INDEX `predictions_by_report` ON `predictions` (`scope`, `report_date`);
CREATE INDEX `predictions_by_state` ON `predictions` (`scope`, `state`, `settled_at`, `id`);
CREATE INDEX `predictions_by_result` ON `predictions` (`scope`, `is_correct`, `settled_at`, `id`);
CREATE INDEX `predictions_by_user` ON `predictions` (`user_id`);
CREATE INDEX `predictions_by_snapshot` ON `predictions` (`snapshot_id`);
CREATE INDEX `predictions_by_lock` ON `predictions` (`lock_id`);
CREATE INDEX `predictions_due` ON `predictions` (`book`, `due_at`, `symbol`, `fiscal_quarter_end`) WHERE `due_at` IS NOT NULL;

-- Sums over settled predictions, one row a group. Probabilities are in hundredths of a percent, so that sums are exact.
CREATE TABLE `tallies` (
	`scope` text NOT NULL,
	`dimension` text NOT NULL,
	`key` text NOT NULL,
	`user_id` text,
	`n` integer NOT NULL,
	`correct` integer NOT NULL,
	`beats` integer NOT NULL,
	`called_beat` integer NOT NULL,
	`called_beat_correct` integer NOT NULL,
	`probability_sum` integer NOT NULL,
	`brier_sum` integer NOT NULL,
	`base_brier_sum` integer NOT NULL,
	PRIMARY KEY (`scope`, `dimension`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
CREATE INDEX `tallies_by_user` ON `tallies` (`user_id`);

-- Reported figures that users sent in: evidence for review, which settles nothing.
CREATE TABLE `result_reports` (
	`prediction_id` text NOT NULL,
	`user_id` text NOT NULL,
	`symbol` text NOT NULL,
	`fiscal_quarter_end` text NOT NULL,
	`eps` real NOT NULL,
	`url` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY (`prediction_id`, `user_id`),
	FOREIGN KEY (`prediction_id`) REFERENCES `predictions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
CREATE INDEX `result_reports_by_user` ON `result_reports` (`user_id`);
CREATE INDEX `result_reports_by_quarter` ON `result_reports` (`symbol`, `fiscal_quarter_end`);

-- How far a job has come with its list on a day.
CREATE TABLE `job_progress` (
	`job` text NOT NULL,
	`day` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY (`job`, `day`)
) WITHOUT ROWID;

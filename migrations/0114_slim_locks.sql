-- A lock of the slate has its evidence in a file instead of a snapshot, so that a prediction needs no snapshot any more.
-- Indexes that only users' own lists or settled predictions need leave the others out: a lock writes few rows.
CREATE TABLE `predictions_slim` (
	`id` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`user_id` text,
	`book` text NOT NULL,
	`snapshot_id` text,
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
	`as_of` integer,
	`evidence_hash` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`snapshot_id`) REFERENCES `snapshots`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;

INSERT INTO `predictions_slim` (
	`id`, `scope`, `user_id`, `book`, `snapshot_id`, `request_key`, `symbol`, `company_name`, `sector`, `model_version`,
	`prediction_type`, `beat_probability`, `called_probability`, `base_rate`, `confidence`, `consensus_eps`, `currency`,
	`fiscal_quarter_end`, `report_date`, `reports_at`, `lock_id`, `ledger_seq`, `data_mode`, `created_at`, `state`,
	`state_reason`, `due_at`, `actual_result`, `actual_eps`, `actual_source`, `is_correct`, `settled_at`, `settled_by`
)
SELECT
	`id`, `scope`, `user_id`, `book`, `snapshot_id`, `request_key`, `symbol`, `company_name`, `sector`, `model_version`,
	`prediction_type`, `beat_probability`, `called_probability`, `base_rate`, `confidence`, `consensus_eps`, `currency`,
	`fiscal_quarter_end`, `report_date`, `reports_at`, `lock_id`, `ledger_seq`, `data_mode`, `created_at`, `state`,
	`state_reason`, `due_at`, `actual_result`, `actual_eps`, `actual_source`, `is_correct`, `settled_at`, `settled_by`
FROM `predictions`;

-- Dropping the old table would delete what users reported with it.
CREATE TABLE `result_reports_kept` AS SELECT * FROM `result_reports`;
DELETE FROM `result_reports`;
DROP TABLE `predictions`;
ALTER TABLE `predictions_slim` RENAME TO `predictions`;
INSERT INTO `result_reports` (`prediction_id`, `user_id`, `symbol`, `fiscal_quarter_end`, `eps`, `url`, `created_at`)
SELECT `prediction_id`, `user_id`, `symbol`, `fiscal_quarter_end`, `eps`, `url`, `created_at` FROM `result_reports_kept`;
DROP TABLE `result_reports_kept`;

CREATE UNIQUE INDEX `predictions_by_request` ON `predictions` (`scope`, `request_key`);
CREATE INDEX `predictions_by_state` ON `predictions` (`scope`, `state`, `settled_at`, `id`);
CREATE INDEX `predictions_by_lock` ON `predictions` (`lock_id`) WHERE `lock_id` IS NOT NULL;
CREATE INDEX `predictions_due` ON `predictions` (`book`, `due_at`, `symbol`, `fiscal_quarter_end`) WHERE `due_at` IS NOT NULL;
CREATE INDEX `predictions_by_time` ON `predictions` (`scope`, `created_at`, `id`) WHERE `user_id` IS NOT NULL;
CREATE INDEX `predictions_by_symbol` ON `predictions` (`scope`, `symbol`, `created_at`) WHERE `user_id` IS NOT NULL;
CREATE INDEX `predictions_by_probability` ON `predictions` (`scope`, `called_probability`) WHERE `user_id` IS NOT NULL;
CREATE INDEX `predictions_by_report` ON `predictions` (`scope`, `report_date`) WHERE `user_id` IS NOT NULL;
CREATE INDEX `predictions_by_user` ON `predictions` (`user_id`) WHERE `user_id` IS NOT NULL;
CREATE INDEX `predictions_by_report_time` ON `predictions` (`reports_at`) WHERE `user_id` IS NOT NULL;
CREATE INDEX `predictions_by_snapshot` ON `predictions` (`snapshot_id`) WHERE `snapshot_id` IS NOT NULL;
CREATE INDEX `predictions_by_result` ON `predictions` (`scope`, `is_correct`, `settled_at`, `id`) WHERE `settled_at` IS NOT NULL;
CREATE INDEX `predictions_by_settlement` ON `predictions` (`settled_at`) WHERE `settled_at` IS NOT NULL;

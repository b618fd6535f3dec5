CREATE TABLE `credentials` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`user_id` text NOT NULL,
	`access_token` text,
	`refresh_token` text,
	`id_token` text,
	`access_token_expires_at` integer,
	`refresh_token_expires_at` integer,
	`scope` text,
	`password` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `credentials_by_user` ON `credentials` (`user_id`);
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`ip_address` text,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `sessions_token_unique` ON `sessions` (`token`);
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`image` text,
	`phone` text,
	`company` text,
	`location` text,
	`bio` text,
	`two_factor_enabled` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);

CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);
CREATE TABLE `verifications` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);

CREATE INDEX `verifications_by_identifier` ON `verifications` (`identifier`);
CREATE TABLE `predictions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`snapshot_id` text NOT NULL,
	`request_key` text NOT NULL,
	`symbol` text NOT NULL,
	`company_name` text NOT NULL,
	`prediction_type` text NOT NULL,
	`beat_probability` real NOT NULL,
	`base_rate` real NOT NULL,
	`confidence` text NOT NULL,
	`consensus_eps` real NOT NULL,
	`currency` text,
	`fiscal_quarter_end` text,
	`report_date` text,
	`is_locked` integer NOT NULL,
	`data_mode` text NOT NULL,
	`created_at` integer NOT NULL,
	`actual_result` text,
	`actual_eps` real,
	`is_correct` integer,
	`settled_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`snapshot_id`) REFERENCES `snapshots`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `predictions_by_request` ON `predictions` (`user_id`,`request_key`);
CREATE INDEX `predictions_by_user` ON `predictions` (`user_id`,`created_at`);
CREATE INDEX `predictions_by_user_symbol` ON `predictions` (`user_id`,`symbol`,`created_at`);
CREATE INDEX `predictions_pending` ON `predictions` (`actual_result`,`report_date`);
CREATE TABLE `snapshots` (
	`id` text PRIMARY KEY NOT NULL,
	`symbol` text NOT NULL,
	`data_mode` text NOT NULL,
	`model_version` text NOT NULL,
	`as_of` integer NOT NULL,
	`created_at` integer NOT NULL,
	`analysis` text NOT NULL
);

CREATE INDEX `snapshots_by_symbol` ON `snapshots` (`symbol`,`as_of`);
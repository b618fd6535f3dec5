-- What people are told of the companies that they watch, once a person, company, kind and subject; how each was delivered; when not to.
CREATE TABLE `alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL REFERENCES `users`(`id`) ON DELETE cascade,
	`ledger_id` text NOT NULL,
	`kind` text NOT NULL,
	`symbol` text NOT NULL,
	`subject` text NOT NULL,
	`detail` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`read_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alerts_once` ON `alerts` (`user_id`, `ledger_id`, `symbol`, `kind`, `subject`);
--> statement-breakpoint
CREATE INDEX `alerts_by_user` ON `alerts` (`user_id`, `created_at`);
--> statement-breakpoint
CREATE INDEX `alerts_by_time` ON `alerts` (`created_at`);
--> statement-breakpoint
CREATE TABLE `alert_deliveries` (
	`alert_id` text NOT NULL REFERENCES `alerts`(`id`) ON DELETE cascade,
	`channel` text NOT NULL,
	`user_id` text NOT NULL REFERENCES `users`(`id`) ON DELETE cascade,
	`state` text NOT NULL,
	`attempts` integer NOT NULL DEFAULT 0,
	`batch` text,
	`due_at` integer,
	PRIMARY KEY (`alert_id`, `channel`)
);
--> statement-breakpoint
CREATE INDEX `alert_deliveries_due` ON `alert_deliveries` (`due_at`, `user_id`) WHERE `due_at` IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `alert_deliveries_by_user` ON `alert_deliveries` (`user_id`, `due_at`);
--> statement-breakpoint
CREATE TABLE `alert_settings` (
	`user_id` text PRIMARY KEY NOT NULL REFERENCES `users`(`id`) ON DELETE cascade,
	`time_zone` text NOT NULL,
	`quiet_from` integer,
	`quiet_to` integer
);

-- Webhooks: addresses of institutional accounts, what happened, and what was sent where.
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL REFERENCES `users`(`id`) ON DELETE cascade,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`secret` text NOT NULL,
	`key_id` text NOT NULL,
	`previous_secret` text,
	`previous_key_id` text,
	`previous_until` integer,
	`created_at` integer NOT NULL,
	`failing_since` integer,
	`quiet_until` integer,
	`paused_at` integer
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_by_user` ON `webhook_endpoints` (`user_id`, `created_at`);
--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_events_by_time` ON `webhook_events` (`created_at`);
--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`endpoint_id` text NOT NULL REFERENCES `webhook_endpoints`(`id`) ON DELETE cascade,
	`event_id` text NOT NULL REFERENCES `webhook_events`(`id`) ON DELETE cascade,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`created_at` integer NOT NULL,
	`next_at` integer,
	`last_at` integer,
	`status` integer,
	`milliseconds` integer,
	`excerpt` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_once` ON `webhook_deliveries` (`endpoint_id`, `event_id`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_time` ON `webhook_deliveries` (`endpoint_id`, `created_at`, `id`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_event` ON `webhook_deliveries` (`event_id`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`next_at`) WHERE state = 'pending';
--> statement-breakpoint
CREATE TABLE `webhook_cursors` (
	`ledger_id` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `webhook_forecasts` (
	`ledger_id` text NOT NULL,
	`symbol` text NOT NULL,
	`fiscal_quarter_end` text NOT NULL,
	`beat_probability` real NOT NULL,
	PRIMARY KEY (`ledger_id`, `symbol`, `fiscal_quarter_end`)
);

-- Null means the defaults; an object holds the flags that were saved.
ALTER TABLE `users` ADD `notification_preferences` text;
ALTER TABLE `users` ADD `privacy_preferences` text;
ALTER TABLE `sessions` ADD `place` text;

-- One-time links and sign-in tickets, by the SHA-256 of their secret.
CREATE TABLE `one_time_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `one_time_links_by_user` ON `one_time_links` (`user_id`, `purpose`);
CREATE INDEX `one_time_links_by_expiry` ON `one_time_links` (`expires_at`);

CREATE TABLE `two_factors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY (`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `security_events` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`device` text NOT NULL,
	`place` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `security_events_by_user` ON `security_events` (`user_id`, `at`);
CREATE INDEX `security_events_by_time` ON `security_events` (`at`);

-- Mails of a development run, which go nowhere.
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE INDEX `outbox_by_recipient` ON `outbox` (`recipient`, `created_at`);
CREATE INDEX `outbox_by_time` ON `outbox` (`created_at`);

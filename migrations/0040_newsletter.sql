-- Addresses that asked for the newsletter. It goes out only to confirmed ones.
CREATE TABLE `newsletter_subscribers` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`confirm_hash` text,
	`confirm_expires_at` integer,
	`confirmed_at` integer,
	`created_at` integer NOT NULL
);
CREATE UNIQUE INDEX `newsletter_subscribers_by_email` ON `newsletter_subscribers` (`email`);
CREATE UNIQUE INDEX `newsletter_subscribers_by_confirmation` ON `newsletter_subscribers` (`confirm_hash`);
CREATE INDEX `newsletter_subscribers_by_time` ON `newsletter_subscribers` (`confirmed_at`, `created_at`);

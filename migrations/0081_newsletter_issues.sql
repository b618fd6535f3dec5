-- A week's newsletter, frozen when the first one goes out, so that every reader gets the same.
CREATE TABLE `newsletter_issues` (
	`issue` text PRIMARY KEY NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE INDEX `newsletter_issues_by_time` ON `newsletter_issues` (`created_at`);
-- One row a reader and issue: never twice, and each with its own attempts.
CREATE TABLE `newsletter_deliveries` (
	`issue` text NOT NULL,
	`subscriber_id` text NOT NULL,
	`sent_at` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`retry_at` integer,
	PRIMARY KEY (`issue`, `subscriber_id`),
	FOREIGN KEY (`subscriber_id`) REFERENCES `newsletter_subscribers`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `newsletter_deliveries_by_subscriber` ON `newsletter_deliveries` (`subscriber_id`);
CREATE INDEX `newsletter_deliveries_by_retry` ON `newsletter_deliveries` (`retry_at`);
CREATE INDEX `newsletter_deliveries_by_time` ON `newsletter_deliveries` (`sent_at`);

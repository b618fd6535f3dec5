-- Companies that people watch, with what they last saw of each and what alerts last said of it.
CREATE TABLE `watchlist` (
	`user_id` text NOT NULL REFERENCES `users`(`id`) ON DELETE cascade,
	`ledger_id` text NOT NULL,
	`symbol` text NOT NULL,
	`note` text NOT NULL DEFAULT '',
	`created_at` integer NOT NULL,
	`seen_quarter` text,
	`seen_day` text,
	`seen_probability` real,
	`seen_at` integer,
	`alerted_quarter` text,
	`alerted_day` text,
	`alerted_probability` real,
	PRIMARY KEY (`user_id`, `ledger_id`, `symbol`)
);
--> statement-breakpoint
CREATE INDEX `watchlist_by_company` ON `watchlist` (`ledger_id`, `symbol`, `user_id`);

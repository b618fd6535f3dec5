-- The secret address of a person's calendar feed, as a hash: one a person.
CREATE TABLE `calendar_feeds` (
	`user_id` text PRIMARY KEY NOT NULL REFERENCES `users`(`id`) ON DELETE cascade,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_hash_unique` ON `calendar_feeds` (`hash`);

-- Keys of the API at /api/v1 and /mcp. Only a hash of each is stored.
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL REFERENCES `users`(`id`) ON DELETE cascade,
	`name` text NOT NULL,
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);
--> statement-breakpoint
CREATE INDEX `api_keys_by_user` ON `api_keys` (`user_id`, `created_at`);
--> statement-breakpoint
CREATE INDEX `api_keys_by_revocation` ON `api_keys` (`revoked_at`);

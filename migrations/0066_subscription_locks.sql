-- Which subscriptions are being changed right now: one change at a time.
CREATE TABLE `subscription_locks` (
	`subscription_id` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`expires_at` integer NOT NULL
);

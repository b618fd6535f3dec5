-- Messages of the job queue that failed every attempt. The same message dies into the same row.
CREATE TABLE `dead_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`job` text NOT NULL,
	`body` text NOT NULL,
	`error` text NOT NULL,
	`times` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL
);
CREATE INDEX `dead_letters_by_time` ON `dead_letters` (`last_at`);

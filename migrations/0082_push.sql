-- Browsers that a person turned push messages on in. Each falls with the session it was turned on in.
CREATE TABLE `push_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE UNIQUE INDEX `push_devices_by_endpoint` ON `push_devices` (`endpoint`);
CREATE INDEX `push_devices_by_user` ON `push_devices` (`user_id`);
CREATE INDEX `push_devices_by_session` ON `push_devices` (`session_id`);

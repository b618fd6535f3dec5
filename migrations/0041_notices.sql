-- Mails about predictions and weeks that were handed over, so that none goes out twice.
CREATE TABLE `sent_notices` (
	`user_id` text NOT NULL,
	`notice` text NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY (`user_id`, `notice`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `sent_notices_by_time` ON `sent_notices` (`sent_at`);
CREATE INDEX `predictions_by_settlement` ON `predictions` (`settled_at`);
CREATE INDEX `predictions_by_report_time` ON `predictions` (`reports_at`);

-- The payment provider's numbers of customers whose account was deleted: what comes late about them stores nothing.
CREATE TABLE `closed_customers` (
	`id` text PRIMARY KEY NOT NULL,
	`closed_at` integer NOT NULL
);
CREATE INDEX `closed_customers_by_time` ON `closed_customers` (`closed_at`);

-- Unpaid checkouts are asked about in turn, and deleted once the provider says that nothing can be paid any more.
ALTER TABLE `checkouts` ADD COLUMN `checked_at` integer;
ALTER TABLE `checkouts` ADD COLUMN `expired_at` integer;
CREATE INDEX `checkouts_by_check` ON `checkouts` (`confirmed_at`, `expired_at`, `checked_at`);
CREATE INDEX `checkouts_by_email` ON `checkouts` (`email`);

ALTER TABLE `checkouts` ADD COLUMN `declined_at` integer;
CREATE INDEX `checkouts_by_customer` ON `checkouts` (`customer_id`);
ALTER TABLE `payments` ADD COLUMN `period_start` integer;

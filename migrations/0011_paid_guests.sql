ALTER TABLE `checkouts` ADD COLUMN `mailed_hash` text;
CREATE INDEX `checkouts_by_mailed_secret` ON `checkouts` (`mailed_hash`);
CREATE INDEX `customers_by_email` ON `customers` (`email`);

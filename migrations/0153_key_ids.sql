-- Which value of AUTH_SECRET a stored key or hash is under, so that an exchange can be followed to its end.
ALTER TABLE `two_factors` ADD COLUMN `key_id` text;
ALTER TABLE `recovery_codes` ADD COLUMN `key_id` text;
CREATE INDEX `two_factors_by_key` ON `two_factors` (`key_id`);
CREATE INDEX `recovery_codes_by_key` ON `recovery_codes` (`key_id`);

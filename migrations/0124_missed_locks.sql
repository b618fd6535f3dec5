-- When it was seen that a scored report was out before it was locked.
ALTER TABLE `slate` ADD `missed_at` integer;

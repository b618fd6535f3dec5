-- A finished analysis lies in the store of files under the hash of its canonical JSON, and the prediction names the hash. Rows of
-- before keep a slim snapshot: the job `snapshots` moves their text into files and writes the hash. The version before this
-- one goes on writing whole snapshots until it is gone; they are moved as well.
ALTER TABLE `snapshots` ADD COLUMN `hash` text;
CREATE INDEX `snapshots_to_move` ON `snapshots` (`id`) WHERE `hash` IS NULL;
DROP INDEX `snapshots_by_symbol`;

UPDATE `predictions` SET `as_of` = (SELECT s.`as_of` FROM `snapshots` s WHERE s.`id` = `predictions`.`snapshot_id`)
WHERE `as_of` IS NULL;

-- Five indexes: a prediction on record is written once, with one entry in each. A person's lists are read by the person, and
-- sorted among their own rows; what was settled lately and what reports soon is looked up person by person.
DROP INDEX `predictions_by_time`;
DROP INDEX `predictions_by_symbol`;
DROP INDEX `predictions_by_probability`;
DROP INDEX `predictions_by_report`;
DROP INDEX `predictions_by_user`;
DROP INDEX `predictions_by_report_time`;
DROP INDEX `predictions_by_snapshot`;
DROP INDEX `predictions_by_result`;
DROP INDEX `predictions_by_settlement`;
CREATE INDEX `predictions_by_user` ON `predictions` (`user_id`, `created_at`, `id`) WHERE `user_id` IS NOT NULL;

-- Predictions that were never locked say why; their frozen analysis has known it all along.
UPDATE predictions
SET state_reason = (
  SELECT json_extract(s.analysis, '$.prediction.notLockedReason') FROM snapshots s WHERE s.id = predictions.snapshot_id
)
WHERE state = 'unlocked' AND state_reason IS NULL;

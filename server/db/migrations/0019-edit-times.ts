export const editTimes = `
-- When the device made the change, which may be long before it arrived; ISO 8601.
ALTER TABLE field_history ADD COLUMN edited_at TEXT NOT NULL DEFAULT '';
`

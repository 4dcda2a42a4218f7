export const scheduleDevices = `
-- What the device that saved a version is called; empty where it did not say.
ALTER TABLE schedule_version ADD COLUMN saved_by TEXT NOT NULL DEFAULT '';
`

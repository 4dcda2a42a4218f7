export const scheduleVersions = `
-- Every schedule there was, so that an edit of an older one can be merged day by day.
CREATE TABLE schedule_version (
  version INTEGER PRIMARY KEY,
  content TEXT NOT NULL,
  -- When each part was last changed, by its name.
  changed_at TEXT NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT;
`

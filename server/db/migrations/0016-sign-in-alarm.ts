export const signInAlarm = `
-- When somebody last used up the tries at an owner's account; UTC milliseconds.
CREATE TABLE sign_in_alarm (
  user_id TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  last_at INTEGER NOT NULL,
  mailed_at INTEGER NOT NULL
) STRICT;
`

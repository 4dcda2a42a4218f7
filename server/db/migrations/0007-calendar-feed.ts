export const calendarFeed = `
CREATE TABLE calendar_feed (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  address TEXT,
  stale_minutes INTEGER NOT NULL,
  etag TEXT,
  last_modified TEXT,
  zone TEXT,
  covers_until INTEGER,
  synced_at INTEGER,
  tried_at INTEGER,
  failure TEXT,
  failing_since INTEGER,
  entries INTEGER NOT NULL,
  unreadable INTEGER NOT NULL
) STRICT;

CREATE TABLE bookings_feed (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  token TEXT NOT NULL,
  made_at INTEGER NOT NULL
) STRICT;
`

export const sync = `
-- What the owner's devices share. The sequence is the key: a pull reads one stretch of the table.
CREATE TABLE record (
  seq INTEGER PRIMARY KEY,
  coll TEXT NOT NULL CHECK (coll IN ('client', 'schedule')),
  id TEXT NOT NULL,
  rev INTEGER NOT NULL,
  deleted INTEGER NOT NULL CHECK (deleted IN (0, 1)),
  erased INTEGER NOT NULL CHECK (erased IN (0, 1)),
  data TEXT NOT NULL,
  -- Of each field: the revision that last changed it, and the device.
  revs TEXT NOT NULL,
  conflicts TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER,
  deleted_by TEXT,
  UNIQUE (coll, id)
) STRICT;

-- Numbers given out are never given again, whatever is deleted; before the horizon, tombstones are gone.
CREATE TABLE sync_clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seq INTEGER NOT NULL,
  horizon INTEGER NOT NULL
) STRICT;
INSERT INTO sync_clock VALUES (1, 0, 0);

CREATE TABLE device (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  last_mid INTEGER NOT NULL,
  cursor INTEGER NOT NULL,
  session_id TEXT,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE mutation_result (
  device_id TEXT NOT NULL,
  mid INTEGER NOT NULL,
  hash TEXT NOT NULL,
  answer TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (device_id, mid)
) STRICT, WITHOUT ROWID;

-- What each field held before: for looking back, not for merging.
CREATE TABLE field_history (
  id INTEGER PRIMARY KEY,
  coll TEXT NOT NULL,
  record_id TEXT NOT NULL,
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  rev INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX field_history_by_record ON field_history (coll, record_id, id);
`

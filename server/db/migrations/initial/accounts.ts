/** Accounts as better-auth keeps them (its dates are ISO 8601 texts), and privacy. */
export const accountTables = `
CREATE TABLE user (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  email_verified INTEGER NOT NULL,
  image TEXT,
  role TEXT NOT NULL CHECK (role IN ('visitor', 'owner')),
  two_factor_enabled INTEGER,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX user_by_mailbox ON user (lower(email));

CREATE TABLE session (
  id TEXT PRIMARY KEY,
  token TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  signed_in_at INTEGER NOT NULL,
  ip_address TEXT,
  user_agent TEXT,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX session_by_user ON session (user_id);
CREATE INDEX session_by_end ON session (expires_at);

CREATE TABLE account (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  provider_id TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  access_token TEXT,
  refresh_token TEXT,
  id_token TEXT,
  access_token_expires_at TEXT,
  refresh_token_expires_at TEXT,
  scope TEXT,
  password TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX account_by_user ON account (user_id);

CREATE TABLE verification (
  id TEXT PRIMARY KEY,
  identifier TEXT NOT NULL,
  value TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX verification_by_identifier ON verification (identifier);
CREATE INDEX verification_by_end ON verification (expires_at);

CREATE TABLE two_factor (
  id TEXT PRIMARY KEY,
  secret TEXT NOT NULL,
  backup_codes TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  verified INTEGER,
  failed_verification_count INTEGER,
  locked_until TEXT,
  -- The 30 seconds, since 1970, of the newest code that was taken: it and older ones are not taken again.
  last_step INTEGER
) STRICT;
CREATE INDEX two_factor_by_user ON two_factor (user_id);

CREATE TABLE passkey (
  id TEXT PRIMARY KEY,
  name TEXT,
  public_key TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE,
  counter INTEGER NOT NULL,
  device_type TEXT NOT NULL,
  backed_up INTEGER NOT NULL,
  transports TEXT,
  aaguid TEXT,
  created_at TEXT
) STRICT;
CREATE INDEX passkey_by_user ON passkey (user_id);

-- When somebody last used up the tries at an owner's account; UTC milliseconds.
CREATE TABLE sign_in_alarm (
  user_id TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  last_at INTEGER NOT NULL,
  mailed_at INTEGER NOT NULL
) STRICT;

-- Each change of a person's consents, with the words that were shown: the proof of it.
CREATE TABLE consent_change (
  id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('preferences', 'marketing', 'thirdParty')),
  given INTEGER NOT NULL CHECK (given IN (0, 1)),
  text_version TEXT NOT NULL,
  wording TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX consent_change_by_subject ON consent_change (subject, kind, id);

-- Names nobody but by an account's id: it outlives the account.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,
  action TEXT NOT NULL,
  details TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_log_by_subject ON audit_log (subject, id);
CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'The audit log is only added to'); END;
CREATE TRIGGER audit_log_is_not_deleted BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'The audit log is only added to'); END;

-- Who was erased, as a keyed hash of the mailbox, so that a restored backup can forget them again.
CREATE TABLE erasure (
  id INTEGER PRIMARY KEY,
  mailbox TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- The clients that were emptied with the mailbox, by id: in a backup they may have had another one, or none.
  clients TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE TABLE retention (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  submission_days INTEGER NOT NULL,
  mail_days INTEGER NOT NULL,
  answer_days INTEGER NOT NULL,
  job_days INTEGER NOT NULL
) STRICT;

CREATE TABLE mark (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- Another value after each restore, by which devices see that the server's past has changed.
INSERT INTO mark VALUES ('epoch', lower(hex(randomblob(16))));
`

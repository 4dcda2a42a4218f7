export const privacy = `
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
  at INTEGER NOT NULL
) STRICT;

CREATE TABLE retention (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  submission_days INTEGER NOT NULL,
  mail_days INTEGER NOT NULL,
  answer_days INTEGER NOT NULL,
  job_days INTEGER NOT NULL
) STRICT;

-- Another value after each restore, by which devices see that the server's past has changed.
INSERT INTO mark VALUES ('epoch', lower(hex(randomblob(16))));

CREATE INDEX mail_by_job ON mail (job_id);
`

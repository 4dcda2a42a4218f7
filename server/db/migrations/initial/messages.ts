/** What visitors sent, the stored answers to it, and queued work with its mail. */
export const messageTables = `
CREATE TABLE form_submissions (
  id INTEGER PRIMARY KEY,
  form_type TEXT NOT NULL,
  user_id TEXT,
  booking_id TEXT REFERENCES booking (id),
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX form_submissions_by_type ON form_submissions (form_type, id);
CREATE INDEX form_by_time ON form_submissions (created_at);
CREATE INDEX form_by_booking ON form_submissions (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX form_by_mailbox ON form_submissions (lower(json_extract(data, '$.email')));
CREATE TRIGGER form_count_by_insert AFTER INSERT ON form_submissions BEGIN
  INSERT INTO form_count VALUES (NEW.form_type, 1, 1)
    ON CONFLICT (form_type) DO UPDATE SET total = total + 1, unread = unread + 1;
END;
-- The mark goes first, so that what is deleted always counts as unread.
CREATE TRIGGER form_read_before_delete BEFORE DELETE ON form_submissions BEGIN
  DELETE FROM form_read WHERE submission_id = OLD.id;
END;
CREATE TRIGGER form_count_by_delete AFTER DELETE ON form_submissions BEGIN
  UPDATE form_count SET total = total - 1, unread = unread - 1 WHERE form_type = OLD.form_type;
END;

CREATE TABLE form_read (
  submission_id INTEGER PRIMARY KEY REFERENCES form_submissions (id) ON DELETE CASCADE,
  read_at INTEGER NOT NULL
) STRICT;
CREATE TRIGGER form_count_by_read AFTER INSERT ON form_read BEGIN
  UPDATE form_count SET unread = unread - 1
    WHERE form_type = (SELECT form_type FROM form_submissions WHERE id = NEW.submission_id);
END;
CREATE TRIGGER form_count_by_unread AFTER DELETE ON form_read BEGIN
  UPDATE form_count SET unread = unread + 1
    WHERE form_type = (SELECT form_type FROM form_submissions WHERE id = OLD.submission_id);
END;

CREATE TABLE form_count (
  form_type TEXT PRIMARY KEY,
  total INTEGER NOT NULL,
  unread INTEGER NOT NULL CHECK (unread BETWEEN 0 AND total)
) STRICT, WITHOUT ROWID;

CREATE TABLE answer (
  key TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX answer_by_time ON answer (created_at);
CREATE INDEX answer_by_booking ON answer (json_extract(body, '$.bookingId'))
  WHERE json_extract(body, '$.bookingId') IS NOT NULL;

CREATE TABLE newsletter_consent (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  mailbox TEXT NOT NULL,
  source TEXT NOT NULL,
  text_version TEXT NOT NULL,
  wording TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  withdrawn_at INTEGER
) STRICT;
CREATE INDEX newsletter_consent_by_mailbox ON newsletter_consent (mailbox, asked_at);

CREATE TABLE job (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  dedupe TEXT NOT NULL UNIQUE,
  payload TEXT NOT NULL,
  run_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  state TEXT NOT NULL,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  done_at INTEGER
) STRICT;
CREATE INDEX job_due ON job (run_at) WHERE state = 'waiting';
CREATE INDEX job_in_trouble ON job (kind, id)
  WHERE state = 'failed' OR (state = 'waiting' AND attempts >= 6);
CREATE INDEX failed_mail_by_booking ON job (json_extract(payload, '$.bookingId'))
  WHERE kind = 'mail' AND state = 'failed';
-- Whom a job is about; most say one of these.
CREATE INDEX job_by_booking ON job (json_extract(payload, '$.bookingId'))
  WHERE json_extract(payload, '$.bookingId') IS NOT NULL;
CREATE INDEX job_by_data_booking ON job (json_extract(payload, '$.data.bookingId'))
  WHERE json_extract(payload, '$.data.bookingId') IS NOT NULL;
CREATE INDEX job_by_submission ON job (json_extract(payload, '$.data.submission'))
  WHERE json_extract(payload, '$.data.submission') IS NOT NULL;
CREATE INDEX job_by_data_consent ON job (json_extract(payload, '$.data.consent'))
  WHERE json_extract(payload, '$.data.consent') IS NOT NULL;
CREATE INDEX job_by_consent ON job (json_extract(payload, '$.consent'))
  WHERE json_extract(payload, '$.consent') IS NOT NULL;
CREATE INDEX job_by_mailbox ON job (lower(json_extract(payload, '$.data.email')))
  WHERE lower(json_extract(payload, '$.data.email')) IS NOT NULL;
CREATE INDEX job_done ON job (done_at) WHERE state = 'done';

CREATE TABLE mail (
  id TEXT PRIMARY KEY,
  job_id INTEGER NOT NULL REFERENCES job (id),
  kind TEXT NOT NULL,
  booking_id TEXT REFERENCES booking (id),
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  sent_at INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_by_job ON mail (job_id);
CREATE INDEX mail_by_booking ON mail (booking_id, job_id);
CREATE INDEX mail_by_time ON mail (sent_at);
CREATE INDEX mail_by_recipient ON mail (lower(recipient));

-- Mails of the last day to mailboxes that may belong to anybody.
CREATE TABLE mail_to_stranger (
  job_id INTEGER PRIMARY KEY,
  mailbox TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_to_stranger_by_mailbox ON mail_to_stranger (mailbox, at);
CREATE INDEX mail_to_stranger_by_time ON mail_to_stranger (at);

-- Somebody opened a link that only stood in a mail to it.
CREATE TABLE confirmed_mailbox (
  mailbox TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`

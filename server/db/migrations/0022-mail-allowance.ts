export const mailAllowance = `
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

export const newsletter = `
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
`

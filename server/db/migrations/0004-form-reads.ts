export const formReads = `
CREATE TABLE form_read (
  submission_id INTEGER PRIMARY KEY REFERENCES form_submissions (id) ON DELETE CASCADE,
  read_at INTEGER NOT NULL
) STRICT;
CREATE INDEX form_submissions_by_type ON form_submissions (form_type, id);
`

/** What is true of the whole database. */
export const marks = `
CREATE TABLE mark (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`

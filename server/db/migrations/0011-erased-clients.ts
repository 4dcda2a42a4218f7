export const erasedClients = `
-- The clients that were emptied with a mailbox, by id: in a backup they may have had another one, or none.
ALTER TABLE erasure ADD COLUMN clients TEXT NOT NULL DEFAULT '[]';
`

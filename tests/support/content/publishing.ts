import type { Tx } from '#server/db/database.ts'
import { publishChanges } from '#server/site/commands.ts'
import type { PushedChanges } from '#server/sync/ports.ts'

/** What follows a pushed publication, for an owner in Oslo. */
export function publishInOslo(tx: Tx, pushed: PushedChanges): Promise<void> {
  return publishChanges({ readOwnerZone: async () => 'Europe/Oslo' }, tx, pushed)
}

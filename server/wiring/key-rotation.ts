import { reencryptSecondFactors } from '#server/account/auth-internals.ts'
import { deleteEncryptedAccountData } from '#server/account/store.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { readKeyInUse, writeKeyInUse } from '#server/db/key-files.ts'
import type { Keys } from '#server/lib/keys.ts'
import {
  decryptAddress,
  encryptAddress,
  readFeedRow,
  readNotes,
  toNoteColumns,
  writeFeedRow,
} from '#server/schedule/feed/store.ts'

/**
 * After a key rotation: encrypts lasting values with the newest key, so that older keys can be
 * deleted. Other values stay under an older key, but matter for a day at most: codes in mails, open
 * payments.
 */
export async function reencryptWithNewestKey(db: Database, keys: Keys): Promise<void> {
  if ((await readKeyInUse(db.read)) === keys.id) return
  await reencryptSecondFactors(db, keys)
  await db.write(async (tx) => {
    const feed = await readFeedRow(tx)
    const address = decryptAddress(feed, keys)
    const { all, seen } = readNotes(feed, keys)
    if (address !== null)
      await writeFeedRow(tx, {
        address: encryptAddress(keys, address),
        ...toNoteColumns(all, seen, keys),
      })
    await writeKeyInUse(tx, keys)
  })
}

/**
 * Deletes everything that a lost key had encrypted, and records that `keys` are used from now on.
 */
export async function deleteEncryptedValues(tx: Tx, keys: Keys): Promise<void> {
  await deleteEncryptedAccountData(tx)
  if ((await readFeedRow(tx)).address !== null)
    await writeFeedRow(tx, { address: null, notes: null, seen_notes: '[]', doubts: '[]' })
  await writeKeyInUse(tx, keys)
}

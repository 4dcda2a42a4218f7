import { renewSecondFactors } from '#server/account/second-factor.ts'
import { forgetEncryptedAccounts } from '#server/account/store.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { keyInUse, noteKeyInUse } from '#server/db/keys.ts'
import type { Keys } from '#server/lib/keys.ts'
import {
  addressOf,
  encryptAddress,
  readFeedRow,
  writeFeedRow,
} from '#server/schedule/feed/store.ts'

/**
 * After a key rotation: encrypts lasting values with the newest key, so that older keys can be
 * deleted. Other values stay under an older key, but matter for a day at most: codes in mails, open
 * payments.
 */
export async function renewEncryption(db: Database, keys: Keys): Promise<void> {
  if (keyInUse(db.read) === keys.id) return
  await renewSecondFactors(db, keys)
  await db.write((tx) => {
    const address = addressOf(readFeedRow(tx), keys)
    if (address !== null) writeFeedRow(tx, { address: encryptAddress(keys, address) })
    noteKeyInUse(tx, keys)
  })
}

/**
 * Deletes everything that a lost key had encrypted, and records that `keys` are used from now on.
 */
export function forgetEncrypted(tx: Tx, keys: Keys): void {
  forgetEncryptedAccounts(tx)
  if (readFeedRow(tx).address !== null) writeFeedRow(tx, { address: null })
  noteKeyInUse(tx, keys)
}

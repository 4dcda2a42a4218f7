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
 * After a rotation: encrypts what lasts with the newest key, so that the older ones can be deleted.
 * What is left under an older key matters for a day at most: codes in mails and open payments.
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

/** Takes out what a lost key had encrypted, for a new beginning with these keys. */
export function forgetEncrypted(tx: Tx, keys: Keys): void {
  forgetEncryptedAccounts(tx)
  if (readFeedRow(tx).address !== null) writeFeedRow(tx, { address: null })
  noteKeyInUse(tx, keys)
}

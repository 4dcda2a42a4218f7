import { type SecretConfig, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Database } from '#server/db/database.ts'
import type { Keys } from '#server/lib/keys.ts'
import { allSecondFactors, replaceSecondFactor } from './store.ts'

/** Encrypts every second factor with the newest key, in the library's own format. */
export async function renewSecondFactors(db: Database, keys: Keys): Promise<void> {
  const key = libraryKeys(keys)
  const renewed = async (data: string) =>
    symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) })
  for (const { id, secret, backup_codes } of allSecondFactors(db.read)) {
    const after = { secret: await renewed(secret), backup_codes: await renewed(backup_codes) }
    await db.write((tx) => replaceSecondFactor(tx, { id, before: secret, after }))
  }
}

export function libraryKeys({ accountSecrets }: Keys): SecretConfig {
  const keys = new Map(accountSecrets.map(({ version, value }) => [version, value]))
  return { keys, currentVersion: Math.max(...keys.keys()) }
}

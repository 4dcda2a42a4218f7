import type { Keys } from '#server/lib/keys.ts'
import type { Feed } from './store.ts'

const PURPOSE = 'calendar address'

/** Whoever has the address can read the calendar, so the database has it encrypted only. */
export function encryptAddress(keys: Keys, address: string): string {
  return keys.encrypt(PURPOSE, address)
}

/** Null where no calendar is set. */
export function addressOf({ address }: Pick<Feed, 'address'>, keys: Keys): string | null {
  if (address === null) return null
  const decrypted = keys.decrypt(PURPOSE, address)
  if (decrypted === undefined) throw new Error('The key of the calendar address is missing')
  return decrypted
}

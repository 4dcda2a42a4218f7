import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** Gives the only account a passkey, a second factor and a code that was mailed, as an intruder could. */
export async function addSignInMethods(db: Database, names: string[]): Promise<void> {
  await db.write(async (tx) => {
    for (const name of names)
      await sql`INSERT INTO passkey (id, name, public_key, user_id, credential_id, counter, device_type,
          backed_up, created_at)
        SELECT ${`id ${name}`}, ${name}, 'key', id, ${`credential ${name}`}, 0, 'singleDevice', 0,
          '2026-11-01T00:00:00.000Z' FROM "user"`.execute(tx)
    await sql`INSERT INTO two_factor (id, secret, backup_codes, user_id)
      SELECT 'factor', 'secret', 'codes', id FROM "user"`.execute(tx)
    await sql`UPDATE "user" SET two_factor_enabled = 1`.execute(tx)
    await sql`INSERT INTO verification (id, identifier, value, expires_at, created_at, updated_at)
      SELECT 'code', 'a hash', id, '2099-01-01T00:00:00.000Z', '', '' FROM "user"`.execute(tx)
  })
}

/** Numbers of rows by which somebody could sign in, besides the password. */
export async function countSignInMethods(db: Database) {
  const count = async (table: 'passkey' | 'two_factor' | 'session' | 'verification') =>
    (await db.read.selectFrom(table).select('id').execute()).length
  return {
    passkeys: await count('passkey'),
    factors: await count('two_factor'),
    sessions: await count('session'),
    codes: await count('verification'),
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP = 30_000

/** The six digits that an authenticator app shows (RFC 6238), without the product's library. */
export function generateTotp(secret: string, now: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / STEP)))
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const at = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function decodeBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

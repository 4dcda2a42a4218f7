import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { owner } from '#tests/support/account/owner-account.ts'
import { addSignInMethods, countSignInMethods } from '#tests/support/account/sign-in-methods.ts'
import { getDatabaseUrl, openDatabase, prepareDatabase } from '#tests/support/db/database.ts'
import { runCliCommandWith } from '#tests/support/server/cli-commands.ts'

let dataDir: string
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'owner-'))
})
afterEach(() => fs.rmSync(dataDir, { recursive: true }))

async function runOwner(...args: string[]) {
  await prepareDatabase(dataDir)
  const url = getDatabaseUrl(dataDir)
  return runCliCommandWith(url ? { DATABASE_URL: url } : {}, 'owner', dataDir, ...args)
}

const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
  const db = await openDatabase(dataDir)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const readAccounts = () =>
  withDatabase((db) =>
    db.read.selectFrom('user').select(['email', 'name', 'role']).orderBy(sql`created_at`).execute(),
  )

/** Opens a session of the existing account. */
async function openSession() {
  const session = sql`
    INSERT INTO session (id, expires_at, token, created_at, updated_at, user_id, signed_in_at)
    SELECT 's', '2099-01-01T00:00:00.000Z', 't', '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z', id, 0 FROM "user"`
  await withDatabase((db) => db.write((tx) => session.execute(tx)))
  const find = sql`SELECT 1 FROM session`
  return {
    isOpen: () => withDatabase(async (db) => (await find.execute(db.read)).rows.length > 0),
  }
}

describe('npm run owner', () => {
  it('creates the owner once, and only changes the password when run again', async () => {
    const args = ['--email', owner.email, '--name', owner.name]
    const created = await runOwner(...args)
    expect([created.code, created.output]).toEqual([0, `${owner.email} is the owner now.\n`])
    const session = await openSession()
    const again = await runOwner(...args)
    expect(again.output).toContain('with the new password')
    // The new password ends all sessions.
    expect(await session.isOpen()).toBe(false)
    expect(await readAccounts()).toEqual([{ email: owner.email, name: owner.name, role: 'owner' }])
  })

  it.each([
    [[], { passkeys: 0, factors: 0, sessions: 0, codes: 0 }, 'removed'],
    [['--keep'], { passkeys: 2, factors: 1, sessions: 0, codes: 0 }, 'kept'],
  ])('says what else could sign in, and removes it (with %j)', async (more, left, outcome) => {
    await runOwner('--email', owner.email)
    await openSession()
    await withDatabase((db) => addSignInMethods(db, ['Laptop', 'Not mine']))
    const device = sql`INSERT INTO device (id, user_id, name, last_mid, cursor, first_seen, last_seen)
      SELECT 'd', id, 'Safari on iPad', 0, 0, 0, 0 FROM "user"`
    await withDatabase((db) => db.write((tx) => device.execute(tx)))
    const { code, output } = await runOwner('--email', owner.email, ...more)
    expect(code).toBe(0)
    expect(output.split('\n')).toEqual([
      `${owner.email} is the owner, with the new password.`,
      'Sessions: 1, ended.',
      `Passkeys: "Laptop", "Not mine", ${outcome}.`,
      `Second factor: ${outcome}.`,
      'Devices with the client book: "Safari on iPad", signed out. Remove those that are not yours in Settings.',
      '',
    ])
    expect(await withDatabase(countSignInMethods)).toEqual(left)
    const enabled = () =>
      withDatabase((db) => db.read.selectFrom('user').select('two_factor_enabled').execute())
    expect(await enabled()).toEqual([{ two_factor_enabled: left.factors }])
    expect((await runOwner('--email', owner.email)).output).toContain('Sessions: 0, ended.')
  })

  it('stores the password as a salted scrypt hash', async () => {
    await runOwner('--email', owner.email)
    const find = sql<{ password: string }>`SELECT password FROM account`
    const { rows } = await withDatabase((db) => find.execute(db.read))
    expect(rows[0]?.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  })

  it('refuses to create a second owner, and with --replace moves the ownership to the new address', async () => {
    await runOwner('--email', owner.email, '--name', owner.name)
    const session = await openSession()
    const args = ['--email', 'Ingrid@Lysning.example', '--name', 'Ingrid Dahl']
    const refused = await runOwner(...args)
    expect([refused.code, refused.output]).toEqual([2, ''])
    expect(refused.errors).toMatch(/^This site already has an owner .*--replace.*\n$/)
    expect(await readAccounts()).toEqual([{ email: owner.email, name: owner.name, role: 'owner' }])
    expect(await session.isOpen()).toBe(true)
    const replaced = await runOwner(...args, '--replace')
    expect([replaced.code, replaced.errors]).toEqual([0, ''])
    expect(await readAccounts()).toEqual([
      { email: owner.email, name: owner.name, role: 'visitor' },
      { email: 'ingrid@lysning.example', name: 'Ingrid Dahl', role: 'owner' },
    ])
    expect(await session.isOpen()).toBe(false)
    const back = await runOwner('--email', owner.email, '--replace')
    expect(back.code).toBe(0)
    expect((await readAccounts()).map(({ role }) => role)).toEqual(['owner', 'visitor'])
  })

  it.each([
    [['--email', 'not an address'], /^Usage: npm run owner/],
    [[], /^Usage: npm run owner/],
    [['--password', 'in the history of the shell'], /^Usage: npm run owner/],
  ])('run with %j prints a one-line usage message and creates nothing', async (args, line) => {
    const ended = await runOwner(...args)
    expect([ended.code, ended.output]).toEqual([2, ''])
    expect(ended.errors).toMatch(line)
    expect(ended.errors.trim().split('\n')).toHaveLength(1)
    expect(await readAccounts()).toEqual([])
  })
})

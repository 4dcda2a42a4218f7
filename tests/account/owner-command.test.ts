import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { query } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { runCliCommand } from '#tests/support/cli-commands.ts'
import { owner } from '#tests/support/owner-account.ts'

let dataDir: string
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'owner-'))
})
afterEach(() => fs.rmSync(dataDir, { recursive: true }))

function readAccounts() {
  const db = openDatabase(dataDir)
  const rows = db.read.all(query.selectFrom('user').select(['email', 'name', 'role']))
  db.close()
  return rows
}

/** Opens a session of the existing account. */
function openSession() {
  const inFile = <T>(work: (file: Sqlite.Database) => T) => {
    const file = new Sqlite(path.join(dataDir, 'lysning.sqlite'))
    const found = work(file)
    file.close()
    return found
  }
  inFile((file) =>
    file.exec(`INSERT INTO session (id, expires_at, token, created_at, updated_at, user_id, signed_in_at)
      SELECT 's', '2099-01-01T00:00:00.000Z', 't', '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z', id, 0 FROM user`),
  )
  return {
    isOpen: () => inFile((file) => file.prepare('SELECT 1 FROM session').get()) !== undefined,
  }
}

describe('npm run owner', () => {
  it('creates the owner once, and only changes the password when run again', async () => {
    const args = ['--email', owner.email, '--name', owner.name]
    const created = await runCliCommand('owner', dataDir, ...args)
    expect([created.code, created.output]).toEqual([0, `${owner.email} is the owner now.\n`])
    const session = openSession()
    const again = await runCliCommand('owner', dataDir, ...args)
    expect(again.output).toContain('with the new password')
    // The new password ends all sessions.
    expect(session.isOpen()).toBe(false)
    expect(readAccounts()).toEqual([{ email: owner.email, name: owner.name, role: 'owner' }])
  })

  it('stores the password as a salted scrypt hash', async () => {
    await runCliCommand('owner', dataDir, '--email', owner.email)
    const file = new Sqlite(path.join(dataDir, 'lysning.sqlite'), { readonly: true })
    const stored = file.prepare('SELECT password FROM account').pluck().get()
    file.close()
    expect(stored).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  })

  it('refuses to create a second owner, and with --replace moves the ownership to the new address', async () => {
    await runCliCommand('owner', dataDir, '--email', owner.email, '--name', owner.name)
    const session = openSession()
    const args = ['--email', 'Ingrid@Lysning.example', '--name', 'Ingrid Dahl']
    const refused = await runCliCommand('owner', dataDir, ...args)
    expect([refused.code, refused.output]).toEqual([2, ''])
    expect(refused.errors).toMatch(/^This site already has an owner .*--replace.*\n$/)
    expect(readAccounts()).toEqual([{ email: owner.email, name: owner.name, role: 'owner' }])
    expect(session.isOpen()).toBe(true)
    const replaced = await runCliCommand('owner', dataDir, ...args, '--replace')
    expect([replaced.code, replaced.errors]).toEqual([0, ''])
    expect(readAccounts()).toEqual([
      { email: owner.email, name: owner.name, role: 'visitor' },
      { email: 'ingrid@lysning.example', name: 'Ingrid Dahl', role: 'owner' },
    ])
    expect(session.isOpen()).toBe(false)
    const back = await runCliCommand('owner', dataDir, '--email', owner.email, '--replace')
    expect(back.code).toBe(0)
    expect(readAccounts().map(({ role }) => role)).toEqual(['owner', 'visitor'])
  })

  it.each([
    [['--email', 'not an address'], /^Usage: npm run owner/],
    [[], /^Usage: npm run owner/],
    [['--password', 'in the history of the shell'], /^Usage: npm run owner/],
  ])('run with %j prints a one-line usage message and creates nothing', async (args, line) => {
    const ended = await runCliCommand('owner', dataDir, ...args)
    expect([ended.code, ended.output]).toEqual([2, ''])
    expect(ended.errors).toMatch(line)
    expect(ended.errors.trim().split('\n')).toHaveLength(1)
    expect(readAccounts()).toEqual([])
  })
})

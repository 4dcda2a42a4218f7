import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { query } from '../../server/db/database.ts'
import { openDatabase } from '../../server/db/open.ts'
import { command, owner } from '../support/commands.ts'

vi.setConfig({ testTimeout: 60_000 })

let dataDir: string
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'owner-'))
})
afterEach(() => fs.rmSync(dataDir, { recursive: true }))

function accounts() {
  const db = openDatabase(dataDir)
  const rows = db.read.all(query.selectFrom('user').select(['email', 'name', 'role']))
  db.close()
  return rows
}

describe('npm run owner', () => {
  it('makes the owner once, and a second time only changes the password', async () => {
    const args = ['--email', owner.email, '--name', owner.name]
    const made = await command('owner', dataDir, ...args)
    expect([made.code, made.output]).toEqual([0, `${owner.email} is the owner now.\n`])
    const again = await command('owner', dataDir, ...args)
    expect(again.output).toContain('with the new password')
    expect(accounts()).toEqual([{ email: owner.email, name: owner.name, role: 'owner' }])
  })

  it.each([
    [['--email', 'not an address'], /^npm run owner/],
    [[], /^npm run owner/],
    [['--password', 'in the history of the shell'], /^npm run owner/],
  ])('called with %j says in one line how, and makes nothing', async (args, line) => {
    const ended = await command('owner', dataDir, ...args)
    expect([ended.code, ended.output]).toEqual([2, ''])
    expect(ended.errors).toMatch(line)
    expect(ended.errors.trim().split('\n')).toHaveLength(1)
    expect(accounts()).toEqual([])
  })
})

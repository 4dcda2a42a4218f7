import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { owner } from '#tests/support/account/owner-account.ts'
import { startCommand } from '#tests/support/server/cli-commands.ts'

test('Each command starts the way npm runs it, and prints its result or a one-line error', async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'commands-'))
  const run = (name: string, ...args: string[]) => startCommand(name, dataDir, ...args).ended
  expect(await run('owner', '--email', owner.email)).toEqual({
    code: 0,
    output: `${owner.email} is the owner now.\n`,
    errors: '',
  })
  expect(await run('keys')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^1 key is in/),
  })
  expect(await run('backup')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Backed up/),
  })
  const [backup = ''] = fs.readdirSync(path.join(dataDir, 'backups'))
  expect(await run('restore', path.join(dataDir, 'backups', backup))).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Restored the backup of/),
  })
  expect(await run('move')).toMatchObject({
    code: 2,
    errors: expect.stringMatching(/^Usage: npm run move/),
  })
  expect(await run('demo', 'now')).toEqual({ code: 2, output: '', errors: 'Usage: npm run demo\n' })
  fs.rmSync(dataDir, { recursive: true })
})

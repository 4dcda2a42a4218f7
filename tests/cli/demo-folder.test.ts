import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { validatePassword } from '#server/account/accounts.ts'
import { demoOwner, fillOnce, settleFor } from '#server/cli/demo-folder.ts'
import { readSettings, settingNames } from '#server/settings.ts'

test('The demo’s data folder is filled once, and filled again if the first attempt was interrupted', async () => {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'demo-folder-'))
  const folder = path.join(place, 'data-demo')
  const putting = (name: string) => async (into: string) => {
    fs.mkdirSync(into)
    fs.writeFileSync(path.join(into, name), '')
  }
  const interrupted = fillOnce(folder, async (into) => {
    await putting('half')(into)
    throw new Error('interrupted')
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  expect(fs.existsSync(folder)).toBe(false)
  await fillOnce(folder, putting('whole'))
  await fillOnce(folder, putting('another'))
  expect(fs.readdirSync(place, { recursive: true })).toEqual(['data-demo', 'data-demo/whole'])
  fs.rmSync(place, { recursive: true })
})

test('The demo owner’s password meets the rules for an owner’s password', () => {
  expect(validatePassword(demoOwner.password, { ...demoOwner, role: 'owner' })).toBeUndefined()
})

test('No setting connects a demo to the ordinary data or to any outside service', () => {
  const env: NodeJS.ProcessEnv = Object.fromEntries(settingNames.map((name) => [name, 'set']))
  const unchanged = { PATH: '/bin', PORT: '4000', LOG_LEVEL: 'warn', RATE_LIMIT: 'off' }
  settleFor('data-demo', Object.assign(env, unchanged))
  expect(env).toEqual({ ...unchanged, DATA_DIR: 'data-demo' })
  expect(readSettings(env)).toMatchObject({
    dataDir: 'data-demo',
    keysDir: path.join('data-demo', 'keys'),
    publicUrl: undefined,
    payments: { kind: 'demo' },
    mail: { smtpUrl: undefined },
    video: undefined,
  })
})

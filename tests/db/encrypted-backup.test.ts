import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, describe, expect } from 'vitest'
import { takeBackup } from '#server/db/backup/backup.ts'
import {
  type BackupEncryptionKey,
  takeEncryptedBackup,
  withDecryptedBackup,
} from '#server/db/backup/encrypted-backup.ts'
import { restoreBackup } from '#server/db/backup/restore.ts'
import { runCliCommandWith } from '#tests/support/server/cli-commands.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { testKeys } from '#tests/support/server/keys.ts'
import { readTables } from '#tests/support/server/server-data.ts'
import { type Site, TODAY } from '#tests/support/server/site.ts'
import { test as it } from '#tests/support/server/site-test.ts'

const PASSPHRASE = 'a lantern below the northern lights'
const CHUNK = 64 * 1024

let folder: string
it.beforeEach(async ({ site }) => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'encrypted-'))
  await site.post(buildBookingFields())
  await site.drain()
})
afterEach(async () => {
  fs.rmSync(folder, { recursive: true })
})

const backUp = async (
  site: Site,
  lock: BackupEncryptionKey = { passphrase: PASSPHRASE, workFactor: 10 },
) => (await takeEncryptedBackup({ dataDir: site.dataDir, folder, now: TODAY }, lock)).folder

const getDataDir = () => path.join(folder, 'restored')
const restore = (file: string, opener: Parameters<typeof withDecryptedBackup>[0]['opener']) =>
  withDecryptedBackup({ dataDir: getDataDir(), file, opener }, (backup) =>
    restoreBackup({ dataDir: getDataDir(), backup, keys: undefined, now: TODAY }),
  )

/** The files in the target folder, without the lock. */
const listRestoredFiles = () => fs.readdirSync(getDataDir()).filter((name) => name !== 'lock')

it('A backup that somebody else encrypted to the public key is refused, unless the command is told to take it', async ({
  site,
}) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signed-'))
  const order = { dataDir: site.dataDir, folder, now: TODAY }
  const target = (name: string) => path.join(folder, name)
  const own = (await takeBackup({ ...order, keys: testKeys })).folder
  const restore = (backup: string, name: string, more: object = {}) =>
    restoreBackup({
      ...{ dataDir: target(name), backup, keys: testKeys, now: TODAY },
      verification: 'required',
      ...more,
    })
  expect(await restore(own, 'genuine')).toMatchObject({ isGenuine: true })
  const foreign = (await takeBackup({ ...order, now: TODAY + 1 })).folder
  await expect(restore(foreign, 'foreign')).rejects.toThrow(/--unverified/)
  await expect(restore(own, 'no-keys', { keys: undefined })).rejects.toThrow(/cannot be verified/)
  expect(await restore(foreign, 'taken', { verification: 'none' })).toMatchObject({
    isGenuine: false,
  })
  const file = path.join(own, 'backup.json')
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8'))
  fs.writeFileSync(file, JSON.stringify({ ...manifest, takenAt: '2020-01-01T00:00:00.000Z' }))
  await expect(restore(own, 'forged', { verification: 'if possible' })).rejects.toThrow(/signature/)
  fs.rmSync(folder, { recursive: true })
})

describe('An encrypted backup', () => {
  it('is one file that reveals nothing of its contents, and no unencrypted copy remains', async ({
    site,
  }) => {
    const file = await backUp(site)
    expect(path.basename(file)).toBe('2026-11-21T12-00-00-000Z.tar.age')
    expect(fs.readdirSync(folder)).toEqual([path.basename(file)])
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    const bytes = fs.readFileSync(file, 'latin1')
    for (const text of ['SQLite format', 'elisabeth@example.com', 'lysning.sqlite', 'backup.json'])
      expect(bytes, text).not.toContain(text)
    expect(fs.readdirSync(site.dataDir).filter((name) => name.includes('partial'))).toEqual([])
  })

  it('opens with its passphrase, and restores the site as it was', async ({ site }) => {
    const file = await backUp(site)
    await restore(file, { passphrase: PASSPHRASE })
    expect(listRestoredFiles().sort()).toEqual(['lysning.sqlite', 'mail'])
    expect(readTables(getDataDir()).booking).toEqual(readTables(site.dataDir).booking)
    expect(fs.readdirSync(path.join(getDataDir(), 'mail'))).toEqual(
      fs.readdirSync(path.join(site.dataDir, 'mail')),
    )
  })

  it('for a public key opens with the matching private key, which the server never has', async ({
    site,
  }) => {
    const identity = await generateX25519Identity()
    const file = await backUp(site, { recipient: await identityToRecipient(identity) })
    const other = await generateX25519Identity()
    await expect(restore(file, { identities: [other] })).rejects.toThrow(
      `${file} cannot be decrypted with this identity.`,
    )
    expect(listRestoredFiles()).toEqual([])
    await restore(file, { identities: [other, identity] })
    expect(readTables(getDataDir()).booking).toHaveLength(1)
  })

  it('is a tar archive in an age file, which other programs can read', async ({ site }) => {
    const identity = await generateX25519Identity()
    const file = await backUp(site, { recipient: await identityToRecipient(identity) })
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    const archive = Buffer.from(await decrypter.decrypt(fs.readFileSync(file)))
    expect(archive.toString('latin1', 257, 262)).toBe('ustar')
    expect(archive.toString('latin1', 0, 39)).toBe('2026-11-21T12-00-00-000Z/lysning.sqlite')
  })

  it('does not open with a wrong passphrase, and nothing is changed', async ({ site }) => {
    const file = await backUp(site)
    await expect(restore(file, { passphrase: `${PASSPHRASE}!` })).rejects.toThrow(
      `${file} cannot be decrypted with this passphrase.`,
    )
    expect(listRestoredFiles()).toEqual([])
  })

  it('is refused if any of its bytes was altered or cut off, and nothing is changed', async ({
    site,
  }) => {
    const identity = await generateX25519Identity()
    const file = await backUp(site, { recipient: await identityToRecipient(identity) })
    const bytes = fs.readFileSync(file)
    expect(bytes.length).toBeGreaterThan(2 * CHUNK)
    const altered = [10, 200, CHUNK, bytes.length >> 1, bytes.length - 1].map((at) => {
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ 1
      return copy
    })
    // Most cuts are where a part of the format ends, so that the rest is valid except for its end.
    const header = bytes.indexOf('\n', bytes.indexOf('\n--- ') + 1) + 1
    const ends = [0, 20, header, header + 16, header + 16 + CHUNK + 16, bytes.length - 1]
    const cut = ends.map((end) => bytes.subarray(0, end))
    for (const wrong of [...altered, ...cut]) {
      fs.writeFileSync(file, wrong)
      await expect(restore(file, { identities: [identity] })).rejects.toThrow(
        /(is damaged: it is truncated, altered|cannot be decrypted with this identity)/,
      )
      expect(listRestoredFiles()).toEqual([])
    }
  })
})

describe('The commands npm run backup and npm run restore', () => {
  const withEnvironment = { BACKUP_PASSPHRASE: PASSPHRASE }

  it('encrypt and decrypt with the passphrase from the environment', async ({ site }) => {
    const { dataDir: source } = site
    const result = await runCliCommandWith(withEnvironment, 'backup', source, '--encrypt', folder)
    expect(result).toMatchObject({ code: 0, errors: '' })
    expect(result.output).toMatch(
      /, checked and encrypted, to .+\.tar\.age; the backup does not contain the keys in .+\n$/,
    )
    const [name = ''] = fs.readdirSync(folder)
    const target = path.join(folder, 'target')
    fs.mkdirSync(target)
    const file = path.join(folder, name)
    expect(fs.readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/)
    const wrong = await runCliCommandWith(
      { BACKUP_PASSPHRASE: 'wrong, wrong, wrong' },
      'restore',
      target,
      file,
    )
    expect(wrong).toMatchObject({
      code: 1,
      errors: `${file} cannot be decrypted with this passphrase.\n`,
    })
    expect(fs.existsSync(path.join(target, 'lysning.sqlite'))).toBe(false)
    const done = await runCliCommandWith(withEnvironment, 'restore', target, file)
    expect(done).toMatchObject({ code: 0, errors: '' })
    expect(readTables(target).booking).toHaveLength(1)
  })

  it('explain in one line what a valid passphrase or public key is', async ({ site }) => {
    const refused = async (args: string[], environment = {}) =>
      (await runCliCommandWith(environment, 'backup', site.dataDir, ...args)).errors
    expect(await refused(['--encrypt'], { BACKUP_PASSPHRASE: 'short' })).toBe(
      'The passphrase must have at least 12 characters.\n',
    )
    expect(await refused(['--encrypt'], {})).toMatch(/^Set BACKUP_PASSPHRASE, or .+\n$/)
    expect(await refused(['--recipient', 'nobody'])).toBe(
      'nobody is not an age public key. Such a key begins with age1.\n',
    )
    expect(fs.existsSync(path.join(site.dataDir, 'backups'))).toBe(false)
  })
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { addKeyFile, openKeys } from '#server/db/key-files.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { runCliCommand } from '#tests/support/server/cli-commands.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import { listFreeStarts, postBooking } from '#tests/support/server/server-data.ts'

describe('The keys of a data folder', () => {
  let folder: string
  let db: Database
  const place = () => path.join(folder, 'keys')
  const open = () => openKeys(db, place())
  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'keys-'))
    db = await openDatabase(folder)
  })
  afterEach(async () => {
    await db.close()
    fs.rmSync(folder, { recursive: true })
  })

  it('are created at the first start, readable by the server’s account only, and do not change afterwards', async () => {
    const { id } = await open()
    expect(fs.readdirSync(place())).toEqual(['0001.key'])
    expect(fs.statSync(place()).mode & 0o777).toBe(0o700)
    expect(fs.statSync(path.join(place(), '0001.key')).mode & 0o777).toBe(0o600)
    expect((await open()).id).toBe(id)
  })

  it('are made private again if a restored copy is open to other accounts', async () => {
    await open()
    fs.chmodSync(place(), 0o755)
    fs.chmodSync(path.join(place(), '0001.key'), 0o644)
    await open()
    expect(fs.statSync(place()).mode & 0o777).toBe(0o700)
    expect(fs.statSync(path.join(place(), '0001.key')).mode & 0o777).toBe(0o600)
  })

  it('are one single key if two programs start at the same moment', async () => {
    const [one, other] = await Promise.all([open(), open()])
    expect(one.id).toBe(other.id)
    expect(fs.readdirSync(place())).toEqual(['0001.key'])
  })

  it('leave no unused secret behind where another program adds the same version first', async () => {
    const link = fs.linkSync
    vi.spyOn(fs, 'linkSync').mockImplementationOnce((from, to) => {
      fs.writeFileSync(to, `${'k'.repeat(43)}\n`)
      link(from, to)
    })
    await open()
    expect(fs.readdirSync(place())).toEqual(['0001.key'])
  })

  it('sign with the newest one after a key was added', async () => {
    const before = await open()
    addKeyFile(place())
    const after = await open()
    expect(after.id).not.toBe(before.id)
    expect(after.has(before.id)).toBe(true)
  })

  it('are not read from a truncated file', async () => {
    await open()
    fs.truncateSync(path.join(place(), '0001.key'), 10)
    await expect(open()).rejects.toThrow(
      /0001.key does not contain a valid key\. Put your copy of it back\.$/,
    )
  })
})

describe('A server that uses the keys of its data folder', () => {
  let server: ServerProcess
  const keys = () => path.join(server.dataDir, 'keys')
  beforeEach(async () => {
    server = await ServerProcess.start()
  })
  afterEach(() => server.dispose())

  it('does not start without them, explains why in one line, and works as before once they are back', async () => {
    const [start = ''] = listFreeStarts(1)
    await postBooking(server, start)
    await server.stop()
    fs.renameSync(keys(), `${keys()}-copy`)
    await expect(server.restart()).rejects.toThrow(
      /before it listened\. The key \S+, which this database was last used with, is not in \S+\. [^\n]+\n$/,
    )
    expect(fs.existsSync(keys())).toBe(false)
    fs.renameSync(`${keys()}-copy`, keys())
    await server.restart()
    await expect(postBooking(server, start)).rejects.toThrow('409')
  })

  it('continues with a new key in place of lost ones only if its owner runs the replace command', async () => {
    const refused = await runCliCommand('keys', server.dataDir, '--replace')
    expect(refused).toMatchObject({ code: 1, output: '' })
    expect(refused.errors).toContain('in use by a running server')
    await server.stop()
    expect((await runCliCommand('keys', server.dataDir, '--replace')).errors).toBe(
      'No key is missing, so nothing was replaced. To add a newer key: npm run keys -- --rotate\n',
    )
    fs.rmSync(keys(), { recursive: true })
    const replaced = await runCliCommand('keys', server.dataDir, '--replace')
    expect(replaced).toMatchObject({ code: 0, errors: '' })
    expect(replaced.output).toMatch(/^The database now uses the key \S+\. .+\n$/)
    await server.restart()
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  it('uses a newest key that was added while it ran from its next start on', async () => {
    const before = await runCliCommand('keys', server.dataDir)
    expect(before.output).toMatch(/^1 key is in \S+; [\w-]+ is in use\.\n$/)
    expect((await runCliCommand('keys', server.dataDir, '--rotate')).code).toBe(0)
    expect(fs.readdirSync(keys()).sort()).toEqual(['0001.key', '0002.key'])
    await server.restart()
    // Stored data are now encrypted with the newest key, so the server needs no older one to start.
    await server.stop()
    fs.rmSync(path.join(keys(), '0001.key'))
    await server.restart()
  })

  it('includes none of them in its backups', async () => {
    expect((await runCliCommand('backup', server.dataDir)).code).toBe(0)
    const files = fs.readdirSync(path.join(server.dataDir, 'backups'), { recursive: true })
    expect(files.filter((name) => String(name).includes('key'))).toEqual([])
  })
})

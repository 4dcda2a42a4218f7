import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IntegrityMonitor } from '#server/db/integrity.ts'
import { createLog } from '#server/lib/log.ts'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { postForm } from '#tests/support/server/forms.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import { startSite } from '#tests/support/server/site.ts'

/** Damages the file after its first page: with a damaged header it would be no database at all. */
function damageFile(file: string): void {
  const size = fs.statSync(file).size
  const handle = fs.openSync(file, 'r+')
  for (let at = 4096; at < size; at += 4096)
    fs.writeSync(handle, Buffer.alloc(2048, 0xa5), 0, 2048, at)
  fs.closeSync(handle)
}

describe('A server whose database is damaged', () => {
  let server: ServerProcess
  let file: string
  beforeEach(async () => {
    server = await ServerProcess.start()
    expect((await postForm(server.url, buildContactFields())).status).toBe(201)
    await server.stop()
    file = path.join(server.dataDir, 'lysning.sqlite')
  })
  afterEach(() => server.dispose())

  const copies = () => fs.readdirSync(server.dataDir).filter((name) => name.startsWith('damaged-'))
  const refusal = async () => {
    const message = await server.restart().then(
      () => 'It started',
      (error: Error) => error.message,
    )
    expect(message.trim().split('\n')).toHaveLength(1)
    expect(message).not.toContain('at Object')
    return message
  }

  it('refuses to start, explains the restore in one line, and saves one copy, however often it is started', async () => {
    damageFile(file)
    const damaged = fs.readFileSync(file)
    for (let round = 0; round < 2; round += 1) {
      const message = await refusal()
      expect(message).toContain('is damaged (')
      expect(message).toContain('npm run restore -- <backup>')
    }
    expect(copies()).toHaveLength(1)
    const [copy = ''] = copies()
    expect(fs.readFileSync(path.join(server.dataDir, copy, 'lysning.sqlite'))).toEqual(damaged)
    expect(fs.statSync(path.join(server.dataDir, copy)).mode & 0o077).toBe(0)
  })

  it('refuses to start with a one-line reason, and saves a copy, if the file is no database or is encrypted', async () => {
    fs.writeFileSync(file, Buffer.alloc(8192, 0x5a))
    expect(await refusal()).toContain('file is not a database')
    expect(copies()).toHaveLength(1)
  })
})

describe('A server that had a database before', () => {
  let server: ServerProcess
  let file: string
  beforeEach(async () => {
    server = await ServerProcess.start()
    await server.stop()
    file = path.join(server.dataDir, 'lysning.sqlite')
  })
  afterEach(() => server.dispose())

  it.each([
    ['is empty', () => fs.truncateSync(file)],
    ['is missing', () => fs.rmSync(file)],
  ])('does not start with a new one if the file %s', async (reason, lose) => {
    lose()
    await expect(server.restart()).rejects.toThrow(`${reason}, but it existed before.`)
  })

  it('starts with a new one if its operator has deleted the marker file', async () => {
    fs.rmSync(file)
    fs.rmSync(path.join(server.dataDir, 'database-made'))
    await server.restart()
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})

it('Damage that is found while the site runs makes it unready, and /readyz gives the reason', async () => {
  const site = await startSite()
  const parts = { dataDir: site.dataDir, health: site.db.health, log: createLog('silent') }
  const rounds = new IntegrityMonitor(parts)
  await rounds.checkNow()
  expect((await site.get('/readyz')).status).toBe(200)
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(site.db.read)
  damageFile(path.join(site.dataDir, 'lysning.sqlite'))
  await rounds.checkNow()
  const ready = await site.get('/readyz')
  expect(ready.status).toBe(503)
  expect((await ready.json()).reasons).toContain('The database is damaged: restore a backup.')
  await site.close()
})

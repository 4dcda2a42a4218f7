import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { raw } from '#server/db/database.ts'
import { IntegrityRounds } from '#server/db/integrity.ts'
import { createLog } from '#server/lib/log.ts'
import { contactFields } from '#tests/contact/messages.ts'
import { postForm } from '#tests/support/forms.ts'
import { ServerProcess } from '#tests/support/server.ts'
import { startSite } from '#tests/support/site.ts'

/** Damages the file after its first page: with a damaged header it would be no database at all. */
function spoil(file: string): void {
  const size = fs.statSync(file).size
  const handle = fs.openSync(file, 'r+')
  for (let at = 4096; at < size; at += 4096)
    fs.writeSync(handle, Buffer.alloc(2048, 0xa5), 0, 2048, at)
  fs.closeSync(handle)
}

describe('a server does not start, says why in one line with the way back, and keeps a copy,', () => {
  let server: ServerProcess
  let file: string
  beforeEach(async () => {
    server = await ServerProcess.start()
    expect((await postForm(server.url, contactFields())).status).toBe(201)
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

  it('where pages of the database are damaged, however often it is started', async () => {
    spoil(file)
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

  it('where the file is no database, or encrypted', async () => {
    fs.writeFileSync(file, Buffer.alloc(8192, 0x5a))
    expect(await refusal()).toContain('file is not a database')
    expect(copies()).toHaveLength(1)
  })
})

describe('a server does not begin anew where there was a database', () => {
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
    ['is gone', () => fs.rmSync(file)],
  ])('that %s', async (words, lose) => {
    lose()
    await expect(server.restart()).rejects.toThrow(`${words}, but there was one.`)
  })

  it('unless whoever runs it says so', async () => {
    fs.rmSync(file)
    fs.rmSync(path.join(server.dataDir, 'database-made'))
    await server.restart()
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})

it('damage found while the site runs makes it unready, and it says so', async () => {
  const site = await startSite()
  const parts = { dataDir: site.dataDir, health: site.db.health, log: createLog('silent') }
  const rounds = new IntegrityRounds(parts)
  await rounds.run()
  expect((await site.get('/readyz')).status).toBe(200)
  site.db.read.all(raw(sql`PRAGMA wal_checkpoint(TRUNCATE)`))
  spoil(path.join(site.dataDir, 'lysning.sqlite'))
  await rounds.run()
  const ready = await site.get('/readyz')
  expect(ready.status).toBe(503)
  expect((await ready.json()).reasons).toContain('The database is damaged: restore a backup.')
  await site.close()
})

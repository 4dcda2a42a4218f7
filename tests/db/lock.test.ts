import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir } from '#server/db/data-dir.ts'
import { migrations } from '#server/db/migrations/migrate.ts'
import { ServerProcess } from '#tests/support/server.ts'

describe('a data folder', () => {
  let folder: string
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'))
  })
  afterEach(() => fs.rmSync(folder, { recursive: true }))

  it('belongs to one holder at a time, and to the next once that has let go', () => {
    const release = lockDataDir(folder)
    expect(() => lockDataDir(folder)).toThrow('is in use')
    release()
    lockDataDir(folder)()
  })
})

describe('a server', () => {
  let server: ServerProcess
  beforeEach(async () => {
    server = await ServerProcess.start()
  })
  afterEach(() => server.dispose())

  it('that is started beside another on its data ends with one line, and the first goes on', async () => {
    const second = ServerProcess.start({ dataDir: server.dataDir })
    const line = `The data folder ${server.dataDir} is in use by a running server or restore; stop that first.`
    await expect(second).rejects.toThrow(`The server ended with 1 before it listened. ${line}\n`)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  it('starts at once after one that was killed, or was asked to stop, as often as that happens', async () => {
    for (let round = 0; round < 2; round++) {
      await server.kill()
      await server.restart()
      await server.restart()
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    const left = fs.readdirSync(server.dataDir).filter((name) => name.startsWith('lock'))
    expect(left).toEqual(['lock'])
  })

  it('does not start on a folder that a restore has left half done', async () => {
    await server.stop()
    fs.writeFileSync(path.join(server.dataDir, 'restoring'), '')
    await expect(server.restart()).rejects.toThrow('was interrupted; run it again.')
  })

  it('does not start on the database of a newer program, and ends with one line', async () => {
    await server.stop()
    const database = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'))
    database.pragma('user_version = 1000')
    database.close()
    const line = `The database is of version 1000; this program knows ${migrations.length}.`
    await expect(server.restart()).rejects.toThrow(`before it listened. ${line}\n`)
  })
})

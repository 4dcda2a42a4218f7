import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir } from '#server/db/data-dir.ts'
import { migrations } from '#server/db/migrations/migrate.ts'
import { ServerProcess } from '#tests/support/server/server.ts'

describe('A data folder', () => {
  let folder: string
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'))
  })
  afterEach(() => fs.rmSync(folder, { recursive: true }))

  it('can be locked only once at a time, and again after the lock is released', () => {
    const release = lockDataDir(folder)
    expect(() => lockDataDir(folder)).toThrow('is in use')
    release()
    lockDataDir(folder)()
  })
})

describe('A server', () => {
  let server: ServerProcess
  beforeEach(async () => {
    server = await ServerProcess.start()
  })
  afterEach(() => server.dispose())

  it('that is started on a data folder already in use exits with one line, and the first continues', async () => {
    const second = ServerProcess.start({ dataDir: server.dataDir })
    const line = `The data folder ${server.dataDir} is in use by a running server or restore. Stop that first.`
    await expect(second).rejects.toThrow(
      `The server exited with code 1 before it listened. ${line}\n`,
    )
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  it('starts at once after the previous one was killed or stopped, however often that happens', async () => {
    for (let round = 0; round < 2; round++) {
      await server.kill()
      await server.restart()
      await server.restart()
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    const lockFiles = fs.readdirSync(server.dataDir).filter((name) => name.startsWith('lock'))
    expect(lockFiles).toEqual(['lock'])
  })

  it('does not start on a folder with an interrupted restore', async () => {
    await server.stop()
    fs.writeFileSync(path.join(server.dataDir, 'restoring'), '')
    await expect(server.restart()).rejects.toThrow('was interrupted. Run the restore again.')
  })

  it('does not start on the database of a newer program version, and exits with one line', async () => {
    await server.stop()
    const database = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'))
    database.pragma('user_version = 1000')
    database.close()
    const line = `The database has version 1000, but this program supports versions up to ${migrations.length}. Install the newer program, or restore a backup from before the update.`
    await expect(server.restart()).rejects.toThrow(`before it listened. ${line}\n`)
  })
})

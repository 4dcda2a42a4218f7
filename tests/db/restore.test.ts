import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { restoreBackup } from '#server/db/backup/restore.ts'
import { runCliCommand } from '#tests/support/server/cli-commands.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import {
  listFreeStarts,
  listMailFiles,
  postBooking,
  readBookingIds,
  readTables,
} from '#tests/support/server/server-data.ts'

let server: ServerProcess
let firstBookingId: string
let backup: string

const [oneStart = '', otherStart = ''] = listFreeStarts(1)
const listReplacedFolders = () =>
  fs
    .readdirSync(server.dataDir)
    .filter((name) => name.startsWith('replaced-'))
    .map((name) => path.join(server.dataDir, name))

beforeEach(async () => {
  server = await ServerProcess.start()
  firstBookingId = await postBooking(server, oneStart)
  await expect.poll(() => listMailFiles(server.dataDir), { timeout: 20_000 }).not.toEqual([])
  const result = await runCliCommand('backup', server.dataDir)
  if (result.code !== 0) throw new Error(result.errors)
  const [name = ''] = fs.readdirSync(path.join(server.dataDir, 'backups'))
  backup = path.join(server.dataDir, 'backups', name)
})
afterEach(() => server.dispose())

describe('A restore', () => {
  it('restores exactly what was backed up, and preserves what it replaces', async () => {
    const second = await postBooking(server, otherStart)
    await server.kill()
    const { code, output, errors } = await runCliCommand('restore', server.dataDir, backup)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    const [replaced = '', ...more] = listReplacedFolders()
    expect(more).toEqual([])
    expect(output).toMatch(/^Restored the backup of .+\n$/)
    expect(output).toContain(replaced)

    const { mark: restored, ...rest } = readTables(server.dataDir)
    const { mark: before, ...backedUp } = readTables(backup)
    expect(rest).toEqual(backedUp)
    // The new `mark` (epoch) tells devices that the history is another.
    expect(restored).not.toEqual(before)
    expect(listMailFiles(server.dataDir)).toEqual(listMailFiles(backup))
    expect(readBookingIds(replaced)).toEqual([firstBookingId, second].sort())
    await server.restart()
    expect(readBookingIds(server.dataDir)).toEqual([firstBookingId])
    expect(await postBooking(server, otherStart)).not.toBe(second)
    await expect(postBooking(server, oneStart)).rejects.toThrow('409')
  })

  it('into an empty folder creates a complete site', async () => {
    const dataDir = path.join(server.dataDir, 'new')
    fs.mkdirSync(dataDir)
    const { code, output } = await runCliCommand('restore', dataDir, backup)
    expect(code).toBe(0)
    expect(output).not.toContain('what was there before')
    expect(fs.readdirSync(dataDir).sort()).toEqual(['lock', 'lysning.sqlite', 'mail'])
    fs.cpSync(path.join(server.dataDir, 'keys'), path.join(dataDir, 'keys'), { recursive: true })
    const other = await ServerProcess.start({ dataDir })
    await expect(postBooking(other, oneStart)).rejects.toThrow('409')
    await other.dispose()
  })

  it('is noticed at the next start: the site tells no guest any more that a link leads nowhere', async () => {
    const askForPass = async () =>
      (await fetch(`${server.url}/functions/guest-pass?id=neverExisted`)).status
    expect(await askForPass()).toBe(404)
    await server.restart()
    expect(await askForPass()).toBe(404)
    await server.kill()
    await runCliCommand('restore', server.dataDir, backup)
    for (let starts = 0; starts < 2; starts++) {
      await server.restart()
      expect(await askForPass()).toBe(503)
    }
  })

  it('that was interrupted is completed by the next one, and nothing is lost', async () => {
    await server.stop()
    const replaced = path.join(server.dataDir, 'replaced-before')
    fs.mkdirSync(replaced)
    fs.renameSync(
      path.join(server.dataDir, 'lysning.sqlite'),
      path.join(replaced, 'lysning.sqlite'),
    )
    fs.writeFileSync(path.join(server.dataDir, 'restoring'), '')
    fs.mkdirSync(path.join(server.dataDir, 'restore.partial'))
    await expect(server.restart()).rejects.toThrow('was interrupted')
    expect((await runCliCommand('backup', server.dataDir)).errors).toContain('was interrupted')
    expect((await runCliCommand('restore', server.dataDir, backup)).code).toBe(0)
    expect(readBookingIds(replaced)).toEqual([firstBookingId])
    await server.restart()
    expect(readBookingIds(server.dataDir)).toEqual([firstBookingId])
  })
})

describe('A restore that is refused', () => {
  const untouched = async (reason: RegExp, from = backup) => {
    const order = { dataDir: server.dataDir, backup: from, keys: undefined, now: Date.now() }
    await expect(restoreBackup(order)).rejects.toThrow(reason)
    expect(listReplacedFolders()).toEqual([])
    const remaining = fs.readdirSync(server.dataDir)
    expect(remaining).toContain('lysning.sqlite')
    expect(remaining.filter((name) => name.startsWith('restor'))).toEqual([])
  }

  it('changes nothing and gives a one-line reason while a server uses the folder', async () => {
    await untouched(/is in use by a running server/)
    const { code, output, errors } = await runCliCommand('restore', server.dataDir, backup)
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toMatch(/^The data folder .+ Stop that first\.\n$/)
    await postBooking(server, otherStart)
  })

  it('changes nothing and gives a one-line reason if any byte of the backup has changed', async () => {
    await server.stop()
    const [mail = ''] = listMailFiles(backup)
    for (const name of ['lysning.sqlite', path.join('mail', mail)]) {
      const file = path.join(backup, name)
      const bytes = fs.readFileSync(file)
      for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
        fs.writeFileSync(file, flipByte(bytes, at))
        await untouched(/^The backup is damaged: .+ was changed after the backup was made/)
      }
      fs.writeFileSync(file, bytes)
    }
  })

  it('changes nothing and gives a one-line reason if a file of the backup, or its list, is missing or truncated', async () => {
    await server.stop()
    const list = path.join(backup, 'backup.json')
    const text = fs.readFileSync(list, 'utf8')
    fs.writeFileSync(list, text.slice(0, -10))
    await untouched(/backup.json is damaged/)
    fs.writeFileSync(list, text.replace('mail/', 'mail/../../'))
    await untouched(/backup.json is damaged/)
    fs.rmSync(list)
    await untouched(/is not a backup/)
    fs.writeFileSync(list, text)
    fs.rmSync(path.join(backup, 'lysning.sqlite'))
    await untouched(/damaged: lysning.sqlite is missing/)
  })

  it('changes nothing and gives a one-line reason if the backup is of a newer program version', async () => {
    await server.stop()
    const sqlite = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'))
    sqlite.pragma('user_version = 1000')
    sqlite.close()
    const newer = path.join(server.dataDir, 'newer')
    expect((await runCliCommand('backup', server.dataDir, newer)).code).toBe(0)
    const [name = ''] = fs.readdirSync(newer)
    await untouched(
      /^The backup has database version 1000, but this program supports versions up to \d+/,
      path.join(newer, name),
    )
  })
})

function flipByte(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

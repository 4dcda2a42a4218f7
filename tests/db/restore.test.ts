import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { restoreBackup } from '#server/db/backup/restore.ts'
import { command } from '#tests/support/commands.ts'
import {
  book,
  bookingIds,
  freeStarts,
  mailFiles,
  readTables,
} from '#tests/support/served-bookings.ts'
import { ServerProcess } from '#tests/support/server.ts'

let server: ServerProcess
let first: string
let backup: string

const [oneStart = '', otherStart = ''] = freeStarts(1)
const replaced = () =>
  fs
    .readdirSync(server.dataDir)
    .filter((name) => name.startsWith('replaced-'))
    .map((name) => path.join(server.dataDir, name))

beforeEach(async () => {
  server = await ServerProcess.start()
  first = await book(server, oneStart)
  await expect.poll(() => mailFiles(server.dataDir), { timeout: 20_000 }).not.toEqual([])
  const taken = await command('backup', server.dataDir)
  if (taken.code !== 0) throw new Error(taken.errors)
  const [name = ''] = fs.readdirSync(path.join(server.dataDir, 'backups'))
  backup = path.join(server.dataDir, 'backups', name)
})
afterEach(() => server.dispose())

describe('a restore', () => {
  it('brings back exactly what was backed up, and keeps what it replaces', async () => {
    const second = await book(server, otherStart)
    await server.kill()
    const { code, output, errors } = await command('restore', server.dataDir, backup)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    const [aside = '', ...more] = replaced()
    expect(more).toEqual([])
    expect(output).toMatch(/^Restored the backup of .+\n$/)
    expect(output).toContain(aside)

    const { mark: restored, ...rest } = readTables(server.dataDir)
    const { mark: before, ...backedUp } = readTables(backup)
    expect(rest).toEqual(backedUp)
    // The new `mark` (epoch) tells devices that the history is another.
    expect(restored).not.toEqual(before)
    expect(mailFiles(server.dataDir)).toEqual(mailFiles(backup))
    expect(bookingIds(aside)).toEqual([first, second].sort())
    await server.restart()
    expect(bookingIds(server.dataDir)).toEqual([first])
    expect(await book(server, otherStart)).not.toBe(second)
    await expect(book(server, oneStart)).rejects.toThrow('409')
  })

  it('into an empty folder makes a whole site of it', async () => {
    const dataDir = path.join(server.dataDir, 'new')
    fs.mkdirSync(dataDir)
    const { code, output } = await command('restore', dataDir, backup)
    expect(code).toBe(0)
    expect(output).not.toContain('what was there before')
    expect(fs.readdirSync(dataDir).sort()).toEqual(['lock', 'lysning.sqlite', 'mail'])
    fs.cpSync(path.join(server.dataDir, 'keys'), path.join(dataDir, 'keys'), { recursive: true })
    const other = await ServerProcess.start({ dataDir })
    await expect(book(other, oneStart)).rejects.toThrow('409')
    await other.dispose()
  })

  it('that was interrupted is finished by the next, and nothing is lost', async () => {
    await server.stop()
    const aside = path.join(server.dataDir, 'replaced-before')
    fs.mkdirSync(aside)
    fs.renameSync(path.join(server.dataDir, 'lysning.sqlite'), path.join(aside, 'lysning.sqlite'))
    fs.writeFileSync(path.join(server.dataDir, 'restoring'), '')
    fs.mkdirSync(path.join(server.dataDir, 'restore.partial'))
    await expect(server.restart()).rejects.toThrow('was interrupted')
    expect((await command('backup', server.dataDir)).errors).toContain('was interrupted')
    expect((await command('restore', server.dataDir, backup)).code).toBe(0)
    expect(bookingIds(aside)).toEqual([first])
    await server.restart()
    expect(bookingIds(server.dataDir)).toEqual([first])
  })
})

describe('a restore changes nothing, and says in one line why,', () => {
  const untouched = async (reason: RegExp, from = backup) => {
    const order = { dataDir: server.dataDir, backup: from, keys: undefined, now: Date.now() }
    await expect(restoreBackup(order)).rejects.toThrow(reason)
    expect(replaced()).toEqual([])
    const left = fs.readdirSync(server.dataDir)
    expect(left).toContain('lysning.sqlite')
    expect(left.filter((name) => name.startsWith('restor'))).toEqual([])
  }

  it('while a server runs on the folder', async () => {
    await untouched(/is in use by a running server/)
    const { code, output, errors } = await command('restore', server.dataDir, backup)
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toMatch(/^The data folder .+ stop that first\.\n$/)
    await book(server, otherStart)
  })

  it('where any byte of the backup has changed', async () => {
    await server.stop()
    const [mail = ''] = mailFiles(backup)
    for (const name of ['lysning.sqlite', path.join('mail', mail)]) {
      const file = path.join(backup, name)
      const bytes = fs.readFileSync(file)
      for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
        fs.writeFileSync(file, flipped(bytes, at))
        await untouched(/^The backup is damaged: .+ is not what was written/)
      }
      fs.writeFileSync(file, bytes)
    }
  })

  it('where a file of the backup, or its list, is gone or cut off', async () => {
    await server.stop()
    const list = path.join(backup, 'backup.json')
    const text = fs.readFileSync(list, 'utf8')
    fs.writeFileSync(list, text.slice(0, -10))
    await untouched(/backup.json is damaged/)
    fs.writeFileSync(list, text.replace('mail/', 'mail/../../'))
    await untouched(/backup.json is damaged/)
    fs.rmSync(list)
    await untouched(/is no backup/)
    fs.writeFileSync(list, text)
    fs.rmSync(path.join(backup, 'lysning.sqlite'))
    await untouched(/damaged: lysning.sqlite is missing/)
  })

  it('where the backup is of a newer program', async () => {
    await server.stop()
    const sqlite = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'))
    sqlite.pragma('user_version = 1000')
    sqlite.close()
    const newer = path.join(server.dataDir, 'newer')
    expect((await command('backup', server.dataDir, newer)).code).toBe(0)
    const [name = ''] = fs.readdirSync(newer)
    await untouched(
      /^The backup is of version 1000; this program knows \d+/,
      path.join(newer, name),
    )
  })
})

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { runCliCommand, startCommand } from '#tests/support/server/cli-commands.ts'
import { postForm } from '#tests/support/server/forms.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import {
  listFreeStarts,
  listMailFiles,
  postBooking,
  readBookingIds,
  readTables,
} from '#tests/support/server/server-data.ts'

let server: ServerProcess
const getBackupsFolder = () => path.join(server.dataDir, 'backups')
const getOnlyBackup = () => {
  const [name, ...more] = fs.readdirSync(getBackupsFolder())
  if (!name || more.length > 0) throw new Error(`${more.length} other backups`)
  return path.join(getBackupsFolder(), name)
}
beforeEach(async () => {
  server = await ServerProcess.start()
})
afterEach(() => server.dispose())

describe('A backup that is taken during a constant stream of bookings and messages', () => {
  it('finishes, is consistent, and contains every booking acknowledged before it began', async () => {
    enlargeDatabase(server.dataDir)
    const starts = listFreeStarts(12)
    const before: string[] = []
    for (const start of starts.splice(0, 8)) before.push(await postBooking(server, start))
    const acknowledged = [...before]
    let ended = false
    const guests = Array.from({ length: 4 }, async () => {
      for (let start = starts.pop(); !ended; start = starts.pop())
        if (start) acknowledged.push(await postBooking(server, start))
        else await postForm(server.url, buildContactFields())
    })
    const { code, errors } = await runCliCommand('backup', server.dataDir)
    ended = true
    await Promise.all(guests)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })

    const backedUp = readBookingIds(getOnlyBackup())
    expect(backedUp).toEqual(expect.arrayContaining(before))
    expect(acknowledged).toEqual(expect.arrayContaining(backedUp))
    const { occupied_cell, form_submissions } = readTables(getOnlyBackup())
    const forms = (form_submissions as { form_type: string }[]).map(({ form_type }) => form_type)
    expect(forms.filter((form) => form === 'booking')).toHaveLength(backedUp.length)
    const keeping = (occupied_cell as { booking_id: string }[]).map(({ booking_id }) => booking_id)
    expect([...new Set(keeping)].sort()).toEqual(backedUp)
  })

  it('is written to the given folder, includes the mail files, and is readable by its own account only', async () => {
    await postBooking(server, listFreeStarts(1)[0] ?? '')
    await expect.poll(() => listMailFiles(server.dataDir), { timeout: 20_000 }).not.toEqual([])
    const mails = listMailFiles(server.dataDir)
    const folder = path.join(server.dataDir, 'elsewhere')
    const { code, output } = await runCliCommand('backup', server.dataDir, folder)
    expect(code).toBe(0)
    const [name = ''] = fs.readdirSync(folder)
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/)
    expect(output).toMatch(
      /^Backed up \d+ rows and \d+ mails, checked, to .+; the backup does not contain the keys in .+, so copy those separately\n$/,
    )
    const backup = path.join(folder, name)
    expect(listMailFiles(backup)).toEqual(expect.arrayContaining(mails))
    for (const file of [backup, path.join(backup, 'lysning.sqlite'), path.join(backup, 'mail')])
      expect(fs.statSync(file).mode & 0o077, file).toBe(0)
  })
})

describe('A backup of a server that was killed', () => {
  it('contains what the server had acknowledged', async () => {
    const id = await postBooking(server, listFreeStarts(1)[0] ?? '')
    await server.kill()
    expect((await runCliCommand('backup', server.dataDir)).code).toBe(0)
    expect(readBookingIds(getOnlyBackup())).toEqual([id])
  })
})

describe('A backup that is interrupted', () => {
  it('produces nothing that a restore accepts', async () => {
    await server.stop()
    enlargeDatabase(server.dataDir)
    fs.mkdirSync(getBackupsFolder())
    const appeared = new Promise<string>((found) => {
      const watcher = fs.watch(getBackupsFolder(), (_event, name) => {
        watcher.close()
        found(path.join(getBackupsFolder(), name ?? ''))
      })
    })
    const { child, ended } = startCommand('backup', server.dataDir)
    const partial = await appeared
    child.kill('SIGKILL')
    expect((await ended).code).toBe(null)
    expect(fs.readdirSync(getBackupsFolder())).toEqual([path.basename(partial)])
    expect(partial).toMatch(/\.partial$/)
    const restored = await runCliCommand('restore', server.dataDir, partial)
    expect(restored.code).toBe(1)
    expect(restored.errors).toMatch(/^\S+ is not a backup: it has no backup.json.\n$/)
  })

  it('is refused by a restore even if only its final rename is missing', async () => {
    await runCliCommand('backup', server.dataDir)
    await server.stop()
    const partial = `${getOnlyBackup()}.partial`
    fs.renameSync(getOnlyBackup(), partial)
    const { code, errors } = await runCliCommand('restore', server.dataDir, `${partial}/`)
    expect(code).toBe(1)
    expect(errors).toBe(`${partial}/ is an interrupted, incomplete backup. Use another one.\n`)
  })
})

describe('A backup that cannot be made', () => {
  const refusal = async (...args: string[]) => {
    const { code, output, errors } = await runCliCommand('backup', server.dataDir, ...args)
    expect(output).toBe('')
    return { code, errors }
  }

  it('fails with a one-line reason if there is no database', async () => {
    await server.stop()
    fs.rmSync(path.join(server.dataDir, 'lysning.sqlite'))
    const errors = `There is no database in ${server.dataDir}. Check DATA_DIR.\n`
    expect(await refusal()).toEqual({ code: 1, errors })
    expect(fs.existsSync(path.join(server.dataDir, 'lysning.sqlite'))).toBe(false)
  })

  it('fails with a one-line reason if the folder cannot be created', async () => {
    const file = path.join(server.dataDir, 'file')
    fs.writeFileSync(file, '')
    const { code, errors } = await refusal(path.join(file, 'folder'))
    expect(code).toBe(1)
    expect(errors).toMatch(/^ENOTDIR: .+\n$/)
  })

  it('fails with a one-line reason if the database is damaged', async () => {
    await postBooking(server, listFreeStarts(1)[0] ?? '')
    await server.stop()
    const sqlite = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'))
    sqlite.pragma('foreign_keys = OFF')
    sqlite.exec('DELETE FROM booking')
    sqlite.close()
    const { code, errors } = await refusal()
    expect(code).toBe(1)
    expect(errors).toMatch(
      /^The database is damaged: the table \S+ refers to rows that do not exist.\n$/,
    )
    expect(fs.readdirSync(getBackupsFolder())).toEqual([])
  })

  it('exits with code 2 and a usage line if its arguments are unknown', async () => {
    const { code, errors } = await refusal('--help')
    expect(code).toBe(2)
    expect(errors).toMatch(/^Usage: .+\n$/)
  })
})

/** Adds 64 MiB, so that a copy is slow enough to interrupt, and to write during it. */
function enlargeDatabase(dataDir: string): void {
  const sqlite = new Sqlite(path.join(dataDir, 'lysning.sqlite'))
  const insert = sqlite.prepare('INSERT INTO mark (name, value) VALUES (?, ?)')
  const value = 'x'.repeat(1 << 20)
  sqlite.transaction(() => {
    for (let name = 0; name < 64; name++) insert.run(String(name), value)
  })()
  sqlite.close()
}

import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contactFields } from '#tests/contact/messages.ts'
import { command, startCommand } from '#tests/support/commands.ts'
import { postForm } from '#tests/support/forms.ts'
import {
  book,
  bookingIds,
  freeStarts,
  mailFiles,
  readTables,
} from '#tests/support/served-bookings.ts'
import { ServerProcess } from '#tests/support/server.ts'

let server: ServerProcess
const backups = () => path.join(server.dataDir, 'backups')
const onlyBackup = () => {
  const [name, ...more] = fs.readdirSync(backups())
  if (!name || more.length > 0) throw new Error(`${more.length} other backups`)
  return path.join(backups(), name)
}
beforeEach(async () => {
  server = await ServerProcess.start()
})
afterEach(() => server.dispose())

describe('a backup that is taken while bookings and messages come in without end', () => {
  it('ends, is consistent, and holds every booking that was acknowledged before it began', async () => {
    fatten(server.dataDir)
    const starts = freeStarts(12)
    const before: string[] = []
    for (const start of starts.splice(0, 8)) before.push(await book(server, start))
    const acknowledged = [...before]
    let ended = false
    const guests = Array.from({ length: 4 }, async () => {
      for (let start = starts.pop(); !ended; start = starts.pop())
        if (start) acknowledged.push(await book(server, start))
        else await postForm(server.url, contactFields())
    })
    const { code, errors } = await command('backup', server.dataDir)
    ended = true
    await Promise.all(guests)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })

    const kept = bookingIds(onlyBackup())
    expect(kept).toEqual(expect.arrayContaining(before))
    expect(acknowledged).toEqual(expect.arrayContaining(kept))
    const { occupied_cell, form_submissions } = readTables(onlyBackup())
    const forms = (form_submissions as { form_type: string }[]).map(({ form_type }) => form_type)
    expect(forms.filter((form) => form === 'booking')).toHaveLength(kept.length)
    const keeping = (occupied_cell as { booking_id: string }[]).map(({ booking_id }) => booking_id)
    expect([...new Set(keeping)].sort()).toEqual(kept)
  })

  it('goes into the folder that is named, with the mail, readable by its owner alone', async () => {
    await book(server, freeStarts(1)[0] ?? '')
    await expect.poll(() => mailFiles(server.dataDir), { timeout: 20_000 }).not.toEqual([])
    const folder = path.join(server.dataDir, 'elsewhere')
    const { code, output } = await command('backup', server.dataDir, folder)
    expect(code).toBe(0)
    const [name = ''] = fs.readdirSync(folder)
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/)
    expect(output).toMatch(
      /^Backed up \d+ rows and \d+ mails, checked, to .+; the keys in .+ are not in it\n$/,
    )
    const backup = path.join(folder, name)
    expect(mailFiles(backup)).toEqual(expect.arrayContaining(mailFiles(server.dataDir).slice(0, 1)))
    for (const file of [backup, path.join(backup, 'lysning.sqlite'), path.join(backup, 'mail')])
      expect(fs.statSync(file).mode & 0o077, file).toBe(0)
  })
})

describe('a backup of a server that was killed', () => {
  it('holds what the server had acknowledged', async () => {
    const id = await book(server, freeStarts(1)[0] ?? '')
    await server.kill()
    expect((await command('backup', server.dataDir)).code).toBe(0)
    expect(bookingIds(onlyBackup())).toEqual([id])
  })
})

describe('a backup that is interrupted', () => {
  it('leaves nothing that a restore accepts', async () => {
    await server.stop()
    fatten(server.dataDir)
    fs.mkdirSync(backups())
    const appeared = new Promise<string>((found) => {
      const watcher = fs.watch(backups(), (_event, name) => {
        watcher.close()
        found(path.join(backups(), name ?? ''))
      })
    })
    const { child, ended } = startCommand('backup', server.dataDir)
    const partial = await appeared
    child.kill('SIGKILL')
    expect((await ended).code).toBe(null)
    expect(fs.readdirSync(backups())).toEqual([path.basename(partial)])
    expect(partial).toMatch(/\.partial$/)
    const restored = await command('restore', server.dataDir, partial)
    expect(restored.code).toBe(1)
    expect(restored.errors).toMatch(/^\S+ is no backup: it has no backup.json.\n$/)
  })

  it('is not accepted for having come as far as to its name', async () => {
    await command('backup', server.dataDir)
    await server.stop()
    const partial = `${onlyBackup()}.partial`
    fs.renameSync(onlyBackup(), partial)
    const { code, errors } = await command('restore', server.dataDir, `${partial}/`)
    expect(code).toBe(1)
    expect(errors).toBe(`${partial}/ is a backup that was interrupted.\n`)
  })
})

describe('there is no backup, and one line says why,', () => {
  const refusal = async (...args: string[]) => {
    const { code, output, errors } = await command('backup', server.dataDir, ...args)
    expect(output).toBe('')
    return { code, errors }
  }

  it('where there is no database', async () => {
    await server.stop()
    fs.rmSync(path.join(server.dataDir, 'lysning.sqlite'))
    const errors = `There is no database in ${server.dataDir}.\n`
    expect(await refusal()).toEqual({ code: 1, errors })
    expect(fs.existsSync(path.join(server.dataDir, 'lysning.sqlite'))).toBe(false)
  })

  it('where the folder cannot be made', async () => {
    const file = path.join(server.dataDir, 'file')
    fs.writeFileSync(file, '')
    const { code, errors } = await refusal(path.join(file, 'folder'))
    expect(code).toBe(1)
    expect(errors).toMatch(/^ENOTDIR: .+\n$/)
  })

  it('where the database is damaged', async () => {
    await book(server, freeStarts(1)[0] ?? '')
    await server.stop()
    const sqlite = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'))
    sqlite.pragma('foreign_keys = OFF')
    sqlite.exec('DELETE FROM booking')
    sqlite.close()
    const { code, errors } = await refusal()
    expect(code).toBe(1)
    expect(errors).toMatch(/^The database is damaged: \S+ refers to what is gone.\n$/)
    expect(fs.readdirSync(backups())).toEqual([])
  })

  it('and 2, where it is called in a way that it does not know', async () => {
    const { code, errors } = await refusal('--help')
    expect(code).toBe(2)
    expect(errors).toMatch(/^Usage: .+\n$/)
  })
})

/** Adds 64 MiB, so that a copy is slow enough to interrupt, and to write during it. */
function fatten(dataDir: string): void {
  const sqlite = new Sqlite(path.join(dataDir, 'lysning.sqlite'))
  const insert = sqlite.prepare('INSERT INTO mark (name, value) VALUES (?, ?)')
  const value = 'x'.repeat(1 << 20)
  sqlite.transaction(() => {
    for (let name = 0; name < 64; name++) insert.run(String(name), value)
  })()
  sqlite.close()
}

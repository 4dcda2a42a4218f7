import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeDataDir } from '#server/db/data-dir.ts'
import { openDatabase } from '#server/db/open.ts'
import { startCommand } from '#tests/support/commands.ts'
import { book, freeStarts, mailFiles } from '#tests/support/served-bookings.ts'
import { ServerProcess } from '#tests/support/server.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'permissions-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const write = (name: string, mode: number) => {
  const file = path.join(folder, name)
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o755 })
  fs.writeFileSync(file, 'x')
  fs.chmodSync(file, mode)
}
const modeOf = (place: string) => fs.statSync(place).mode & 0o777

/** Every file and folder on which the group or others have any permission. */
function openPlaces(root: string): string[] {
  const all = [root, ...fs.readdirSync(root, { recursive: true }).map((name) => `${root}/${name}`)]
  return all.filter((place) => (modeOf(place) & 0o077) !== 0)
}

describe('a data folder', () => {
  it('that is made anew can be read by its own account only', () => {
    const made = path.join(folder, 'data')
    openDatabase(made).close()
    expect(openPlaces(made)).toEqual([])
  })

  it('that was open to others before is closed to them, with all that the program wrote there', () => {
    fs.chmodSync(folder, 0o755)
    for (const name of ['lysning.sqlite', 'lysning.sqlite-wal', 'lock', 'mail/000001-x.eml'])
      write(name, 0o644)
    write('backups/2026-11-21T08-52-39-120Z/lysning.sqlite', 0o664)
    write('replaced-2026-11-21T08-52-39-120Z/mail/000001-x.eml', 0o666)
    makeDataDir(folder)
    expect(openPlaces(folder)).toEqual([])
  })

  it('keeps what is not the program’s as it was, and what a link leads to', () => {
    write('notes.txt', 0o644)
    write('elsewhere/file', 0o644)
    fs.mkdirSync(path.join(folder, 'backups'))
    fs.symlinkSync(path.join(folder, 'elsewhere'), path.join(folder, 'backups', 'link'))
    makeDataDir(folder)
    expect(modeOf(path.join(folder, 'notes.txt'))).toBe(0o644)
    expect(modeOf(path.join(folder, 'elsewhere/file'))).toBe(0o644)
  })

  it('that stays open to others is refused with one line', () => {
    fs.chmodSync(folder, 0o755)
    const change = vi.spyOn(fs, 'chmodSync').mockReturnValue(undefined)
    expect(() => makeDataDir(folder)).toThrow(
      /^\S+ can be read by other accounts of this machine, .+\.$/,
    )
    change.mockImplementation(() => {
      throw Object.assign(new Error('no'), { code: 'EPERM' })
    })
    expect(() => makeDataDir(folder)).toThrow('cannot be changed (EPERM)')
  })
})

describe('a server and its commands', () => {
  it('write nothing that another account of the machine can read, whatever the umask', async () => {
    fs.chmodSync(folder, 0o777)
    const before = process.umask(0)
    try {
      const server = await ServerProcess.start({ dataDir: folder })
      await book(server, freeStarts(1)[0] ?? '')
      await expect.poll(() => mailFiles(folder), { timeout: 20_000 }).not.toEqual([])
      expect(openPlaces(folder)).toEqual([])
      expect((await startCommand('backup', folder).ended).code).toBe(0)
      await server.stop()
      const [name = ''] = fs.readdirSync(path.join(folder, 'backups'))
      const backup = path.join(folder, 'backups', name)
      expect((await startCommand('restore', folder, backup).ended).code).toBe(0)
      expect(openPlaces(folder)).toEqual([])
    } finally {
      process.umask(before)
    }
  })
})

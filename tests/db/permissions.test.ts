import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeDataDir } from '#server/db/data-dir.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { startCommand } from '#tests/support/server/cli-commands.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import { listFreeStarts, listMailFiles, postBooking } from '#tests/support/server/server-data.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'permissions-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const writeFile = (name: string, mode: number) => {
  const file = path.join(folder, name)
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o755 })
  fs.writeFileSync(file, 'x')
  fs.chmodSync(file, mode)
}
const getMode = (place: string) => fs.statSync(place).mode & 0o777

/** Every file and folder on which the group or others have any permission. */
function listOpenPaths(root: string): string[] {
  const all = [root, ...fs.readdirSync(root, { recursive: true }).map((name) => `${root}/${name}`)]
  return all.filter((place) => (getMode(place) & 0o077) !== 0)
}

describe('A data folder', () => {
  it('that is newly created can be read by its own account only', async () => {
    const newFolder = path.join(folder, 'data')
    const db = await openDatabase(newFolder)
    await db.close()
    expect(listOpenPaths(newFolder)).toEqual([])
  })

  it('that was open to other accounts is made private, with everything that the program wrote there', () => {
    fs.chmodSync(folder, 0o755)
    for (const name of ['lysning.sqlite', 'lysning.sqlite-wal', 'lock', 'mail/000001-x.eml'])
      writeFile(name, 0o644)
    writeFile('backups/2026-11-21T08-52-39-120Z/lysning.sqlite', 0o664)
    writeFile('replaced-2026-11-21T08-52-39-120Z/mail/000001-x.eml', 0o666)
    makeDataDir(folder)
    expect(listOpenPaths(folder)).toEqual([])
  })

  it('does not change the permissions of files that are not the program’s, nor of a link’s target', () => {
    writeFile('notes.txt', 0o644)
    writeFile('elsewhere/file', 0o644)
    fs.mkdirSync(path.join(folder, 'backups'))
    fs.symlinkSync(path.join(folder, 'elsewhere'), path.join(folder, 'backups', 'link'))
    makeDataDir(folder)
    expect(getMode(path.join(folder, 'notes.txt'))).toBe(0o644)
    expect(getMode(path.join(folder, 'elsewhere/file'))).toBe(0o644)
  })

  it('that cannot be made private is refused with one line', () => {
    fs.chmodSync(folder, 0o755)
    const change = vi.spyOn(fs, 'chmodSync').mockReturnValue(undefined)
    expect(() => makeDataDir(folder)).toThrow(/^Other accounts of this machine can read \S+, .+\.$/)
    change.mockImplementation(() => {
      throw Object.assign(new Error('no'), { code: 'EPERM' })
    })
    expect(() => makeDataDir(folder)).toThrow('cannot be changed (EPERM)')
  })
})

describe('A server and its commands', () => {
  it('write nothing that another account of the machine can read, whatever the umask', async () => {
    fs.chmodSync(folder, 0o777)
    const before = process.umask(0)
    try {
      const server = await ServerProcess.start({ dataDir: folder })
      await postBooking(server, listFreeStarts(1)[0] ?? '')
      await expect.poll(() => listMailFiles(folder), { timeout: 20_000 }).not.toEqual([])
      expect(listOpenPaths(folder)).toEqual([])
      expect((await startCommand('backup', folder).ended).code).toBe(0)
      await server.stop()
      const [name = ''] = fs.readdirSync(path.join(folder, 'backups'))
      const backup = path.join(folder, 'backups', name)
      expect((await startCommand('restore', folder, backup).ended).code).toBe(0)
      expect(listOpenPaths(folder)).toEqual([])
    } finally {
      process.umask(before)
    }
  })
})

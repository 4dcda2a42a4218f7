import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PostgresDatabase } from '#tests/support/db/postgres-database.ts'
import { runCliCommandWith } from '#tests/support/server/cli-commands.ts'
import { buildBookingFields, postForm } from '#tests/support/server/forms.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import { listFreeStarts } from '#tests/support/server/server-data.ts'

/** Two machines, each with a folder of its own. */
let database: PostgresDatabase
let folder: string
let one: ServerProcess
let other: ServerProcess
const keysOf = (name: string) => path.join(folder, name)
const toEnv = (name: string) => ({ DATABASE_URL: database.url, KEYS_DIR: keysOf(name) })
beforeAll(async () => {
  database = await PostgresDatabase.create()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'machines-'))
  one = await ServerProcess.start({ env: toEnv('one') })
  fs.cpSync(keysOf('one'), keysOf('other'), { recursive: true })
  other = await ServerProcess.start({ env: toEnv('other') })
})
afterAll(async () => {
  await one?.dispose()
  await other?.dispose()
  await database?.drop()
  fs.rmSync(folder, { recursive: true })
})

const rotate = (step: string) => runCliCommandWith(toEnv('one'), 'keys', one.dataDir, step)

async function readReady({ url }: ServerProcess) {
  const response = await fetch(`${url}/readyz`)
  const { reasons } = (await response.json()) as { reasons: string[] }
  return { status: response.status, reasons }
}

const starts = listFreeStarts(1)

/** Books through one server, and opens the booking's link through the other. */
async function bookAndOpen(at: ServerProcess, elsewhere: ServerProcess): Promise<number> {
  const start = starts.pop() ?? ''
  const booked = await postForm(at.url, buildBookingFields({ start }))
  const { manageUrl } = (await booked.json()) as { manageUrl: string }
  const query = new URL(manageUrl, elsewhere.url).searchParams
  const shown = await fetch(`${elsewhere.url}/functions/get-booking?${query}`)
  return shown.status
}

it('A newer key is given to every machine before any server uses it', async () => {
  const added = await rotate('--rotate')
  expect(added.output).toMatch(/is not used yet\. Copy that folder to every machine.*--use\n$/)
  await one.restart()
  expect(await bookAndOpen(one, other)).toBe(200)
  expect(await readReady(other)).toEqual({ status: 200, reasons: [] })

  // Too early: the other machine does not have it yet.
  expect((await rotate('--use')).output).toContain('says so at /readyz')
  expect(await readReady(one)).toEqual({ status: 200, reasons: [] })
  const { status, reasons } = await readReady(other)
  expect(status).toBe(503)
  expect(reasons).toEqual([expect.stringContaining('a key that this server does not have')])

  fs.cpSync(keysOf('one'), keysOf('other'), { recursive: true })
  await one.restart()
  await other.restart()
  expect(await readReady(other)).toEqual({ status: 200, reasons: [] })
  expect(await bookAndOpen(one, other)).toBe(200)
  expect(await rotate('--use')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('in use already'),
  })
})

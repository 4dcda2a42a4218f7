import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PHOTOGRAPH_PIECE_BYTES } from '#shared/photographs/api.ts'
import { toPhotographPath } from '#shared/photographs/paths.ts'
import type { PhotographSize } from '#shared/photographs/photographs.ts'
import { owner } from '#tests/support/account/owner-account.ts'
import { SmallDisk } from '#tests/support/db/small-disk.ts'
import { callFunction, getOwnerCookie } from '#tests/support/desk/owner-requests.ts'
import { runCliCommand } from '#tests/support/server/cli-commands.ts'
import { ServerProcess } from '#tests/support/server/server.ts'
import { HeadlessDevice } from '#tests/support/sync/headless-device.ts'

/** So large that its job takes seconds. */
let file: Buffer
beforeAll(async () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 }
  file = await sharp({
    create: { width: 5000, height: 4000, channels: 3, background: '#456', noise },
  })
    .jpeg({ quality: 85 })
    .toBuffer()
})

let server: ServerProcess
let device: HeadlessDevice
async function start(dataDir?: string): Promise<void> {
  server = await ServerProcess.start(dataDir === undefined ? {} : { dataDir })
  await runCliCommand('owner', server.dataDir, '--email', owner.email)
  device = await HeadlessDevice.create(server, 'phone')
  await device.pull()
}
afterEach(() => server.dispose())

/** The code that decodes photographs is loaded with the first one, once its file is read. */
function isDecoding(): boolean {
  const loaded = `/proc/${server.pid}/maps`
  return !fs.existsSync(loaded) || fs.readFileSync(loaded, 'utf8').includes('libvips')
}

/** Sends the photograph as the desk does, and waits until its job is under way. */
async function beginJob(): Promise<void> {
  await device.edit({ reine: { fileName: 'Reine.jpg', bytes: file.length } }, 'photograph')
  const cookie = await getOwnerCookie(server)
  for (let piece = 0; piece * PHOTOGRAPH_PIECE_BYTES < file.length; piece++) {
    const from = piece * PHOTOGRAPH_PIECE_BYTES
    const part = file.subarray(from, from + PHOTOGRAPH_PIECE_BYTES)
    const digest = createHash('sha256').update(part).digest('base64url')
    const about = { photograph: 'reine', size: file.length, piece, digest }
    const body = { ...about, bytes: part.toString('base64') }
    const answer = await callFunction(server, { cookie, name: 'photograph-piece', body })
    expect(answer.status).toBe(200)
  }
  await expect.poll(() => readStore().jobs, { interval: 10 }).toMatchObject([{ isLeased: 1 }])
  await expect.poll(isDecoding, { interval: 10 }).toBe(true)
}

/** What is stored of photographs and of their jobs. */
function readStore() {
  const store = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'), { readonly: true })
  const list = (query: string) => store.prepare(query).pluck().all() as string[]
  const found = {
    files: list('SELECT id FROM photograph_file ORDER BY id'),
    owners: list('SELECT DISTINCT file FROM photograph_piece ORDER BY file'),
    jobs: store
      .prepare(
        `SELECT state, last_error, leased_by IS NOT NULL AS isLeased FROM job
          WHERE kind = 'photograph'`,
      )
      .all() as { state: string; last_error: string | null; isLeased: number }[],
  }
  store.close()
  return found
}

const readRecord = async () => (await device.find('reine'))?.data ?? {}

async function expectUntouched(): Promise<void> {
  const { files, owners } = readStore()
  expect({ files, owners }).toEqual({ files: ['reine'], owners: ['reine'] })
}

/** Waits until the photograph is ready: with one set of files, which visitors get, and without the original. */
async function expectReadyOnce(): Promise<void> {
  await expect.poll(async () => (await readRecord()).state, { timeout: 180_000 }).toBe('ready')
  const sizes = (await readRecord()).sizes as PhotographSize[]
  expect(sizes).toHaveLength(8)
  const ids = sizes.map(({ digest, format }) => `${digest}.${format}`).sort()
  await expect.poll(() => readStore().jobs).toMatchObject([{ state: 'done' }])
  const { files, owners } = readStore()
  expect({ files, owners }).toEqual({ files: ids, owners: ids })
  for (const size of sizes) {
    const answer = await fetch(server.url + toPhotographPath(size))
    const digest = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()))
    expect(digest.digest('base64url')).toBe(size.digest)
  }
}

it('A server that is killed while it prepares a photograph prepares it after its restart, once', async () => {
  await start()
  await beginJob()
  await server.kill()
  await expectUntouched()
  await server.restart()
  await expectReadyOnce()
})

describe('On a disk that fills while a photograph is prepared', () => {
  let disk: SmallDisk
  beforeEach(async () => {
    disk = new SmallDisk(128)
    await start(disk.folder)
  })
  afterEach(async () => {
    await server.stop()
    disk.remove()
  })

  it('nothing of it is half stored, the server says why, and it is prepared once there is room', async () => {
    await beginJob()
    disk.fill(server.pid)
    const listReasons = () => [
      ...readStore().jobs.map(({ last_error }) => last_error ?? ''),
      ...server.log.map(({ err }) => (err as { message?: string } | undefined)?.message ?? ''),
    ]
    await expect
      .poll(() => listReasons().filter((reason) => /full|I\/O/.test(reason)))
      .not.toEqual([])
    await expectUntouched()
    expect((await readRecord()).state).toBe('processing')
    disk.free(server.pid)
    await expectReadyOnce()
  })
})

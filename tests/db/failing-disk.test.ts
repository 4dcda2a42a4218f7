import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { SmallDisk } from '#tests/support/db/small-disk.ts'
import { postForm } from '#tests/support/server/forms.ts'
import { ServerProcess } from '#tests/support/server/server.ts'

/** Milliseconds between two checks that the server still answers. */
const PAUSE = 50

let server: ServerProcess
const status = async (address: string) => (await fetch(server.url + address)).status

async function expectPages(): Promise<void> {
  for (const address of ['/', '/services', '/healthz', '/functions/get-config'])
    expect(await status(address), address).toBe(200)
}

const createLetter = () => buildContactFields({ message: 'x'.repeat(4_000) })

describe('A server whose disk is full', () => {
  let disk: SmallDisk
  beforeEach(async () => {
    disk = new SmallDisk(8)
    server = await ServerProcess.start({ dataDir: disk.folder })
  })
  afterEach(async () => {
    await server.stop()
    disk.remove()
  })

  /** Sends messages until one is refused; returns the keys of those that were accepted. */
  async function sendUntilFull(): Promise<string[]> {
    const accepted: string[] = []
    for (;;) {
      const key = randomUUID()
      const answer = await postForm(server.url, createLetter(), key)
      if (answer.status !== 201) {
        expect(answer.status).toBe(503)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect((await answer.json()).code).toBe('storage')
        return accepted
      }
      accepted.push(key)
    }
  }

  it('serves its pages, loses nothing that it accepted, and recovers by itself once there is space', async () => {
    const key = randomUUID()
    const letterOnce = createLetter()
    expect((await postForm(server.url, letterOnce, key)).status).toBe(201)
    disk.fill(server.pid)
    await sendUntilFull()
    const ready = await fetch(`${server.url}/readyz`)
    expect(ready.status).toBe(503)
    expect((await ready.json()).reasons).not.toEqual([])
    await expectPages()
    disk.free(server.pid)
    await expect.poll(async () => (await postForm(server.url, createLetter())).status).toBe(201)
    expect((await postForm(server.url, letterOnce, key)).status).toBe(201)
    const file = new Sqlite(path.join(disk.folder, 'lysning.sqlite'), { readonly: true })
    const stored = file.prepare('SELECT count(*) FROM answer WHERE key = ?').pluck().get(key)
    file.close()
    expect(stored).toBe(1)
  })

  it('starts, serves its pages, and accepts submissions once there is space', async () => {
    await server.kill()
    disk.fill()
    await server.restart()
    for (const address of ['/', '/healthz']) expect(await status(address), address).toBe(200)
    disk.free()
    await expect.poll(async () => (await postForm(server.url, createLetter())).status).toBe(201)
  })
})

describe('A database lock of another process', () => {
  beforeEach(async () => {
    server = await ServerProcess.start()
  })
  afterEach(() => server.dispose())

  it('that outlasts a request’s timeout causes a 503, but blocks no page and loses no email', async () => {
    await server.stop()
    const file = new Sqlite(path.join(server.dataDir, 'lysning.sqlite'))
    const payload = { mail: 'test', once: 'once', bookingId: null, data: { to: 'a@example.com' } }
    file
      .prepare(
        `INSERT INTO job (kind, dedupe, payload, run_at, attempts, state, created_at)
         VALUES ('mail', 'mail:test:once', ?, ?, 0, 'waiting', 0)`,
      )
      .run(JSON.stringify(payload), Date.now() + 2_000)
    await server.restart()
    file.exec('BEGIN IMMEDIATE')
    let answered = false
    const refused = postForm(server.url, createLetter()).finally(() => {
      answered = true
    })
    const answers: number[] = []
    while (!answered) {
      answers.push(await status('/functions/get-schedule'), await status('/'))
      await setTimeout(PAUSE)
    }
    expect((await refused).status).toBe(503)
    // A blocked event loop would have left time for only a few answers.
    expect(answers.length).toBeGreaterThan(20)
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({
      ready: false,
      reasons: ['Another process holds a lock on the database.'],
    })
    file.exec('ROLLBACK')
    expect((await postForm(server.url, createLetter())).status).toBe(201)
    const state = file.prepare("SELECT state FROM job WHERE dedupe = 'mail:test:once'").pluck()
    await expect.poll(() => state.get(), { timeout: 60_000 }).toBe('done')
    file.close()
    const mails = fs.readdirSync(path.join(server.dataDir, 'mail'))
    expect(mails.filter((name) => name.endsWith('-test.eml'))).toHaveLength(1)
  })
})

it('A log that cannot be written does not stop the server', async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'full-log-'))
  const full = fs.openSync('/dev/full', 'w')
  const port = await freePort()
  const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: String(port) }
  const child = spawn(process.execPath, [main], { stdio: ['ignore', full, 'ignore'], env })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const alive = () =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(alive).toBe(200)
  for (let round = 0; round < 50; round += 1) await postForm(url, buildContactFields())
  expect(await alive()).toBe(200)
  expect(child.exitCode).toBeNull()
  child.kill('SIGTERM')
  await ended
  fs.rmSync(dataDir, { recursive: true })
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening))
  const { port } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  return port
}

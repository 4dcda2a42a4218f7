import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { createLog } from '#server/lib/log.ts'
import { PublishedContent } from '#server/site/content.ts'
import { initialContent } from '#server/site/initial-content.ts'
import { readLatestVersion } from '#server/site/store.ts'
import type { SiteContent } from '#shared/content/registry.ts'
import { setSiteContent } from '#shared/content/site-content.ts'
import { publishInOslo } from '#tests/support/content/publishing.ts'
import { PostgresDatabase } from '#tests/support/db/postgres-database.ts'
import { untouchedSite } from '#tests/support/run/site-content.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'

const log = createLog('silent')
const settings = { publicUrl: undefined }

let folder: string
let database: PostgresDatabase
let processes: Database[]
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'published-'))
  database = await PostgresDatabase.create()
  processes = []
  for (const _process of [1, 2, 3])
    processes.push(await openDatabase(folder, { url: database.url }))
})
afterEach(async () => {
  for (const db of processes) await db.close()
  await database.drop()
  fs.rmSync(folder, { recursive: true })
  setSiteContent(untouchedSite)
})

const { title } = initialContent.texts.about.story
const heading = (to: string) => ({
  changes: [{ coll: 'page', id: 'about', field: 'about.story.title', from: title, to }],
  madeAt: '',
})

it('Of three processes that publish at the same moment one makes the version; the others refuse, because it differs from what was seen', async () => {
  const devices = await Promise.all(
    processes.map(async (db, which) => {
      const server = SyncServer.on(db, { publication: publishInOslo })
      const device = new SyncDevice(`device-${which}`)
      await device.edit({ coll: 'publication', id: `publication-${which}` }, heading(`By ${which}`))
      return { server, device }
    }),
  )
  await Promise.all(devices.map(({ server, device }) => device.sync(server.createTransport())))
  const states = await Promise.all(
    devices.map(async ({ server }, which) => {
      const record = await server.findRecord(`publication-${which}`, 'publication')
      return record?.data.state
    }),
  )
  expect(states.toSorted()).toEqual(['published', 'refused', 'refused'])
  const [db] = processes as [Database]
  const { version, content } = await readLatestVersion(db.read)
  expect(version).toBe(1)
  expect(content.texts.about.story.title).toBe(`By ${states.indexOf('published')}`)
})

it('What one process publishes, the others show', async () => {
  const shown: number[][] = processes.map(() => [])
  const all = processes.map((db, which) => {
    const pages = {
      show: async ({ version }: SiteContent) => void shown[which]?.push(version),
    }
    return new PublishedContent({ db, pages, settings, log })
  })
  for (const one of all) {
    await one.showLatest()
    one.start()
  }
  const [db] = processes as [Database]
  const device = new SyncDevice('device')
  await device.edit({ coll: 'publication', id: 'publication' }, heading('By ferry'))
  await device.sync(SyncServer.on(db, { publication: publishInOslo }).createTransport())
  await expect.poll(() => shown).toEqual(processes.map(() => [0, 1]))
  for (const one of all) await one.stop()
})

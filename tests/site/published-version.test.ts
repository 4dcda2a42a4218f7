import fs from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'
import express from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { createLog } from '#server/lib/log.ts'
import { PublishedContent } from '#server/site/content.ts'
import { initialContent } from '#server/site/initial-content.ts'
import { type Rendering, writeRendering } from '#server/site/pages/render-worker.ts'
import { RenderedPages } from '#server/site/pages/site-pages.ts'
import { EARLIER_TEXTS, sendEarlierTexts } from '#server/site/routes.ts'
import { findVersion, insertVersion } from '#server/site/store.ts'
import type { SiteContent, StoredContent } from '#shared/content/registry.ts'
import { setSiteContent, siteContent } from '#shared/content/site-content.ts'
import { openDatabase } from '#tests/support/db/database.ts'
import { untouchedSite } from '#tests/support/run/site-content.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const log = createLog('silent')
const settings = { publicUrl: undefined }

let dataDir: string
let db: Database
let pages: RenderedPages
let published: PublishedContent
let server: Server
let url: string

beforeEach(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'published-'))
  db = await openDatabase(dataDir)
  await start()
})
afterEach(async () => {
  await stop()
  await db.close()
  fs.rmSync(dataDir, { recursive: true })
  setSiteContent(untouchedSite)
})

async function start(): Promise<void> {
  pages = new RenderedPages({ dist, dataDir, origin: undefined, log })
  published = new PublishedContent({ db, pages, settings, log })
  await published.showLatest()
  published.start()
  const app = express()
  app.get(EARLIER_TEXTS, sendEarlierTexts(db, settings))
  server = createServer(app.use(...pages.handlers))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function stop(): Promise<void> {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  await published.stop()
}

const read = async (address: string) => (await fetch(url + address)).text()

/** Publishes the untouched content with another heading of About, and another price of the consultancy. */
async function publish(version: number, heading: string): Promise<void> {
  const content: StoredContent = {
    ...initialContent,
    services: initialContent.services.map((service) =>
      service.type === 'business-consultancy' ? { ...service, amount: version * 100_000 } : service,
    ),
    texts: {
      ...initialContent.texts,
      about: {
        ...initialContent.texts.about,
        story: { ...initialContent.texts.about.story, title: heading },
      },
      artistry: {
        ...initialContent.texts.artistry,
        journeys: {
          ...initialContent.texts.artistry.journeys,
          list: (initialContent.texts.artistry.journeys.list ?? []).map((journey) => ({
            ...journey,
            places: ['Bergen', 'Voss'],
          })),
        },
      },
    },
  }
  const made = { version, content, publishedAt: Date.now(), publishedBy: 'Laptop' }
  await db.write((tx) => insertVersion(tx, made, []))
}

const showsVersion = (version: number) =>
  expect.poll(() => siteContent().version, { timeout: 30_000 }).toBe(version)

test('What is published is on every page, in the prices that search engines read, and in the list of the service worker', async () => {
  const before = await read('/sw.js')
  await publish(1, 'Over the pass by ferry')
  await showsVersion(1)
  expect(await read('/about')).toContain('Over the pass by ferry')
  const mastery = await read('/services/hospitality-consultancy')
  expect(mastery).toContain('"price":1000')
  expect(mastery).toMatch(/NOK\s1,000/)
  const after = await read('/sw.js')
  expect(after).not.toBe(before)
  const listed = [
    ...after.matchAll(/"url":"([^"]+)","revision":(?:"\w+"|null),"integrity":"([^"]+)"/g),
  ]
  expect(listed.length).toBeGreaterThan(25)
  for (const [, address = '', integrity = ''] of listed)
    expect((await fetch(url + address, { integrity })).status, address).toBe(200)
})

test('A page that was opened before a version is published gets the rest of its own texts afterwards', async () => {
  await publish(1, 'The first heading')
  await showsVersion(1)
  const [, address = ''] = /data-rest="([^"]+)"/.exec(await read('/')) ?? []
  await publish(2, 'The second heading')
  await showsVersion(2)
  const texts = await (await fetch(url + address)).json()
  expect(texts.about.story.title).toBe('The first heading')
  expect(texts.artistry.journeys.list[0].drawn.stops).toHaveLength(2)
  expect((await fetch(url + address.replace('/1-', '/2-'))).status).toBe(404)
})

test('A start renders nothing if the pages of this version were rendered before', async () => {
  await publish(1, 'Kept over a restart')
  await showsVersion(1)
  await stop()
  const file = path.join(dataDir, 'rendered-site')
  const written = fs.statSync(file).mtimeMs
  await start()
  expect(await read('/about')).toContain('Kept over a restart')
  expect(fs.statSync(file).mtimeMs).toBe(written)
})

test('If there is no room to store the rendered pages, visitors get the version all the same, and the log says why', async () => {
  // A start without the pages that the build has rendered keeps its own.
  fs.rmSync(path.join(dataDir, 'rendered-site'), { force: true })
  // Writing through it fails as on a full disk.
  fs.symlinkSync('/dev/full', path.join(dataDir, 'rendered-site.partial'))
  const warn = vi.spyOn(log, 'warn')
  await publish(1, 'Served from memory')
  await showsVersion(1)
  expect(await read('/about')).toContain('Served from memory')
  expect(warn.mock.calls).toEqual([
    [
      { err: expect.objectContaining({ message: expect.stringContaining('ENOSPC') }) },
      'the rendered pages cannot be kept',
    ],
  ])
  expect(fs.existsSync(path.join(dataDir, 'rendered-site'))).toBe(false)
  await stop()
  await start()
  expect(await read('/about')).toContain('Served from memory')
})

async function startWithoutDatabase(): Promise<void> {
  setSiteContent(untouchedSite)
  const again = new RenderedPages({ dist, dataDir, origin: undefined, log })
  await again.showLast(untouchedSite)
  server = createServer(express().use(...again.handlers))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('A start without a database serves the pages of the version that was shown last', async () => {
  await publish(1, 'Shown last')
  await showsVersion(1)
  await stop()
  const file = path.join(dataDir, 'rendered-site')
  const written = fs.statSync(file).mtimeMs
  await startWithoutDatabase()
  expect(await read('/about')).toContain('Shown last')
  expect(fs.statSync(file).mtimeMs).toBe(written)
})

/** Makes what is kept of the pages that of another build, which knew this content. */
function keepFromAnotherBuild(change: (content: SiteContent) => object): void {
  const file = path.join(dataDir, 'rendered-site')
  const kept = deserialize(fs.readFileSync(file)) as Rendering
  const content = change(kept.content) as SiteContent
  writeRendering(file, { ...kept, content, build: 'another' })
}

test('After an update with a new page, a start without a database serves that page and the texts that were shown last', async () => {
  await publish(1, 'Shown last')
  await showsVersion(1)
  await stop()
  keepFromAnotherBuild(({ texts: { terms: _new, ...texts }, ...content }) => ({
    ...content,
    texts,
  }))
  await startWithoutDatabase()
  expect(await read('/about')).toContain('Shown last')
  expect(await read('/terms')).toContain('Terms of Use')
})

test('An update that cannot render what was shown last starts with the untouched pages', async () => {
  await publish(1, 'Shown last')
  await showsVersion(1)
  await stop()
  keepFromAnotherBuild((content) => ({ ...content, services: [{ points: null }] }))
  await startWithoutDatabase()
  expect(await read('/about')).toContain(initialContent.texts.about.story.title)
})

test('A start renders the pages again if the file with them is damaged', async () => {
  await publish(1, 'Rendered again')
  await showsVersion(1)
  await stop()
  fs.writeFileSync(path.join(dataDir, 'rendered-site'), 'not a rendering')
  await start()
  expect(await read('/about')).toContain('Rendered again')
})

test('A version that cannot be rendered says why and leaves the former one to visitors, also after a start; the next one is shown', async () => {
  await publish(1, 'Still there')
  await showsVersion(1)
  const services = [{ ...initialContent.services[0], points: null }]
  const broken = { ...initialContent, services } as unknown as StoredContent
  const made = { version: 2, content: broken, publishedAt: 1, publishedBy: '' }
  await db.write((tx) => insertVersion(tx, made, []))
  const readFault = async () => (await findVersion(db.read, 2))?.fault
  await expect.poll(readFault, { timeout: 30_000 }).toContain('null')
  expect(await read('/about')).toContain('Still there')
  await stop()
  fs.rmSync(path.join(dataDir, 'rendered-site'))
  await start()
  expect(siteContent().version).toBe(1)
  expect(await read('/about')).toContain('Still there')
  await publish(3, 'Mended')
  await showsVersion(3)
  expect(await read('/about')).toContain('Mended')
})

test('Texts of any kind break no page and run nothing', async () => {
  const heading = '</script><script>alert(1)</script> "quoted" $& ‮RTL 👩‍🚀 <b>'
  await publish(1, heading)
  await showsVersion(1)
  const html = await read('/about')
  expect(html).not.toContain('<script>alert')
  const [, json = ''] = /id="site-content"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(json).texts.about.story.title).toBe(heading)
})

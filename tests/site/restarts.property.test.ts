import fs from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import express from 'express'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import type { RecordEdit } from '#client/data/edits/types.ts'
import { bringBack, getStored, publish, setField } from '#client/desk/site/site-edits.ts'
import { buildSite } from '#client/desk/site/use-site.ts'
import { createLog } from '#server/lib/log.ts'
import { PublishedContent, toSiteContent } from '#server/site/content.ts'
import { RenderedPages } from '#server/site/pages/site-pages.ts'
import {
  findVersion,
  readLatestVersionNumber,
  type SiteVersion,
  storeUntouchedVersion,
} from '#server/site/store.ts'
import type { ContentChange, ContentCollection } from '#shared/content/collections.ts'
import type { SiteVersionRecord } from '#shared/content/desk-api.ts'
import { applyChanges, listDifferences } from '#shared/content/drafts.ts'
import type { SiteContent } from '#shared/content/registry.ts'
import { setSiteContent, siteContent } from '#shared/content/site-content.ts'
import { formatPrice } from '#shared/lib/money.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import { publishInOslo } from '#tests/support/content/publishing.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'
import { untouchedSite } from '#tests/support/run/site-content.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'

const data = vi.hoisted(() => {
  // The desk listens for other tabs as soon as it is loaded.
  globalThis.addEventListener ??= () => undefined
  return { edit: async (_edits: readonly RecordEdit[]): Promise<unknown> => undefined }
})
vi.mock('#client/data/data-client.ts', () => ({
  getData: () => ({ records: { edit: (edits: readonly RecordEdit[]) => data.edit(edits) } }),
}))

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const settings = { publicUrl: undefined }
const log = createLog('silent')
afterEach(() => setSiteContent(untouchedSite))

const fields = [
  { coll: 'page', id: 'home', field: 'home.hero.title' },
  { coll: 'page', id: 'about', field: 'about.story.title' },
  { coll: 'page', id: 'contact', field: 'contact.head.title' },
  { coll: 'service', id: 'bespoke-planning', field: 'amount' },
  { coll: 'service', id: 'business-consultancy', field: 'amount' },
] as const satisfies readonly { coll: ContentCollection; id: string; field: string }[]

const addresses = [
  ...['/', '/about', '/contact', '/service/bespoke-planning', '/service/business-consultancy'],
  ...['/services', '/terms', '/services/nordic-luxury-travel'],
]

const device = fc.nat(1)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit'), device, which: fc.nat(4) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('publish'), device, isKilled: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('bring back'), device, age: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sync'), device }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('restart', 'restart without kept pages'),
      device,
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The server with its pages, and the owner's two devices. */
class World {
  private readonly dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'restarts-'))
  private published: PublishedContent | undefined
  private web: Server | undefined
  private url = ''
  private edits = 0

  private constructor(
    private readonly server: SyncServer,
    private readonly devices: readonly SyncDevice[],
  ) {}

  static async open(): Promise<World> {
    const server = await SyncServer.open({ publication: publishInOslo })
    await server.db.write(storeUntouchedVersion)
    const world = new World(server, [new SyncDevice('phone'), new SyncDevice('laptop')])
    await world.serve()
    for (const by of world.devices) await by.sync(server.createTransport())
    return world
  }

  async close(): Promise<void> {
    await this.stopServing()
    await this.server.close()
    fs.rmSync(this.dataDir, { recursive: true })
  }

  private async serve(): Promise<void> {
    const { db } = this.server
    const pages = new RenderedPages({ dist, dataDir: this.dataDir, origin: undefined, log })
    this.published = new PublishedContent({ db, pages, settings, log })
    await this.published.showLatest()
    this.published.start()
    const web = createServer(express().use(...pages.handlers))
    await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
    this.web = web
    this.url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  }

  private async stopServing(): Promise<void> {
    const { web } = this
    web?.closeAllConnections()
    await new Promise((done) => (web ? web.close(done) : done(undefined)))
    await this.published?.stop()
  }

  async take(one: Step): Promise<void> {
    const by = this.devices[one.device] as SyncDevice
    if (one.kind.startsWith('restart')) return this.restartWell(one.kind)
    if (one.kind === 'sync') return this.sync(by)
    const site = await readSite(by)
    data.edit = (edits) => by.edits.applyAll(edits)
    if ('which' in one) {
      const ref = fields[one.which] as (typeof fields)[number]
      this.edits += 1
      // No value is written twice, so that each can be told from all others.
      const value = ref.field === 'amount' ? 1_000_000 + this.edits * 100 : `Words ${this.edits}.`
      await by.edits.applyAll([setField(ref, { value }, getStored(site, ref))])
    } else if ('age' in one) {
      const known = site.versions[one.age % site.versions.length]?.version ?? 0
      const earlier = await this.find(known)
      await bringBack(site, listDifferences(site.expected, earlier.content), `Version ${known}`)
    } else if ('isKilled' in one && site.drafts.length > 0) {
      await publish(site.drafts)
      // The server dies after it has stored the version, and before it renders it.
      if (one.isKilled) await this.stopServing()
      await this.sync(by)
      if (one.isKilled) await this.restart()
    }
  }

  private async sync(by: SyncDevice): Promise<void> {
    expect(await by.sync(this.server.createTransport())).toBe('done')
  }

  private async restartWell(how: string): Promise<void> {
    await this.stopServing()
    if (how.endsWith('kept pages'))
      fs.rmSync(path.join(this.dataDir, 'rendered-site'), { force: true })
    await this.restart()
  }

  private async restart(): Promise<void> {
    await this.server.restart()
    await this.serve()
  }

  private async find(version: number): Promise<SiteVersion> {
    const found = await findVersion(this.server.db.read, version)
    if (!found) throw new Error(`Nobody published version ${version}`)
    return found
  }

  private async waitUntilShown(): Promise<number> {
    const version = await readLatestVersionNumber(this.server.db.read)
    await expect.poll(() => siteContent().version, { interval: 10 }).toBe(version)
    return version
  }

  /** What a visitor gets is one whole version, before and after the newest one is rendered. */
  async check(): Promise<void> {
    for (const address of addresses) await this.checkPage(address)
    const version = await this.waitUntilShown()
    for (const address of addresses) expect(await this.checkPage(address), address).toBe(version)
    await this.checkPublished(version)
  }

  /** Returns the version that the page is of. */
  private async checkPage(address: string): Promise<number> {
    const html = await this.read(address)
    const [, attributes = '', json = ''] =
      /<script([^>]* id="site-content"[^>]*)>(.*?)<\/script>/s.exec(html) ?? []
    const { texts, ...whole } = JSON.parse(json)
    const expected = toSiteContent(await this.find(whole.version), settings)
    const { texts: all, ...rest } = JSON.parse(JSON.stringify(expected))
    expect(whole).toEqual(rest)
    for (const [page, own] of Object.entries(texts)) expect(own, page).toEqual(all[page])
    const [, named] = /data-rest="\/content\/(\d+)-/.exec(attributes) ?? []
    expect(Number(named)).toBe(whole.version)
    this.checkWords(address, html, expected)
    return whole.version
  }

  /** Nothing that only a draft says is on a page, and what the version says is. */
  private checkWords(address: string, html: string, { texts, services }: SiteContent): void {
    const words = /Words \d+\./g
    const published = JSON.stringify(texts).match(words) ?? []
    for (const word of html.match(words) ?? []) expect(published).toContain(word)
    const [, body = ''] = html.split('<div id="root"')
    const [shown = ''] = body.split('id="site-content"')
    if (address === '/') expectIn(shown, texts.home.hero.title)
    if (address === '/about') expectIn(shown, texts.about.story.title)
    if (address === '/contact') expectIn(shown, texts.contact.head.title)
    const service = services.find(({ type }) => address === `/service/${type}`)
    if (service) expectIn(shown, formatPrice(service.amount, 'nok'))
  }

  private async read(address: string): Promise<string> {
    return (await fetch(this.url + address)).text()
  }

  /** Each version is the one before it with what one device published. */
  private async checkPublished(last: number): Promise<void> {
    const all = (await this.server.listRecords())
      .filter(({ coll }) => coll === 'publication')
      .map(({ data: held }) => JSON.parse(held) as RecordData)
    for (let version = 1; version <= last; version += 1) {
      const makers = all.filter((one) => one.version === version)
      expect(makers, `publications of version ${version}`).toHaveLength(1)
      const changes = makers[0]?.changes as ContentChange[]
      const [before, made] = [await this.find(version - 1), await this.find(version)]
      const { revised: _dates, ...content } = made.content
      const { revised: _before, ...expected } = applyChanges(before.content, changes)
      expect(content).toEqual(expected)
    }
  }
}

/** The texts that nobody has changed may be divided into parts. */
function expectIn(html: string, text: string): void {
  if (/\d/.test(text)) expect(html.replaceAll('&nbsp;', '\u00a0')).toContain(text)
}

/** The site as the desk of this device has it. */
async function readSite(by: SyncDevice) {
  const readAll = async (coll: 'page' | 'service' | 'publication', ids: Iterable<string>) => {
    const views = [...ids].map(async (id): Promise<[string, RecordData] | undefined> => {
      const { data: held, deleted } = await by.readView({ coll, id })
      return deleted ? undefined : [id, held]
    })
    return new Map((await Promise.all(views)).flatMap((one) => (one ? [one] : [])))
  }
  const idsOf = (coll: string) => fields.flatMap((one) => (one.coll === coll ? one.id : []))
  const stored = [
    ...(await by.readConfirmed()).keys(),
    ...(await by.db.records.toArray()).map(({ id }) => id),
  ]
  const others = new Set(stored.filter((id) => !fields.some((one) => one.id === id)))
  const versions = await by.db.readOnly.where('key').startsWith('site-version/').toArray()
  const site = buildSite(
    {
      page: await readAll('page', idsOf('page')),
      service: await readAll('service', idsOf('service')),
      ...{ business: new Map(), photograph: new Map() },
    },
    (await readAll('publication', others)) as never,
    new Map(
      versions.map((row) => [row.key.slice('site-version/'.length), row.data as SiteVersionRecord]),
    ),
  )
  if (!site) throw new Error('This device has no version of the site')
  return { ...site, writer: undefined as never }
}

it('Whatever two devices write, publish and bring back while the server restarts, visitors get one whole version that somebody published', async () => {
  await assertProperty(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (story) => {
      const world = await World.open()
      try {
        for (const one of story) {
          await world.take(one)
          await world.check()
        }
      } finally {
        await world.close()
      }
    }),
    { numRuns: 4 },
  )
}, 3_600_000)

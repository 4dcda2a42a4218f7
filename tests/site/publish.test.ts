import { afterEach, beforeEach, expect, test } from 'vitest'
import { initialContent } from '#server/site/initial-content.ts'
import { findVersion, readLatestVersion, storeUntouchedVersion } from '#server/site/store.ts'
import type { ContentChange } from '#shared/content/collections.ts'
import type { SiteVersionRecord } from '#shared/content/desk-api.ts'
import { publishInOslo } from '#tests/support/content/publishing.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'
import { NO_ANSWER } from '#tests/support/sync/sync-transports.ts'

let server: SyncServer
let phone: SyncDevice

beforeEach(async () => {
  server = await SyncServer.open({ publication: publishInOslo })
  phone = new SyncDevice('phone')
})
afterEach(() => server.close())

const price = (from: number, to: number): ContentChange => ({
  ...{ coll: 'service', id: 'bespoke-planning', field: 'amount' },
  ...{ from, to },
})
const heading = (from: string, to: string): ContentChange => ({
  ...{ coll: 'page', id: 'about', field: 'about.story.title' },
  ...{ from, to },
})
const { title: firstHeading } = initialContent.texts.about.story
const madeAt = '2026-11-30T10:00:00.000Z'

const press = (device: SyncDevice, id: string, changes: ContentChange[]) =>
  device.edit({ coll: 'publication', id }, { changes, madeAt })
const sync = (device: SyncDevice) => device.sync(server.createTransport())
const readOutcome = async (device: SyncDevice, id: string) => {
  const { data } = await device.readRecord({ coll: 'publication', id })
  return { state: data.state, version: data.version, problem: data.problem }
}
const readPublished = () => readLatestVersion(server.db.read)
const readPrice = async () => {
  const { content } = await readPublished()
  return content.services.find(({ type }) => type === 'bespoke-planning')?.amount
}

test('What was pressed offline is published once the device is online, and the device learns its version', async () => {
  await press(phone, 'one', [price(400_000, 450_000), heading(firstHeading, 'By ferry')])
  expect((await readPublished()).version).toBe(0)
  await sync(phone)
  await sync(phone)
  const { version, content, publishedAt } = await readPublished()
  expect({ version, publishedAt }).toEqual({ version: 1, publishedAt: server.time.now })
  expect(await readPrice()).toBe(450_000)
  expect(content.texts.about.story.title).toBe('By ferry')
  expect(content.texts.home).toEqual(initialContent.texts.home)
  expect(await readOutcome(phone, 'one')).toMatchObject({ state: 'published', version: 1 })
})

test('It is published once, even if the answer to the device is lost', async () => {
  await press(phone, 'one', [price(400_000, 450_000)])
  const transport = server.createTransport()
  await phone.sync({
    ...transport,
    push: async (body) => {
      await transport.push(body)
      return NO_ANSWER
    },
  })
  await sync(phone)
  await sync(phone)
  expect((await readPublished()).version).toBe(1)
  expect(await readOutcome(phone, 'one')).toMatchObject({ state: 'published', version: 1 })
})

test('It is not published again if its record is deleted and restored', async () => {
  await press(phone, 'one', [price(400_000, 450_000)])
  await sync(phone)
  await sync(phone)
  const record = { coll: 'publication', id: 'one' } as const
  await phone.edits.remove(record)
  await sync(phone)
  await phone.edits.restore(record)
  await sync(phone)
  expect((await server.findRecord('one', 'publication'))?.deleted).toBe(false)
  expect((await readPublished()).version).toBe(1)
})

test('Of two devices that saw the same values, the second publishes nothing and is told to look again', async () => {
  const laptop = new SyncDevice('laptop')
  await press(phone, 'one', [price(400_000, 450_000)])
  await press(laptop, 'two', [price(400_000, 500_000), heading(firstHeading, 'Refused with it')])
  await sync(phone)
  await sync(laptop)
  await sync(laptop)
  expect((await readPublished()).version).toBe(1)
  expect(await readPrice()).toBe(450_000)
  expect(await readOutcome(laptop, 'two')).toMatchObject({
    state: 'refused',
    problem: expect.stringContaining('published meanwhile'),
  })
})

test('Of two devices that publish different parts, both are in the last version', async () => {
  const laptop = new SyncDevice('laptop')
  await press(phone, 'one', [price(400_000, 450_000)])
  await press(laptop, 'two', [heading(firstHeading, 'By ferry')])
  await sync(phone)
  await sync(laptop)
  const { version, content } = await readPublished()
  expect(version).toBe(2)
  expect(content.texts.about.story.title).toBe('By ferry')
  expect(await readPrice()).toBe(450_000)
})

test('Drafts that are kept are not published', async () => {
  const kept = { changes: [price(400_000, 450_000)], madeAt, state: 'kept' }
  await phone.edit({ coll: 'publication', id: 'one' }, kept)
  await sync(phone)
  await sync(phone)
  expect((await readPublished()).version).toBe(0)
  expect(await readOutcome(phone, 'one')).toEqual({
    ...{ state: 'kept', version: undefined, problem: undefined },
  })
})

test.each([
  ['a text over its limit', heading(firstHeading, 'x'.repeat(61))],
  ['a price that is no number', { ...price(400_000, 0), to: '4000' }],
  ['a field that does not exist', { ...heading(firstHeading, 'x'), field: 'about.story.nothing' }],
  ['nothing at all', undefined],
])('A publication with %s is refused as a whole, and says why', async (_what, change) => {
  await press(phone, 'one', change ? [price(400_000, 450_000), change as ContentChange] : [])
  await sync(phone)
  await sync(phone)
  expect((await readPublished()).version).toBe(0)
  const { state, problem } = await readOutcome(phone, 'one')
  expect(state).toBe('refused')
  expect(problem).toMatch(/\.$/)
})

test('Devices keep the content of the newest version only', async () => {
  await press(phone, 'one', [price(400_000, 450_000)])
  await sync(phone)
  await sync(phone)
  await press(phone, 'two', [price(450_000, 460_000)])
  await sync(phone)
  await sync(phone)
  const versions = await phone.db.readOnly.where('key').startsWith('site-version/').toArray()
  expect(versions.map(({ key, data }) => [key, 'content' in (data as object)])).toEqual([
    ['site-version/1', false],
    ['site-version/2', true],
  ])
})

test('An earlier version says when the next one took its place', async () => {
  await press(phone, 'one', [price(400_000, 450_000)])
  await sync(phone)
  expect(await findVersion(server.db.read, 0)).toMatchObject({ supersededAt: server.time.now })
  expect(await findVersion(server.db.read, 1)).toMatchObject({ supersededAt: null })
  expect(await findVersion(server.db.read, 2)).toBeUndefined()
})

test('Devices have the untouched content before anything is published, and no copy of it afterwards', async () => {
  const readKept = async () => {
    const { data } = (await phone.db.readOnly.get('site-version/0')) ?? {}
    return (data as SiteVersionRecord | undefined)?.content
  }
  for (const _start of [1, 2]) await server.db.write(storeUntouchedVersion)
  await sync(phone)
  expect(await readKept()).toEqual(initialContent)
  await press(phone, 'one', [price(400_000, 450_000)])
  await sync(phone)
  await sync(phone)
  await server.db.write(storeUntouchedVersion)
  await sync(phone)
  expect(await readKept()).toBeUndefined()
  expect((await readPublished()).version).toBe(1)
})

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { initialContent } from '#server/site/initial-content.ts'
import { readLatestVersion } from '#server/site/store.ts'
import type { ContentChange } from '#shared/content/collections.ts'
import { type ContentRecords, listDraftChanges } from '#shared/content/drafts.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import { JourneyDesk } from '#tests/support/journeys/journey-server.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

let site: Site
let desk: JourneyDesk
let file: Buffer
beforeEach(async () => {
  site = await startSite()
  desk = await JourneyDesk.open(site)
  const create = { width: 90, height: 60, channels: 3 as const, background: '#456' }
  file = await sharp({ create }).jpeg().toBuffer()
})
afterEach(() => site.close())

const photographs = new Map<string, RecordData>()
afterEach(() => photographs.clear())

const describedAs = (id: string) => `Red cabins in ${id}`

/** Adds a photograph on the device, which has not sent its file. */
async function add(id: string, bytes = file.length): Promise<void> {
  const data = { fileName: `${id}.jpg`, bytes, description: describedAs(id) }
  photographs.set(id, data)
  await desk.edit({ coll: 'photograph', id }, data)
}

async function send(id: string, sent = file): Promise<void> {
  const digest = createHash('sha256').update(sent).digest('base64url')
  const about = { photograph: id, size: sent.length, piece: 0, digest }
  const { status } = await desk.call('photograph-piece', {
    ...about,
    bytes: sent.toString('base64'),
  })
  expect(status).toBe(200)
}

const findPhotograph = (id: string) => desk.find({ coll: 'photograph', id })

/** The changes that the device makes of these choices, as it knows the photographs. */
function choose(page: string, choices: Record<string, unknown>): ContentChange[] {
  const wanted = Object.entries(choices).map(([field, value]) => [field, { value }])
  const records: ContentRecords = {
    page: new Map([[page, Object.fromEntries(wanted)]]),
    ...{ service: new Map(), business: new Map(), photograph: photographs },
  }
  return listDraftChanges(initialContent, records)
}

const portrait = (id: string) =>
  choose('common', { 'common.owner.portrait': { id, caption: 'At five' } })
const heading: ContentChange = {
  ...{ coll: 'page', id: 'about', field: 'about.story.title' },
  ...{ from: initialContent.texts.about.story.title, to: 'By ferry' },
}

const press = (changes: ContentChange[], id = 'one') =>
  desk.edit({ coll: 'publication', id }, { changes, madeAt: `2026-11-30T10:00:0${id.length}` })
const readOutcome = async (id = 'one') => {
  const { state, problem, version } =
    (await desk.find({ coll: 'publication', id }))?.data ?? ({} as RecordData)
  return { state, ...(problem ? { problem } : {}), ...(version ? { version } : {}) }
}
const readPublished = () => readLatestVersion(site.db.read)

describe('A publication that needs a photograph', () => {
  it('waits until the photograph is ready, and is then published with it as a whole', async () => {
    await add('reine')
    await press([...portrait('reine'), heading])
    expect(await readOutcome()).toEqual({ state: 'waiting' })
    await send('reine')
    expect(await readOutcome()).toEqual({ state: 'waiting' })
    expect((await readPublished()).version).toBe(0)
    await site.drain()
    expect(await readOutcome()).toEqual({ state: 'published', version: 1 })
    const { content } = await readPublished()
    const { sizes, width, height, placeholder } = (await findPhotograph('reine'))?.data ?? {}
    expect(sizes).toHaveLength(2)
    expect(content.texts.common.owner.portrait).toEqual({
      ...{ id: 'reine', caption: 'At five', description: describedAs('reine') },
      ...{ focus: { x: 50, y: 50 }, sizes, width, height, placeholder },
    })
    expect(content.texts.about.story.title).toBe('By ferry')
  })

  it('and was made before the photograph was ready, but arrives after, is published at once', async () => {
    await add('reine')
    const changes = portrait('reine')
    await send('reine')
    await site.drain()
    await press(changes)
    expect(await readOutcome()).toEqual({ state: 'published', version: 1 })
    expect((await readPublished()).content.texts.common.owner.portrait?.sizes).toHaveLength(2)
  })

  it('waits for each of several', async () => {
    await add('reine')
    await add('skagen')
    const both = ['reine', 'skagen'].map((id) => ({ id, caption: '' }))
    await press(choose('artistry', { 'artistry.photographs.list': both }))
    await send('reine')
    await site.drain()
    expect(await readOutcome()).toEqual({ state: 'waiting' })
    await send('skagen')
    await site.drain()
    expect(await readOutcome()).toEqual({ state: 'published', version: 1 })
    const { list } = (await readPublished()).content.texts.artistry.photographs
    expect(list.map(({ id, width }) => [id, width])).toEqual([
      ['reine', 90],
      ['skagen', 90],
    ])
  })

  it('is refused with the reason if the file is no photograph, and nothing of it is published', async () => {
    const text = Buffer.from('Dear Tord, here is the photograph.')
    await add('reine', text.length)
    await press([...portrait('reine'), heading])
    await send('reine', text)
    await site.drain()
    expect(await readOutcome()).toEqual({
      state: 'refused',
      problem: 'Your portrait: reine: This file is not a photograph.',
    })
    expect((await readPublished()).version).toBe(0)
    await press(portrait('reine'), 'two')
    expect(await readOutcome('two')).toMatchObject({ state: 'refused' })
  })

  it('is not published while the files of its photograph cannot be stored, and is with them once they can', async () => {
    const rename = (from: string, to: string) =>
      site.db.write((tx) =>
        sql`ALTER TABLE photograph_file RENAME COLUMN ${sql.ref(from)} TO ${sql.ref(to)}`.execute(
          tx,
        ),
      )
    await add('reine')
    await press(portrait('reine'))
    await send('reine')
    await rename('digest', 'other')
    await site.drain()
    expect((await findPhotograph('reine'))?.data.state).toBe('processing')
    expect(await readOutcome()).toEqual({ state: 'waiting' })
    expect((await readPublished()).version).toBe(0)
    await rename('other', 'digest')
    site.time.now += 60_000
    await site.drain()
    expect(await readOutcome()).toEqual({ state: 'published', version: 1 })
    expect((await readPublished()).content.texts.common.owner.portrait?.sizes).toHaveLength(2)
  })

  it('that was taken back is not published when the photograph is ready', async () => {
    await add('reine')
    await press(portrait('reine'))
    const rev = (await desk.find({ coll: 'publication', id: 'one' }))?.rev ?? 0
    await desk.remove({ coll: 'publication', id: 'one' }, { rev })
    await send('reine')
    await site.drain()
    expect((await readPublished()).version).toBe(0)
  })

  it('keeps the photograph from being removed meanwhile', async () => {
    await add('reine')
    await press(portrait('reine'))
    const result = await desk.remove({ coll: 'photograph', id: 'reine' }, { rev: 1 })
    expect(result).toMatchObject({ status: 'refused' })
    expect((await findPhotograph('reine'))?.data).toMatchObject({ fileName: 'reine.jpg' })
  })

  it('is refused if something else was published there while it waited', async () => {
    await add('reine')
    await press([...portrait('reine'), heading])
    await press([{ ...heading, to: 'By train' }], 'three')
    await send('reine')
    await site.drain()
    expect(await readOutcome()).toMatchObject({
      state: 'refused',
      problem: expect.stringContaining('published meanwhile'),
    })
    expect((await readPublished()).content.texts.about.story.title).toBe('By train')
  })

  it('of a photograph that is not there is refused', async () => {
    photographs.set('gone', { fileName: 'gone.jpg', bytes: 9, description: 'Gone' })
    await press(portrait('gone'))
    expect(await readOutcome()).toMatchObject({
      state: 'refused',
      problem: expect.stringContaining('was removed'),
    })
  })
})

test('Publications that wait for one photograph are published in the order in which they were made', async () => {
  await add('reine')
  const changes = portrait('reine')
  const later = choose('mastery', { 'mastery.photographs.list': [{ id: 'reine', caption: '' }] })
  await press(later, 'later')
  await press(changes, 'one')
  await send('reine')
  await site.drain()
  expect(await readOutcome('one')).toEqual({ state: 'published', version: 1 })
  expect(await readOutcome('later')).toEqual({ state: 'published', version: 2 })
})

import { createHash } from 'node:crypto'
import path from 'node:path'
import { Writable } from 'node:stream'
import type Sqlite from 'better-sqlite3'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decrypt, decryptJson, importKey } from '#client/lib/encrypt.ts'
import { DATABASE_FILE } from '#server/db/data-dir.ts'
import { noteEpoch, renewEpoch } from '#server/db/metadata.ts'
import { cleanUpJourneys } from '#server/journeys/documents.ts'
import { noteSeen, type SeenReport } from '#server/journeys/guest-passes.ts'
import { deleteExpiredSyncRows } from '#server/privacy/store.ts'
import { writeRecord } from '#server/sync/batch-records.ts'
import { findRecord } from '#server/sync/store.ts'
import { toPassDocumentPath } from '#shared/journeys/api.ts'
import { PIECE_BYTES } from '#shared/journeys/desk-api.ts'
import type { GuestPassData } from '#shared/journeys/journey-fields.ts'
import { engine, readStoredTables } from '#tests/support/db/database.ts'
import { getStatementPrototype, wrapMethod } from '#tests/support/db/sqlite-driver.ts'
import {
  digest,
  JourneyDesk,
  repeatText,
  TestJourney,
} from '#tests/support/journeys/journey-server.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

const DAY = 86_400_000
const texts = () => ({
  journey: { title: 'Lofoten in June', start: '2027-06-20' },
  item: { kind: 'ferry', title: 'Bodø to Moskenes', begins: '14:05', confirmation: 'TN-4471' },
  file: repeatText('the ticket ', 400_000),
})

let site: Site
let desk: JourneyDesk
let journey: TestJourney
beforeEach(async () => {
  site = await startSite()
  desk = await JourneyDesk.open(site)
  journey = new TestJourney(desk, ['her'], texts())
  await journey.plan()
})
afterEach(() => site.close())

const fetchPass = (id = journey.link.id, have = '') =>
  site.get(`/functions/guest-pass?id=${id}${have && `&have=${have}`}`)
const fetchDocument = (id = journey.link.id, document = journey.document.id) =>
  site.get(toPassDocumentPath(id, document))
const report = (more: object = {}) =>
  site.call('guest-pass-seen', {
    ...{ id: journey.link.id, version: 1, device: 'phone', token: journey.seenToken },
    ...more,
  })
/** What a report does after its answer. */
const note = (more: Partial<SeenReport> = {}) =>
  noteSeen(
    { db: site.db, clock: () => site.time.now },
    { id: journey.link.id, version: 1, device: 'phone', token: journey.seenToken, ...more },
  )
const readPass = async () => (await desk.find(journey.pass))?.data as GuestPassData | undefined

/** The SQL that a request makes the site's database run. */
async function listQueries(send: () => Promise<Response>): Promise<string> {
  const found: string[] = []
  const restore = ['all', 'get', 'run'].map((name) =>
    wrapMethod(getStatementPrototype(), name, (before) => {
      return function (this: Sqlite.Statement, ...given: unknown[]) {
        if (path.basename(this.database.name) === DATABASE_FILE) found.push(this.source)
        return before.apply(this, given)
      }
    }),
  )
  await (await send()).text()
  for (const end of restore) end()
  return found.join('\n')
}

/** Everything of an answer that a stranger could compare. */
async function describeAnswer(response: Response) {
  const { date: _now, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, headers, body: await response.text() }
}

describe('A guest who has the link and its key', () => {
  it('reads the copy and its documents, which the server cannot', async () => {
    await journey.upload()
    await journey.publish()
    const response = await fetchPass()
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const { ciphertext, ...rest } = await response.json()
    const { now } = site.time
    expect(rest).toEqual({ version: now, now, endsAt: now + 14 * DAY })
    const key = await importKey(journey.link.key)
    const copy = (await decryptJson(key, ciphertext, `pass:${journey.link.id}`)) as {
      documentKey: string
    }
    expect(copy).toMatchObject({
      title: 'Lofoten in June',
      items: [{ title: 'Bodø to Moskenes', confirmation: 'TN-4471' }],
    })
    const bytes = new Uint8Array(await (await fetchDocument()).arrayBuffer())
    const documentKey = await importKey(copy.documentKey)
    const content = await decrypt(documentKey, bytes, `document:${journey.document.id}`)
    expect(digest(content)).toBe(digest(texts().file))
  })

  it('continues a document where the connection was lost', async () => {
    await journey.upload()
    await journey.publish()
    const path = toPassDocumentPath(journey.link.id, journey.document.id)
    const fetchFrom = async (range: string) => {
      const response = await fetch(site.url + path, { headers: { Range: range } })
      const bytes = digest(Buffer.from(await response.arrayBuffer()))
      return { status: response.status, range: response.headers.get('content-range'), bytes }
    }
    // Comparing every byte would take seconds.
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    const whole = Buffer.from(journey.encrypted)
    for (const from of [1, PIECE_BYTES - 1, PIECE_BYTES, whole.length - 1])
      expect(await fetchFrom(`bytes=${from}-`)).toEqual({
        ...{ status: 206, range: `bytes ${from}-${whole.length - 1}/${whole.length}` },
        bytes: digest(whole.subarray(from)),
      })
    for (const range of [`bytes=${whole.length}-`, 'bytes=-5', 'bytes=0-1,3-4', 'lines=1-'])
      expect(await fetchFrom(range)).toEqual({
        ...{ status: 200, range: null, bytes: digest(whole) },
      })
  })

  it('who has the current version is not sent it again, and is sent the next one', async () => {
    await journey.publish()
    const have = String(site.time.now)
    expect(await (await fetchPass(undefined, have)).json()).not.toHaveProperty('ciphertext')
    site.time.now += 60_000
    await journey.publish()
    const next = await (await fetchPass(undefined, have)).json()
    expect(next).toMatchObject({ version: site.time.now, ciphertext: expect.any(String) })
  })

  it('reads the copy again when the owner restores the journey that was deleted', async () => {
    await journey.publish()
    const { rev } = (await desk.find(journey.journeyRef)) ?? { rev: 0 }
    await desk.remove(journey.journeyRef, { rev })
    expect((await fetchPass()).status).toBe(404)
    await desk.edit(journey.journeyRef, { title: 'Lofoten' }, { rev: rev + 1 })
    expect((await fetchPass()).status).toBe(200)
  })
})

describe('The link of a journey that was deleted and can be restored', () => {
  const fetchWith = async (token: string, id = journey.link.id) => {
    const response = await site.get(`/functions/guest-pass?id=${id}&have=1&token=${token}`)
    return { status: response.status, code: (await response.json()).code }
  }
  const withdrawn = { status: 404, code: 'withdrawn' }
  const closed = { status: 404, code: 'not_found' }

  it('says so to who has its copy, and to nobody else', async () => {
    await journey.publish()
    expect(await fetchWith(journey.seenToken)).toEqual({ status: 200, code: undefined })
    await desk.remove(journey.journeyRef, { rev: 1 })
    expect(await fetchWith(journey.seenToken)).toEqual(withdrawn)
    expect(await fetchWith('guess')).toEqual(closed)
    expect(await fetchWith(journey.seenToken, 'neverExisted0123456')).toEqual(closed)
  })

  it('says that it is closed if it would not open after a restore either', async () => {
    await journey.publish()
    await desk.remove(journey.journeyRef, { rev: 1 })
    await desk.edit(journey.pass, { closed: true }, { rev: 1 })
    expect(await fetchWith(journey.seenToken)).toEqual(closed)
  })

  it('is closed for good once the journey is deleted for good or its person erased', async () => {
    const other = new TestJourney(desk, ['him'], texts())
    await other.plan()
    await desk.edit({ coll: 'client', id: 'her' }, { name: 'Her', email: 'her@example.com' })
    for (const one of [journey, other]) {
      await one.upload()
      await one.publish()
      await desk.remove(one.item, { rev: 1 })
      await desk.remove(one.journeyRef, { rev: 1 })
    }
    expect((await desk.eraseForGood(other.journeyRef)).status).toBe('applied')
    await desk.call('erase-person', { email: 'her@example.com' })
    for (const one of [journey, other])
      expect(await fetchWith(one.seenToken, one.link.id)).toEqual(closed)
    const { record, journey_document_piece: pieces } = await readStoredTables(site.dataDir)
    expect(pieces).toEqual([])
    expect(JSON.stringify(record)).not.toMatch(/ciphertext|Moskenes|ticket/)
  })

  it('keeps its copy for thirty days, and is closed for good after them', async () => {
    await journey.publish()
    await desk.remove(journey.item, { rev: 1 })
    await desk.remove(journey.journeyRef, { rev: 1 })
    const clean = async (days: number) => {
      site.time.now += days * DAY
      await desk.signIn()
      await site.db.write(async (tx) => {
        while ((await deleteExpiredSyncRows(tx, site.time.now)) > 0);
      })
      await cleanUpJourneys({ db: site.db, clock: () => site.time.now }, site.time.now)
    }
    await desk.edit(journey.pass, { endsAt: site.time.now + 400 * DAY }, { rev: 1 })
    await clean(29)
    expect((await readPass())?.ciphertext).not.toBe('')
    expect(await fetchWith(journey.seenToken)).toEqual(withdrawn)
    await clean(2)
    expect(await readPass()).toMatchObject({ closed: true, ciphertext: '', documents: [] })
    expect(await fetchWith(journey.seenToken)).toEqual(closed)
    // The journey's tombstone goes, and a device that was away publishes an older copy.
    await clean(200)
    expect(await desk.find(journey.journeyRef)).toBeUndefined()
    await desk.edit(journey.pass, { ciphertext: 'abc', version: 9e12, closed: false }, { rev: 1 })
    expect((await fetchPass()).status).toBe(404)
  })
})

describe('A link that leads to nothing', () => {
  const endings: Record<string, () => Promise<unknown>> = {
    'was closed': () => desk.edit(journey.pass, { closed: true }, { rev: 1 }),
    'was closed, although a copy is still stored': () =>
      site.db.write(async (tx) => {
        const found = await findRecord(tx, 'guest-pass', journey.link.id)
        if (!found) throw new Error('The pass is not stored')
        await writeRecord(tx, { ...found.record, data: { ...found.record.data, closed: true } })
      }),
    'has ended': async () => {
      site.time.now += 14 * DAY
    },
    'is empty': () => desk.edit(journey.pass, { ciphertext: '' }, { rev: 1 }),
    'was deleted': () => desk.remove(journey.pass, { rev: 1 }),
    'is that of a deleted journey': () => desk.remove(journey.journeyRef, { rev: 1 }),
    'has been replaced': () => {
      const [base, set] = [{ link: journey.link }, { link: { ...journey.link, id: 'another' } }]
      return desk.edit(journey.keysRef, set, { base, rev: 1 })
    },
    'was erased': async () => {
      await desk.edit({ coll: 'client', id: 'her' }, { name: 'Her', email: 'her@example.com' })
      expect((await desk.call('erase-person', { email: 'her@example.com' })).status).toBe(200)
    },
  }

  it.each(Object.keys(endings))(
    'gets the same answer if it %s as if it never existed, and nothing of it can be fetched',
    async (name) => {
      await journey.upload()
      await journey.publish()
      expect([(await fetchPass()).status, (await fetchDocument()).status]).toEqual([200, 200])
      await endings[name]?.()
      const unknown = await describeAnswer(await fetchPass('neverExisted0123456'))
      expect(unknown).toMatchObject({ status: 404, body: expect.stringContaining('not_found') })
      expect(await describeAnswer(await fetchPass())).toEqual(unknown)
      const noDocument = await describeAnswer(await fetchDocument('neverExisted0123456'))
      expect(await describeAnswer(await fetchDocument())).toEqual(noDocument)
      expect(noDocument).toMatchObject({ status: 404, body: expect.stringContaining('not_found') })
      // No report of it is written, and the answer does not tell.
      const seen = [await report(), await report({ id: 'neverExisted0123456' })]
      const [first, second] = await Promise.all(seen.map(describeAnswer))
      expect(first).toEqual(second)
      await note()
      expect((await readPass())?.seen).toBeUndefined()
    },
  )

  it.skipIf(engine === 'postgres')(
    'costs the server the same queries, whether it never existed, has ended or was deleted',
    async () => {
      await journey.upload()
      await journey.publish()
      const ended = new TestJourney(desk, [], texts())
      await ended.plan()
      await ended.publish({ endsAt: site.time.now })
      await desk.remove(journey.pass, { rev: 1 })
      const withdrawn = new TestJourney(desk, ['her'], texts())
      await withdrawn.plan()
      await withdrawn.publish()
      const link = { id: 'anotherLink01234567', key: withdrawn.link.key }
      await desk.edit(withdrawn.keysRef, { link }, { base: { link: withdrawn.link }, rev: 1 })
      const ids = ['neverExisted0123456', ended.link.id, withdrawn.link.id, journey.link.id]
      for (const fetchOne of [fetchPass, fetchDocument]) {
        const queries: string[] = []
        for (const id of ids) queries.push(await listQueries(() => fetchOne(id)))
        expect(queries).toEqual(Array(ids.length).fill(queries[0]))
        expect(queries[0]).toContain('select')
        // No statement reads a record's data, whose length takes time.
        expect(queries[0]).not.toMatch(/"data"|\* from "record"/)
      }
    },
  )

  it.skipIf(engine === 'postgres')('answers HEAD for a document without reading it', async () => {
    await journey.upload()
    await journey.publish()
    const address = site.url + toPassDocumentPath(journey.link.id, journey.document.id)
    let head: Response | undefined
    const queries = await listQueries(async () => {
      head = await fetch(address, { method: 'HEAD' })
      return head
    })
    expect([head?.status, Number(head?.headers.get('content-length'))]).toEqual([
      200,
      journey.encrypted.byteLength,
    ])
    expect(queries).not.toContain('"bytes"')
  })

  it('opens no document that its copy does not list, be it of the same or another journey', async () => {
    const other = new TestJourney(desk, ['him'], texts())
    await other.plan()
    await other.upload()
    await other.publish()
    await journey.upload()
    await journey.publish({ documents: [] })
    const unknown = await describeAnswer(await fetchDocument('neverExisted0123456'))
    expect(await describeAnswer(await fetchDocument())).toEqual(unknown)
    const foreign = await fetchDocument(journey.link.id, other.document.id)
    expect(await describeAnswer(foreign)).toEqual(unknown)
    expect((await fetchDocument(other.link.id, other.document.id)).status).toBe(200)
  })
})

describe('A server that was restored from a backup', () => {
  /** As `SiteStartup` notes it. */
  const restart = () => site.db.write((tx) => noteEpoch(tx, site.time.now))
  const describePasses = () =>
    Promise.all(
      ['neverExisted0123456', journey.link.id].map(async (id) =>
        describeAnswer(await fetchPass(id)),
      ),
    )

  it('says for a week of no link that it leads nowhere, be it unknown or closed, as it may lack passes', async () => {
    await restart()
    await journey.publish()
    await desk.edit(journey.pass, { closed: true }, { rev: 1 })
    const before = await describePasses()
    expect(before.map(({ status }) => status)).toEqual([404, 404])
    await site.db.write(renewEpoch)
    const [unknown, closed] = await describePasses()
    expect(unknown).toMatchObject({ status: 503, headers: { 'retry-after': '3600' } })
    expect(closed).toEqual(unknown)
    await restart()
    site.time.now += 7 * DAY - 1
    await restart()
    expect(await describePasses()).toEqual([unknown, unknown])
    site.time.now += 1
    expect(await describePasses()).toEqual(before)
  })

  it('notices it too if the backup was made before any server had started', async () => {
    await site.db.write(renewEpoch)
    await restart()
    expect((await fetchPass('neverExisted0123456')).status).toBe(503)
  })

  it('gives open links to guests at once', async () => {
    await journey.publish()
    await site.db.write(renewEpoch)
    expect((await fetchPass()).status).toBe(200)
  })
})

describe('Guessing links', () => {
  beforeEach(async () => {
    await site.close()
    site = await startSite({ RATE_LIMIT: 'on', TRUST_PROXY: '1' })
    desk = await JourneyDesk.open(site)
    journey = new TestJourney(desk, ['her'], texts())
    await journey.plan()
    await journey.publish()
  })

  it('ends after thirty misses in a minute from one address, by whichever of the two paths', async () => {
    // What is found does not count, nor does a document that is still being sent.
    for (let hits = 0; hits < 20; hits++) {
      expect((await fetchPass()).status).toBe(200)
      expect((await fetchDocument()).status).toBe(404)
    }
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, guess) =>
        guess % 2 ? fetchPass(`guess${guess}`) : fetchDocument(`guess${guess}`, 'document'),
      ),
    )
    const statuses = guesses.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(30).fill(404), ...Array(10).fill(429)])
    const refused = await fetchPass('guess41')
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  it('closes no link that is open to others behind the same address', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, guess) => fetchPass(`guess${guess}`)))
    expect((await fetchPass('another')).status).toBe(429)
    expect((await fetchPass()).status).toBe(200)
    expect(await (await fetchDocument()).json()).toMatchObject({ code: 'not_found' })
  })

  it('is limited from all addresses of a home together, and of its block', async () => {
    const guessFrom = (home: number, guess: number) =>
      fetch(`${site.url}/functions/guest-pass?id=guess${home}x${guess}`, {
        headers: {
          'X-Forwarded-For': `2001:db8:1:${home.toString(16)}${(guess % 256).toString(16).padStart(2, '0')}::${guess}`,
        },
      })
    const statuses: number[] = []
    for (let home = 1; home <= 6; home++)
      for (let guess = 0; guess < 35; guess++) statuses.push((await guessFrom(home, guess)).status)
    expect(statuses.slice(0, 35)).toEqual([...Array(30).fill(404), ...Array(5).fill(429)])
    expect(statuses.filter((status) => status === 404)).toHaveLength(4 * 30)
  })
})

describe('The note that a copy was opened', () => {
  it('reaches the owner’s devices, at most once a minute for each link', async () => {
    await journey.publish()
    const { nextCursor } = await desk.pull()
    const opened = site.time.now
    expect(await (await report()).json()).toEqual({})
    await expect.poll(async () => (await desk.pull(nextCursor)).changes).toHaveLength(1)
    await note({ device: 'computer' })
    expect((await desk.pull(nextCursor)).changes).toMatchObject([
      {
        id: journey.link.id,
        data: { seen: { firstAt: opened, lastAt: opened, version: 1, device: 'phone' } },
      },
    ])
    site.time.now += 60_000
    await note({ version: opened + 1, device: 'computer' })
    const seen = { firstAt: opened, lastAt: opened + 60_000, version: opened, device: 'computer' }
    expect((await readPass())?.seen).toEqual(seen)
  })

  it('is taken only with the token of the copy, which the link’s id alone does not give', async () => {
    await journey.publish()
    for (const wrong of ['', 'guessed']) await note({ token: wrong })
    expect((await readPass())?.seen).toBeUndefined()
    for (const refused of [undefined, '', 'x'.repeat(65)])
      expect((await report({ token: refused })).status, String(refused)).toBe(400)
    await note()
    expect((await readPass())?.seen).toMatchObject({ version: 1 })
  })

  it('is not taken for a pass that holds no proof', async () => {
    await journey.publish({ seenProof: '' })
    for (const token of ['', journey.seenToken]) await note({ token })
    expect((await readPass())?.seen).toBeUndefined()
  })

  it('contradicts no edit of a device that has not seen it, not even a deletion', async () => {
    await journey.publish()
    await note()
    const base = { closed: false }
    const edited = await desk.edit(journey.pass, { closed: true }, { base, rev: 1 })
    expect(edited).toMatchObject({
      status: 'applied',
      record: { data: { closed: true, seen: { version: 1 } } },
    })
    expect(edited.record?.conflicts).toBeUndefined()
    const other = new TestJourney(desk, [], texts())
    await other.plan()
    await other.publish()
    await note({ id: other.link.id, token: other.seenToken })
    expect(await desk.remove(other.pass, { rev: 1 })).toMatchObject({ status: 'applied' })
  })

  it('is accepted back from a device with a pass that a restored server has lost', async () => {
    await journey.publish()
    await note()
    const { seen, ...pass } = (await readPass()) ?? {}
    const again = { coll: 'guest-pass' as const, id: 'lostByARestore' }
    expect((await desk.edit(again, { ...pass, seen })).status).toBe('applied')
    expect((await desk.find(again))?.data.seen).toEqual(seen)
  })
})

describe('A copy', () => {
  it('is deleted from the server when its link is closed, and once it has ended, as a change that syncs', async () => {
    await journey.publish()
    const closed = new TestJourney(desk, [], texts())
    await closed.plan()
    await closed.publish()
    const { nextCursor } = await desk.pull()
    await desk.edit(closed.pass, { closed: true }, { rev: 1 })
    const parts = { db: site.db, clock: () => site.time.now }
    const empty = { ciphertext: '', documents: [], version: site.time.now }
    expect((await desk.pull(nextCursor)).changes).toMatchObject([
      { id: closed.link.id, data: { ...empty, closed: true } },
    ])
    site.time.now += 14 * DAY
    await desk.signIn()
    await cleanUpJourneys(parts, site.time.now)
    expect(await readPass()).toMatchObject({ ...empty, journey: journey.id })
    const { nextCursor: last } = await desk.pull()
    await cleanUpJourneys(parts, site.time.now)
    expect((await desk.pull(last)).changes).toEqual([])
    // A renewed link works again.
    await journey.publish()
    expect((await fetchPass()).status).toBe(200)
  })

  it('leaves none of its earlier versions anywhere in the database', async () => {
    const copies: string[] = []
    for (let publications = 0; publications < 3; publications++) {
      await journey.publish()
      copies.push((await readPass())?.ciphertext ?? '')
      // A copy of the same time as the stored one is not newer, and would not replace it.
      site.time.now += 1000
    }
    const stored = JSON.stringify(await readStoredTables(site.dataDir))
    expect(copies.map((copy) => stored.includes(copy))).toEqual([false, false, true])
    expect(new Set(copies).size).toBe(3)
  })
})

describe('What the owner writes', () => {
  /** A canary in each field that a text fits, and values that stand out in the others. */
  const canary = (field: string) => `canary-${field}-7f3k`
  const named = (fields: string) =>
    Object.fromEntries(fields.split(' ').map((field) => [field, canary(field)]))
  const planted = {
    journey: { title: canary('journeyTitle'), start: '2031-07-19', showsPrices: true },
    item: {
      ...named('title place toPlace address confirmation contact phone email included'),
      ...named('guestText ownerText price'),
      ...{ kind: 'ferry', zone: 'Pacific/Chatham', endZone: 'Asia/Kathmandu' },
      ...{ begins: '03:47', ends: '04:53', endDay: 7, nights: 83 },
    },
    file: repeatText(canary('document'), 300_000),
  }

  it('is in no public answer, no line of the log and no piece of a document', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(line, _encoding, done) {
        lines.push(String(line))
        done()
      },
    })
    await site.close()
    site = await startSite({}, pino({ level: 'trace' }, stream))
    desk = await JourneyDesk.open(site)
    const traveller = 'canaryClient7f3k'
    await desk.edit({ coll: 'client', id: traveller }, { name: canary('client') })
    journey = new TestJourney(desk, [traveller], planted)
    Object.assign(journey.document, { name: canary('documentName') })
    await journey.plan()
    await journey.upload()
    await journey.publish()
    const answers: string[] = []
    const keep = async (response: Promise<Response>) => {
      const { headers } = await response
      answers.push(JSON.stringify([...headers]), await (await response).text())
    }
    await keep(fetchPass())
    await keep(fetchDocument())
    await keep(report())
    await keep(fetchDocument(journey.link.id, 'unknown'))
    await keep(site.get(`/journey/${journey.link.id}`))
    const rows = await site.db.read.selectFrom('journey_document_piece').select('bytes').execute()
    const pieces = rows.map(({ bytes }) => bytes.toString('latin1'))
    expect([answers.length > 8, lines.length > 10, pieces.length]).toEqual([true, true, 2])
    const { id, itemId, dayId, documentKey, link } = journey
    const traces = ['canary', '2031-07-19', 'Pacific/Chatham', 'Asia/Kathmandu']
    for (const text of [...traces, id, itemId, dayId, documentKey, link.key, traveller])
      for (const found of [...answers, ...lines, ...pieces]) expect(found).not.toContain(text)
  })
})

import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decrypt, importKey } from '#client/lib/encrypt.ts'
import { cleanUpJourneys } from '#server/journeys/documents.ts'
import { toPassDocumentPath } from '#shared/journeys/api.ts'
import { PIECE_BYTES } from '#shared/journeys/desk-api.ts'
import { MAX_DOCUMENT_BYTES } from '#shared/journeys/journey-fields.ts'
import {
  digest,
  JourneyDesk,
  repeatText,
  TestJourney,
} from '#tests/support/journeys/journey-server.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

const DAY = 86_400_000
/** Two whole pieces and a shorter one. */
const SIZE = 2 * PIECE_BYTES + 1000

let site: Site
let desk: JourneyDesk
let journey: TestJourney
beforeEach(async () => {
  site = await startSite()
  desk = await JourneyDesk.open(site)
  journey = await plan()
})
afterEach(() => site.close())

async function plan(size = SIZE): Promise<TestJourney> {
  const file = repeatText('the ticket ', size)
  const planned = new TestJourney(desk, [], { journey: { title: 'Lofoten' }, item: {}, file })
  await planned.plan()
  return planned
}

const readPieces = () =>
  site.db.read.selectFrom('journey_document_piece').select(['piece', 'bytes']).execute()
const countDocuments = async () =>
  (await site.db.read.selectFrom('journey_document').select('id').execute()).length
const readUpload = async (item = journey.itemId, document = journey.document.id) => {
  const query = new URLSearchParams({ item, document })
  return site.get(`/functions/journey-document-pieces?${query}`, desk.cookie)
}
const describeRefusal = async (response: Response) => {
  const { code } = (await response.json()) as { code?: string }
  return [response.status, code]
}

/** Sends a piece, and breaks the connection before its last bytes. */
async function interruptPiece(piece: number): Promise<void> {
  const part = journey.encrypted.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES)
  const body = JSON.stringify({
    ...{ item: journey.itemId, document: journey.document.id, piece },
    encryptedBytes: journey.encrypted.byteLength,
    bytes: Buffer.from(part).toString('base64'),
  })
  await new Promise<void>((ended) => {
    const sending = request(`${site.url}/functions/journey-document-piece`, {
      method: 'POST',
      headers: {
        ...{ Cookie: desk.cookie, 'Content-Type': 'application/json' },
        'Content-Length': String(Buffer.byteLength(body)),
      },
    })
    sending.on('error', () => ended())
    sending.write(body.slice(0, -100), () => sending.destroy(new Error('interrupted')))
  })
}

/** Sends a piece whole, and does not wait for the answer. */
async function losePieceAnswer(piece: number): Promise<void> {
  await journey.sendPiece(piece)
}

describe('A document', () => {
  it('replaces a piece that arrived wrong, which the owner’s device knows by its digest', async () => {
    await journey.upload()
    const wrong = Buffer.alloc(PIECE_BYTES, 7)
    await journey.sendPiece(1, { bytes: wrong.toString('base64') })
    const part = (piece: number) =>
      journey.encrypted.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES)
    const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url')
    const right = [0, 1, 2].map((piece) => digestOf(part(piece)))
    const readDigests = async () => (await (await readUpload()).json()).digests
    expect(await readDigests()).toEqual([right[0], digestOf(wrong), right[2]])
    expect((await journey.sendPiece(1)).status).toBe(200)
    expect(await readDigests()).toEqual(right)
  })

  it('whose upload is interrupted ten times in the middle arrives whole, once', async () => {
    for (let times = 0; times < 10; times++) {
      if (times % 2) await losePieceAnswer(1)
      else await interruptPiece(1)
      expect(await (await readUpload()).json()).toMatchObject({ isComplete: false })
    }
    expect((await journey.download()).status).toBe(404)
    // A device asks what is there and sends the rest, in any order and perhaps twice.
    const { pieces } = (await (await readUpload()).json()) as { pieces: number[] }
    expect(pieces).toEqual([1])
    for (const piece of [2, 0, 2]) expect((await journey.sendPiece(piece)).status).toBe(200)
    expect(await (await readUpload()).json()).toMatchObject({ pieces: [0, 1, 2], isComplete: true })
    expect(await readPieces()).toHaveLength(3)
    const response = await journey.download()
    expect(response.headers.get('content-length')).toBe(String(journey.encrypted.byteLength))
    const bytes = new Uint8Array(await response.arrayBuffer())
    const key = await importKey(journey.documentKey)
    const content = await decrypt(key, bytes, `document:${journey.document.id}`)
    expect(digest(content)).toBe(digest(repeatText('the ticket ', SIZE)))
  })

  it('is a download that no browser shows, runs, guesses the type of or stores', async () => {
    await journey.upload()
    await journey.publish()
    const path = toPassDocumentPath(journey.link.id, journey.document.id)
    for (const response of [await journey.download(), await site.get(path)]) {
      const { date: _now, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers)
      expect(headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
      })
      await response.arrayBuffer()
    }
  })

  it('of the largest size arrives unchanged', async () => {
    const large = await plan(MAX_DOCUMENT_BYTES)
    expect(await large.upload()).toBe(true)
    const bytes = new Uint8Array(await (await large.download()).arrayBuffer())
    expect(digest(bytes)).toBe(digest(large.encrypted))
  })

  it('is for the owner and whoever has a link to it, and for no page of another site', async () => {
    await journey.upload()
    await journey.publish()
    const own = `/journey-documents/${journey.document.id}?item=${journey.itemId}`
    const unknown = `/journey-documents/unknown?item=${journey.itemId}`
    for (const path of [own, unknown])
      expect(await describeRefusal(await site.get(path))).toEqual([401, 'signed_out'])
    for (const path of [own, toPassDocumentPath(journey.link.id, journey.document.id)]) {
      const headers = { Cookie: desk.cookie, 'Sec-Fetch-Site': 'cross-site' }
      const response = await fetch(site.url + path, { headers })
      expect(await describeRefusal(response)).toEqual([403, 'cross_site'])
    }
  })
})

describe('A journey', () => {
  it('takes no more than 100 MB of documents, also if they are sent at the same time', async () => {
    // Seven of these would be more.
    const size = MAX_DOCUMENT_BYTES
    const documents = Array.from({ length: 8 }, (_, number) => ({
      ...{ id: `document${number}`, name: 'a.pdf', type: 'application/pdf', size },
    }))
    const base = { documents: [journey.document] }
    await desk.edit(journey.item, { documents }, { base, rev: 1 })
    const first = Buffer.alloc(PIECE_BYTES).toString('base64')
    const send = (document: string) =>
      journey.sendPiece(0, { document, encryptedBytes: size + 28, bytes: first })
    const answers = await Promise.all(documents.map(({ id }) => send(id)))
    const refusals = await Promise.all(answers.map(describeRefusal))
    expect(refusals.filter(([status]) => status === 200)).toHaveLength(6)
    expect(refusals.filter(([status]) => status !== 200)).toEqual(Array(2).fill([413, 'too_large']))
    expect(await countDocuments()).toBe(6)
    // A document that no item lists any more makes room at once.
    const refused = documents.filter((_, index) => refusals[index]?.[0] === 413)
    const removed = documents.find(({ id }) => refused.every((one) => one.id !== id))
    const left = documents.filter((one) => one !== removed)
    await desk.edit(journey.item, { documents: left }, { base: { documents }, rev: 2 })
    expect((await send(refused[0]?.id ?? '')).status).toBe(200)
    expect((await send(refused[1]?.id ?? '')).status).toBe(413)
    // Other journeys are not concerned.
    expect((await (await plan()).sendPiece(0)).status).toBe(200)
  })

  it('may have a document with the same id as another journey’s, as a copy of it has', async () => {
    await journey.upload()
    const copy = new TestJourney(desk, [], {
      ...{ journey: {}, item: {}, file: repeatText('another ticket ', SIZE) },
    })
    Object.assign(copy.document, { id: journey.document.id })
    await copy.plan()
    expect(await copy.upload()).toBe(true)
    for (const one of [journey, copy]) {
      const bytes = new Uint8Array(await (await one.download()).arrayBuffer())
      expect(digest(bytes)).toBe(digest(one.encrypted))
    }
  })
})

describe('An upload that is refused stores nothing', () => {
  const piece = Buffer.alloc(PIECE_BYTES).toString('base64')
  const encryptedBytes = SIZE + 28
  it.each<[string, object, number]>([
    ['of an item that does not exist', { item: 'someJourney-someItem' }, 404],
    ['of a document that the item does not list', { document: 'another' }, 404],
    ['with another size than the item lists', { encryptedBytes: encryptedBytes - 1 }, 404],
    ['of a piece that is too short', { bytes: piece.slice(0, -4) }, 400],
    ['of a piece that is too long', { piece: 2, bytes: piece }, 400],
    ['of an empty piece', { bytes: '' }, 400],
    ['of a piece after the last', { piece: 3, bytes: '' }, 400],
    ['of a huge piece number', { piece: Number.MAX_SAFE_INTEGER }, 400],
    ['of a larger piece number than the database has', { piece: 1e300 }, 400],
    ['of a negative piece', { piece: -1 }, 400],
    ['of half a piece', { piece: 0.5 }, 400],
    ['of what is not base64', { bytes: '../../etc/passwd' }, 400],
    ['of more than a piece', { bytes: piece.repeat(2) }, 413],
    ['by a path', { document: '../../lysning.sqlite' }, 400],
    ['with control characters in an id', { item: 'a\u0000b-c\n' }, 400],
    ['with a list as id', { document: ['a', 'b'] }, 400],
    ['of more than a document may have', { encryptedBytes: 1e9 }, 400],
  ])('%s', async (_what, change, status) => {
    const response = await journey.sendPiece(0, change)
    expect([response.status, await countDocuments(), await readPieces()]).toEqual([status, 0, []])
    expect(typeof (await response.json()).error).toBe('string')
  })

  it('of a deleted item, until that is restored', async () => {
    await desk.remove(journey.item, { rev: 1 })
    expect((await journey.sendPiece(0)).status).toBe(404)
    expect((await readUpload()).status).toBe(404)
    await desk.edit(journey.item, { title: 'Ferry' }, { rev: 2 })
    expect((await journey.sendPiece(0)).status).toBe(200)
  })

  it('of a document whose name or type the item may not have', async () => {
    const [before] = [{ documents: [journey.document] }]
    for (const wrong of [
      { name: 'ticket\u0000.pdf' },
      { name: 'ticket\r\nSet-Cookie: a=b.pdf' },
      { name: '' },
      { type: 'text/html' },
      { id: '../ticket' },
      { size: MAX_DOCUMENT_BYTES + 1 },
    ]) {
      const documents = [{ ...journey.document, ...wrong }]
      const { status, fieldErrors } = await desk.edit(journey.item, { documents }, { base: before })
      expect([status, Object.keys(fieldErrors ?? {})]).toEqual(['refused', ['documents']])
    }
  })
})

describe('A request for a document that is malformed', () => {
  it.each([
    '/journey-documents',
    '/journey-documents/',
    '/journey-documents/..%2f..%2fetc%2fpasswd/document',
    '/journey-documents/pass/..%2flysning.sqlite',
    '/journey-documents/pass/document/more',
    '/journey-documents/pass/%00',
    `/journey-documents/pass/${'a'.repeat(5000)}`,
  ])('is answered as one for an unknown link: %s', async (path) => {
    const unknown = await (await site.get('/journey-documents/pass/document')).text()
    const response = await site.get(path)
    expect([response.status, await response.text()]).toEqual([404, unknown])
  })

  it.each(['?item=', '', '?item=a&item=b', '?item=..%2f..-x', '?item[a]=b'])(
    'with the owner’s session finds nothing: %s',
    async (query) => {
      await journey.upload()
      const path = `/journey-documents/${journey.document.id}${query}`
      expect((await site.get(path, desk.cookie)).status).toBe(404)
    },
  )

  it('is refused if the path cannot be read', async () => {
    expect((await site.get('/journey-documents/pass/%E0%A4%A')).status).toBe(400)
  })
})

describe('A document that nothing lists any more', () => {
  const passDays = async (days: number) => {
    site.time.now += days * DAY
    await cleanUpJourneys({ db: site.db, clock: () => site.time.now }, site.time.now)
    await desk.signIn()
  }
  const unlist = () =>
    desk.edit(journey.item, { documents: [] }, { base: { documents: [journey.document] }, rev: 1 })
  beforeEach(() => journey.upload())

  it('is deleted a month later, with its pieces', async () => {
    await passDays(400)
    expect(await countDocuments()).toBe(1)
    await unlist()
    await passDays(1)
    await passDays(30)
    expect(await countDocuments()).toBe(1)
    await passDays(1)
    expect([await countDocuments(), await readPieces()]).toEqual([0, []])
  })

  it('stays while a link still opens it, for a month after its end', async () => {
    await journey.publish()
    await unlist()
    await passDays(13)
    const path = toPassDocumentPath(journey.link.id, journey.document.id)
    expect((await site.get(path)).status).toBe(200)
    await passDays(2)
    await passDays(29)
    expect(await countDocuments()).toBe(1)
    await passDays(2)
    expect(await countDocuments()).toBe(0)
  })

  it('because its item was deleted is there again if that is restored within a month', async () => {
    await desk.remove(journey.item, { rev: 1 })
    await passDays(1)
    await passDays(29)
    await desk.edit(journey.item, { title: 'Restored' }, { rev: 2 })
    await passDays(1)
    await passDays(40)
    expect((await journey.download()).status).toBe(200)
    await desk.remove(journey.item, { rev: 3 })
    await passDays(1)
    await passDays(31)
    expect(await countDocuments()).toBe(0)
  })

  it('stays after its journey was deleted, as long as an item in it lists it', async () => {
    await desk.remove(journey.journeyRef, { rev: 1 })
    await passDays(1)
    await passDays(60)
    expect((await journey.download()).status).toBe(200)
    await desk.remove(journey.item, { rev: 1 })
    await passDays(1)
    await passDays(31)
    expect(await countDocuments()).toBe(0)
  })
})

describe('A document that was removed from its item', () => {
  const remove = () => {
    const removedDocuments = [{ ...journey.document, removedAt: site.time.now }]
    const base = { documents: [journey.document] }
    return desk.edit(journey.item, { documents: [], removedDocuments }, { base, rev: 1 })
  }
  const readItem = async () => (await desk.find(journey.item))?.data

  it('is kept for thirty days, and then its name is forgotten too', async () => {
    await journey.upload()
    await remove()
    for (const [days, count] of [
      [29, 1],
      [2, 1],
      [31, 0],
    ] as const) {
      site.time.now += days * DAY
      await cleanUpJourneys({ db: site.db, clock: () => site.time.now }, site.time.now)
      expect(await countDocuments()).toBe(count)
    }
    await desk.signIn()
    expect(await readItem()).toMatchObject({ documents: [], removedDocuments: [] })
  })

  it('can be read again once it is restored', async () => {
    await journey.upload()
    await remove()
    expect((await journey.download()).status).toBe(404)
    const base = await readItem()
    const set = { documents: [journey.document], removedDocuments: [] }
    await desk.edit(journey.item, set, { base: base ?? {}, rev: 2 })
    expect((await journey.download()).status).toBe(200)
  })

  it('is gone from the server as soon as it is deleted for good', async () => {
    await journey.upload()
    await remove()
    expect(await countDocuments()).toBe(1)
    await desk.edit(
      journey.item,
      { removedDocuments: [] },
      { base: (await readItem()) ?? {}, rev: 2 },
    )
    expect(await countDocuments()).toBe(0)
    expect(await readPieces()).toEqual([])
  })
})

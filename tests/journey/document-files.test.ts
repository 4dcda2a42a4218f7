import Dexie from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  decryptDocument,
  fetchDocument,
  storeDocument,
} from '#client/journey/pass/document-files.ts'
import { GuestDocuments } from '#client/journey/pass/guest-documents.ts'
import { SavedJourneys } from '#client/journey/pass/saved-journeys.ts'
import { JourneyStore } from '#client/journey/pass/store.ts'
import { createKey, encrypt, importKey } from '#client/lib/encrypt.ts'
import { toFileName } from '#shared/journeys/file-names.ts'
import type { JourneyDocument } from '#shared/journeys/journey-fields.ts'
import { toDocumentContext } from '#shared/journeys/link.ts'
import {
  createPdf,
  createSampleCopy,
  createSavedPass,
} from '#tests/support/journeys/guest-journey.ts'

const PASS = 'p1'
const SIZE = 700_000
const key = createKey()
const document: JourneyDocument = {
  id: 'doc',
  name: 'Tickets',
  type: 'application/pdf',
  size: SIZE,
}

let store: JourneyStore
let encrypted: Uint8Array<ArrayBuffer>
let ranges: (string | null)[]
/** Bytes after which the connection is lost. */
let limit: number
let knowsRanges: boolean

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  Dexie.dependencies.indexedDB = globalThis.indexedDB
  store = new JourneyStore()
  await store.savePass(createSavedPass(PASS))
  encrypted = await encrypt(await importKey(key), createPdf(SIZE), toDocumentContext('doc'))
  ranges = []
  limit = Number.POSITIVE_INFINITY
  knowsRanges = true
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    const range = new Headers(headers).get('Range')
    ranges.push(range)
    const from = knowsRanges && range ? Number(/\d+/.exec(range)?.[0]) : 0
    return new Response(createBody(encrypted.subarray(from)), {
      status: from > 0 ? 206 : 200,
      headers: from > 0 ? { 'Content-Range': `bytes ${from}-${encrypted.length - 1}/*` } : {},
    })
  })
})

afterEach(() => store.close())

/** In pieces of 50 kB, until the connection is lost. */
function createBody(bytes: Uint8Array): ReadableStream {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      if (at >= limit) return controller.error(new TypeError('network error'))
      controller.enqueue(bytes.slice(at, at + 50_000))
      at += 50_000
    },
  })
}

/** The documents of a saved journey with one item, which lists `document`. */
async function createGuestDocuments() {
  const documents = new GuestDocuments(new SavedJourneys(), () => {})
  const [item] = createSampleCopy().items
  if (!item) throw new Error('The sample journey is empty')
  const copy = { ...createSampleCopy(), items: [{ ...item, documents: [document] }] }
  return { documents, open: { pass: createSavedPass(PASS), copy, key: await importKey(key) } }
}

const keep = () => storeDocument({ store, pass: PASS, document, onPart: () => {} })
const openKept = async () => decryptDocument([key], document, await store.readDocument(PASS, 'doc'))

describe('A document that is stored', () => {
  test('arrives whole over a connection that is lost again and again, and each byte once', async () => {
    limit = 300_000
    expect(await keep()).toBe('offline')
    expect(await keep()).toBe('offline')
    expect(await keep()).toBe('whole')
    expect(ranges).toEqual([null, 'bytes=300000-', 'bytes=600000-'])
    expect((await openKept())?.size).toBe(SIZE)
    expect(await keep()).toBe('whole')
    expect(ranges).toHaveLength(3)
  })

  test('starts again if the server sends the whole document instead of the rest', async () => {
    limit = 300_000
    await keep()
    knowsRanges = false
    limit = Number.POSITIVE_INFINITY
    expect(await keep()).toBe('whole')
    expect((await openKept())?.size).toBe(SIZE)
  })

  test('is shown as stored, although the page was still finding out what is on the device', async () => {
    const { documents, open } = await createGuestDocuments()
    let answer = () => {}
    const late = new Promise<void>((resolve) => {
      answer = resolve
    })
    vi.spyOn(JourneyStore.prototype, 'listDocuments').mockImplementationOnce(async () => {
      await late
      return []
    })
    const loading = documents.load(open)
    await documents.keepAll(open)
    expect(documents.state.stored.get('doc')).toMatchObject({ pass: PASS, isWhole: true })
    answer()
    await loading
    expect(documents.state.stored.get('doc')).toMatchObject({ pass: PASS, isWhole: true })
  })

  test('is not stored once the journey is gone from this device', async () => {
    await store.removePass(PASS)
    expect(await keep()).toBe('stopped')
    expect(await store.pieces.count()).toBe(0)
    const { documents, open } = await createGuestDocuments()
    await documents.keepAll(open)
    expect(documents.state).toMatchObject({ problem: 'trouble', isFetching: false })
  })

  test('that is longer or shorter than announced is removed', async () => {
    const whole = encrypted
    encrypted = new Uint8Array([...whole, 1])
    expect(await keep()).toBe('trouble')
    encrypted = whole.slice(0, -1)
    expect(await keep()).toBe('trouble')
    expect(await store.pieces.count()).toBe(0)
  })
})

describe('A document that is opened', () => {
  test('over the network is not stored', async () => {
    const bytes = await fetchDocument(PASS, document)
    if (typeof bytes === 'string') throw new Error(bytes)
    expect((await decryptDocument([key], document, bytes))?.type).toBe('application/pdf')
    expect(await store.pieces.count()).toBe(0)
  })

  test.each([
    ['was changed', async () => encrypted.map((byte, index) => (index === 99 ? byte ^ 1 : byte))],
    [
      'is another document',
      async () => encrypt(await importKey(key), createPdf(SIZE), toDocumentContext('other')),
    ],
    [
      'is a page that says it is a PDF',
      async () =>
        encrypt(
          await importKey(key),
          new TextEncoder().encode('<!doctype html><script>alert(1)</script>'),
          toDocumentContext('doc'),
        ),
    ],
  ])('is refused if it %s', async (_what, make) => {
    expect(await decryptDocument([key], document, await make())).toBeUndefined()
  })

  test('that is no longer part of the journey, or comes from a network’s own page, says so', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
    expect(await fetchDocument(PASS, document)).toBe('gone')
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 200 }))
    expect(await fetchDocument(PASS, document)).toBe('trouble')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await fetchDocument(PASS, document)).toBe('offline')
  })
})

test.each([
  ['Ferry tickets, 15 June', 'application/pdf', 'Ferry tickets, 15 June.pdf'],
  ['map.JPEG', 'image/jpeg', 'map.JPEG'],
  ['../../etc/passwd', 'image/png', 'etc passwd.png'],
  ['a\u202efdp.exe', 'application/pdf', 'a fdp.exe.pdf'],
  ['\u0000', 'image/webp', 'Document.webp'],
] as const)('The document “%s” of type %s is saved as %s', (name, type, expected) => {
  expect(toFileName(name, type)).toBe(expected)
})

import Dexie from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Device } from '#client/journey/device.ts'
import { PATIENCE, SavedJourneys } from '#client/journey/pass/saved-journeys.ts'
import { Session } from '#client/journey/pass/session.ts'
import { eraseEndedPasses, JourneyStore } from '#client/journey/pass/store.ts'
import { createKey, encryptJson, importKey } from '#client/lib/encrypt.ts'
import type { GuestCopy } from '#shared/journeys/guest-copy.ts'
import { toPassContext } from '#shared/journeys/link.ts'
import {
  changeItems,
  createSampleCopy,
  createSavedPass,
  DURING,
} from '#tests/support/journeys/guest-journey.ts'

const DAY = 86_400_000
const ID = 'pass1'
const key = createKey()
const link = { id: ID, key, place: '', isIncomplete: false }
const device: Device = {
  ...{ kind: 'phone', zone: 'America/New_York', isIos: false, isInstalled: false },
  asksForPrivacy: false,
}

/** What the server answers; undefined is a lost connection. */
let answer: { status: number; body: unknown } | undefined
let requests: string[]
let serverTime: number
/** This device's clock. */
let now: number
let isOnline: boolean

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  Dexie.dependencies.indexedDB = globalThis.indexedDB
  answer = undefined
  requests = []
  now = DURING
  serverTime = DURING
  isOnline = true
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push(init.method === 'POST' ? `${url} ${init.body}` : url)
    if (!answer || !isOnline) throw new TypeError('Failed to fetch')
    const body = { ...(answer.body as object), now: serverTime }
    return new Response(JSON.stringify(body), { status: answer.status })
  })
})

const sessions: SavedJourneys[] = []
afterEach(async () => {
  for (const journeys of sessions.splice(0)) (await journeys.open()).close()
})

async function publish(copy: GuestCopy, withKey = key): Promise<void> {
  const ciphertext = await encryptJson(await importKey(withKey), copy, toPassContext(ID))
  answer = { status: 200, body: { version: copy.publishedAt, endsAt: copy.endsAt, ciphertext } }
}

const closeLink = () => {
  answer = { status: 404, body: { code: 'not_found', error: 'Not found' } }
}

/** Another opening of the page on the same device. */
async function open(address = link, options: Partial<Device> = {}): Promise<Session> {
  const session = createSession(options)
  await session.start(address)
  await vi.waitFor(() => expect(session.open ? session.saved : 'saved').toBeDefined())
  return session
}

function createSession(options: Partial<Device> = {}): Session {
  const journeys = new SavedJourneys()
  sessions.push(journeys)
  return new Session({
    journeys,
    clock: () => now,
    device: { ...device, ...options },
    isOnline: () => isOnline,
    isVisible: () => true,
    changed: () => {},
  })
}

async function countRows(): Promise<number> {
  const store = new JourneyStore()
  const rows = (await store.passes.count()) + (await store.documents.count())
  const pieces = await store.pieces.count()
  store.close()
  return rows + pieces
}

const copy = createSampleCopy()
const later = createSampleCopy({
  now: DURING + 60_000,
  items: changeItems({ c3: { begins: '17:00', ends: '19:00' } }),
})

describe('A link', () => {
  test('opens the journey, saves it, and opens it without a connection and without its key', async () => {
    await publish(copy)
    const first = await open()
    expect(first.open?.copy.title).toBe('Lofoten, by sea')
    expect(first.saved).toBe('saved')
    isOnline = false
    const again = await open({ id: ID, place: '', isIncomplete: false } as typeof link)
    expect([again.open?.copy, again.connection]).toEqual([copy, 'offline'])
    const installed = await open({ place: '', isIncomplete: false } as typeof link)
    expect(installed.open?.copy.title).toBe('Lofoten, by sea')
    expect(installed.open?.pass.openings).toBe(3)
  })

  test('saves ciphertext and a key that cannot be read', async () => {
    await publish(copy)
    await open()
    const store = new JourneyStore()
    const [row] = await store.passes.toArray()
    store.close()
    expect(JSON.stringify(row)).not.toMatch(/Lofoten|Svolvær|Maren|4740000027/)
    expect(row?.key?.extractable).toBe(false)
  })

  test('that is unknown, closed or of another key is refused alike, and nothing is saved', async () => {
    closeLink()
    expect((await open()).message).toEqual({ kind: 'closed' })
    await publish(copy, createKey())
    expect((await open()).message).toEqual({ kind: 'closed' })
    answer = { status: 200, body: { version: DURING, endsAt: DURING + DAY, ciphertext: '!' } }
    expect((await open()).message).toEqual({ kind: 'closed' })
    expect(await countRows()).toBe(0)
  })

  test('of another key does not open what is saved', async () => {
    await publish(copy)
    await open()
    closeLink()
    const other = await open({ ...link, key: createKey() })
    expect([other.open, other.message.kind]).toEqual([undefined, 'closed'])
  })

  test('without a connection at the first visit says so; a busy or restored server or a network’s page too', async () => {
    expect((await open()).message).toEqual({ kind: 'offline' })
    answer = { status: 503, body: { code: 'busy' } }
    expect((await open()).message).toEqual({ kind: 'trouble' })
    answer = { status: 503, body: { code: 'restored' } }
    expect((await open()).message).toEqual({ kind: 'not yet' })
    answer = { status: 200, body: '<html>Welcome aboard</html>' }
    expect((await open()).message).toEqual({ kind: 'trouble' })
    answer = { status: 404, body: '<html>Sign in</html>' }
    expect((await open()).message).toEqual({ kind: 'trouble' })
  })

  test('that is not whole asks for the rest, and the start address for a link', async () => {
    const half = { place: '', isIncomplete: true } as typeof link
    expect((await open(half)).message.kind).toBe('incomplete')
    const noKey = { id: ID, place: '', isIncomplete: false } as typeof link
    expect((await open(noKey)).message.kind).toBe('incomplete')
    const start = { place: '', isIncomplete: false } as typeof link
    expect((await open(start)).message.kind).toBe('nothing saved')
  })
})

describe('A newer copy', () => {
  test('is fetched by the version that is here, shown with what changed, and noted once', async () => {
    await publish(copy)
    await open()
    requests = []
    await publish(later)
    const session = await open()
    expect(requests[0]).toContain(`have=${copy.publishedAt}`)
    expect(session.open?.copy).toEqual(later)
    expect(session.open?.noted).toEqual(copy)
    expect(session.open?.pass.changedAt).toEqual({ 'j1-c3': DURING + 60_000 })

    await publish(
      createSampleCopy({
        now: DURING + 120_000,
        items: changeItems({ c3: { begins: '17:00', ends: '19:00' }, c4: { begins: '20:00' } }),
      }),
    )
    const next = await open()
    expect(next.open?.noted).toEqual(copy)
    expect(next.open?.pass.changedAt).toEqual({
      'j1-c3': DURING + 60_000,
      'j1-c4': DURING + 120_000,
    })
    next.note()
    await vi.waitFor(async () => {
      const reread = await open()
      expect([reread.open?.noted, reread.open?.pass.changedAt]).toEqual([undefined, {}])
    })
  })

  test('that takes a change back has no mark', async () => {
    await publish(copy)
    await open()
    await publish(later)
    await open()
    await publish(createSampleCopy({ now: DURING + 120_000 }))
    const session = await open()
    expect([session.open?.noted, session.open?.copy.publishedAt]).toEqual([
      undefined,
      DURING + 120_000,
    ])
  })

  test('that cannot be decrypted, or is older, does not replace the one that is here', async () => {
    await publish(later)
    const session = await open()
    await publish(copy)
    await session.check()
    expect(session.open?.copy).toEqual(later)
    await publish(createSampleCopy({ now: DURING + 120_000 }), createKey())
    await session.check()
    expect([session.open?.copy, session.connection]).toEqual([later, 'trouble'])
    answer = undefined
    await session.check()
    expect([session.open?.copy, session.connection]).toEqual([later, 'offline'])
  })
})

describe('While a journey is saved', () => {
  /** Runs `act` in the middle of saving a newer copy. */
  async function saveDuring(session: Session, act: () => void): Promise<void> {
    const { savePass } = JourneyStore.prototype
    vi.spyOn(JourneyStore.prototype, 'savePass').mockImplementationOnce(function (
      this: JourneyStore,
      ...call
    ) {
      act()
      return savePass.apply(this, call)
    })
    await publish(later)
    await session.check()
  }

  test('another link opened in the same tab leaves it on the device', async () => {
    await publish(copy)
    const session = await open()
    await saveDuring(session, () => void session.start({ ...link, id: 'Ab2' }))
    isOnline = false
    expect((await open()).open?.copy).toEqual(later)
  })

  test('the guest can remove it, and it does not come back', async () => {
    await publish(copy)
    const session = await open()
    let removal: Promise<void> | undefined
    await saveDuring(session, () => {
      removal = session.remove()
    })
    await removal
    expect([session.message.kind, await countRows()]).toEqual(['removed', 0])
  })
})

describe('While a newer copy is decrypted', () => {
  /** Runs `act` after the server has answered, before the newer copy is shown. */
  async function checkDuring(session: Session, act: () => Promise<void> | void): Promise<void> {
    const { decrypt } = crypto.subtle
    vi.spyOn(crypto.subtle, 'decrypt').mockImplementationOnce(async (...call) => {
      await act()
      return decrypt.apply(crypto.subtle, call)
    })
    await publish(later)
    await session.check()
  }

  test('the guest can remove the journey, and it does not come back', async () => {
    await publish(copy)
    const session = await open()
    await checkDuring(session, () => session.remove())
    expect([session.open, session.message.kind]).toEqual([undefined, 'removed'])
    expect(await countRows()).toBe(0)
  })

  test('the guest’s answer counts', async () => {
    await publish(copy)
    const session = await open()
    await checkDuring(session, () => session.change({ tellsOwner: false }))
    expect([session.open?.copy, session.open?.pass.tellsOwner]).toEqual([later, false])
    expect((await open()).open?.pass.tellsOwner).toBe(false)
  })
})

describe('The end of a link', () => {
  test('erases copy and key without a connection, and the page still says when it ended', async () => {
    await publish(copy)
    await open()
    isOnline = false
    now = copy.endsAt
    serverTime = now
    const session = await open()
    expect(session.message).toEqual({ kind: 'ended', endedAt: copy.endsAt })
    expect(await countRows()).toBe(0)
    const start = { place: '', isIncomplete: false } as typeof link
    expect((await open(start)).message.kind).toBe('ended')
  })

  test('erases while the page is open', async () => {
    await publish(copy)
    const session = await open()
    now = copy.endsAt
    await session.endIfOver()
    expect([session.open, session.message.kind]).toEqual([undefined, 'ended'])
    expect(await countRows()).toBe(0)
  })

  test('erases from the service worker, which makes no database of its own', async () => {
    await eraseEndedPasses(now)
    expect(await Dexie.getDatabaseNames()).toEqual([])
    await publish(copy)
    await open()
    await eraseEndedPasses(copy.endsAt - 1)
    expect(await countRows()).toBe(1)
    await eraseEndedPasses(copy.endsAt)
    expect(await countRows()).toBe(0)
  })

  test('does not concern a first journey that is saved while the service worker looks for ended ones', async () => {
    const erasing = eraseEndedPasses(now)
    const store = new JourneyStore()
    await store.savePass({ ...createSavedPass(ID), endsAt: now + DAY })
    await erasing
    store.close()
    expect(await countRows()).toBe(1)
  })

  test('set earlier or later by the host counts from then on, also without a new copy', async () => {
    await publish(copy)
    const session = await open()
    answer = { status: 200, body: { version: copy.publishedAt, endsAt: copy.endsAt + DAY } }
    await session.check()
    now = copy.endsAt
    await session.endIfOver()
    expect(session.open?.pass.endsAt).toBe(copy.endsAt + DAY)
  })

  test('closed by the host removes the copy, and says so, also later without a connection', async () => {
    await publish(copy)
    const session = await open()
    closeLink()
    await session.check()
    expect(session.message).toEqual({ kind: 'closed by host' })
    expect(await countRows()).toBe(0)
    answer = undefined
    expect((await open()).message).toEqual({ kind: 'closed by host' })
  })

  describe('of a journey that the owner has deleted', () => {
    const shared = { ...copy, seenToken: 'in-the-copy', endsAt: DURING + 90 * DAY }
    const withdraw = () => {
      answer = { status: 404, body: { code: 'withdrawn', error: 'Not open' } }
    }

    test('hides the copy, also later without a connection', async () => {
      await publish(shared)
      const session = await open()
      withdraw()
      await session.check()
      expect([session.message, session.open]).toEqual([{ kind: 'withdrawn' }, undefined])
      expect(requests.at(-1)).toContain(`token=${shared.seenToken}`)
      answer = undefined
      for (const address of [link, { ...link, key: undefined }]) {
        const later = await open(address as typeof link)
        expect([later.message, later.open]).toEqual([{ kind: 'withdrawn' }, undefined])
      }
    })

    test('shows it again as it was, with the guest’s answers, once the owner restores it', async () => {
      await publish(shared)
      const session = await open()
      session.change({ keepsDocuments: true })
      const published = answer
      withdraw()
      await session.check()
      const later = await open()
      expect(later.message).toEqual({ kind: 'withdrawn' })
      answer = published
      await later.check()
      expect(later.open).toMatchObject({ copy: shared, pass: { keepsDocuments: true } })
      answer = undefined
      const again = await open()
      expect(again.open).toMatchObject({ copy: shared, pass: { keepsDocuments: true } })
      expect(again.open?.pass.hiddenSince).toBeUndefined()
    })

    test('erases the copy after thirty days, also if no page of it is opened', async () => {
      await publish(shared)
      const session = await open()
      withdraw()
      await session.check()
      now = serverTime += 30 * DAY - 1
      await eraseEndedPasses(now)
      expect(await countRows()).toBe(1)
      now = serverTime += 1
      await eraseEndedPasses(now)
      expect(await countRows()).toBe(0)
      answer = undefined
      expect((await open()).message).toEqual({ kind: 'closed by host' })
    })

    test('erases it at once when the link is closed for good', async () => {
      await publish(shared)
      const session = await open()
      withdraw()
      await session.check()
      closeLink()
      await session.check()
      expect([session.message.kind, await countRows()]).toEqual(['closed by host', 0])
    })
  })

  test('is not assumed while a restored server may lack the link: what is saved stays', async () => {
    await publish(copy)
    const session = await open()
    answer = { status: 503, body: { code: 'restored', error: 'Later' } }
    await session.check()
    const again = await open()
    expect([again.open?.copy, again.connection]).toEqual([copy, 'trouble'])
    expect(await countRows()).toBe(1)
  })

  test('at the guest’s wish removes all, and the link opens it again', async () => {
    await publish(copy)
    const session = await open()
    await session.remove()
    expect([session.message.kind, await countRows()]).toEqual(['removed', 0])
    expect((await open()).open?.copy).toEqual(copy)
  })
})

describe('A clock that is wrong by a day', () => {
  test('ahead does not end the journey early; the server’s clock counts, also without a connection', async () => {
    const last = copy.endsAt - DAY / 2
    serverTime = last
    now = last + DAY
    await publish(copy)
    const session = await open()
    expect(session.now).toBe(last)
    isOnline = false
    await session.endIfOver()
    expect((await open()).open?.copy).toEqual(copy)
    now += DAY / 2
    expect((await open()).message.kind).toBe('ended')
  })

  test('set back never shows a time before the last visit', async () => {
    await publish(copy)
    await open()
    isOnline = false
    now = DURING - 30 * DAY
    expect((await open()).now).toBe(DURING)
  })
})

describe('What the owner may see', () => {
  const listReports = () => requests.filter((request) => request.includes('guest-pass-seen'))

  test('is sent once for an opening, with the kind of device, the proof of the key and no more', async () => {
    await publish({ ...copy, seenToken: 'in-the-copy' })
    const session = await open()
    await session.check()
    const report = { id: ID, version: copy.publishedAt, device: 'phone', token: 'in-the-copy' }
    expect(listReports()).toEqual([`/functions/guest-pass-seen ${JSON.stringify(report)}`])
  })

  test('is nothing if the guest does not wish it, now or at the next opening', async () => {
    await publish(copy)
    const session = await open()
    session.change({ tellsOwner: false })
    await vi.waitFor(async () => {
      requests = []
      const next = await open()
      expect(next.open?.pass.tellsOwner).toBe(false)
    })
    expect(listReports()).toEqual([])
  })

  test('is nothing if the guest has refused and the database answers late, and the guest’s answers stay', async () => {
    await publish(copy)
    const first = await open()
    first.change({ tellsOwner: false, keepsDocuments: true })
    await publish(later)
    await first.check()
    requests = []
    vi.spyOn(JourneyStore.prototype, 'findPass').mockRejectedValueOnce(new Error('Late'))
    const session = await open()
    await vi.waitFor(() => expect(session.open?.pass.keepsDocuments).toBe(true))
    expect([session.open?.pass.tellsOwner, session.open?.noted]).toEqual([false, copy])
    const next = await open()
    expect([next.open?.pass.tellsOwner, next.open?.pass.openings]).toEqual([false, 3])
    expect(next.open?.noted).toEqual(copy)
    expect(listReports()).toEqual([])
  })

  test('is nothing while it is unknown whether the guest has refused', async () => {
    await publish(copy)
    vi.spyOn(JourneyStore.prototype, 'findPass').mockRejectedValue(new Error('Failed'))
    vi.spyOn(JourneyStore.prototype, 'savePass').mockRejectedValue(new Error('Failed'))
    const session = await open()
    await session.check()
    expect([session.open?.pass.tellsOwner, session.saved]).toEqual([true, 'unavailable'])
    expect(listReports()).toEqual([])
  })

  test('is nothing if the browser asks for privacy, until the guest allows it', async () => {
    await publish(copy)
    const session = await open(link, { asksForPrivacy: true })
    expect(listReports()).toEqual([])
    session.change({ tellsOwner: true })
    expect(listReports()).toHaveLength(1)
  })
})

describe('Where the browser keeps nothing', () => {
  test('a database that fails when another tab has changed something does not count as removed', async () => {
    await publish(copy)
    const session = await open()
    vi.spyOn(JourneyStore.prototype, 'findPass').mockRejectedValue(new Error('Failed'))
    await session.reread(ID)
    expect(session.open?.copy).toEqual(copy)
  })

  test.each([
    ['the device is full', new DOMException('Full', 'QuotaExceededError'), 'full'],
    ['the window is private', new DOMException('No', 'InvalidAccessError'), 'unavailable'],
  ])('%s: the journey is shown, and it is said', async (_what, error, saved) => {
    await publish(copy)
    vi.spyOn(JourneyStore.prototype, 'savePass').mockRejectedValue(error)
    const session = await open()
    expect([session.open?.copy, session.saved]).toEqual([copy, saved])
  })

  describe('because its database does not answer', () => {
    let answerNow: () => void
    let session: Session
    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const late = new Promise<void>((resolve) => {
        answerNow = resolve
      })
      const { savePass } = JourneyStore.prototype
      vi.spyOn(JourneyStore.prototype, 'savePass').mockImplementationOnce(async function (
        this: JourneyStore,
        ...call
      ) {
        await late
        return savePass.apply(this, call)
      })
      await publish(copy)
      session = createSession()
      await session.start(link)
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    async function expectSavedLate(): Promise<void> {
      await vi.advanceTimersByTimeAsync(PATIENCE)
      expect([session.open?.copy, session.saved]).toEqual([copy, 'unavailable'])
      vi.useRealTimers()
      answerNow()
      await vi.waitFor(() => expect(session.saved).toBe('saved'))
    }

    test('the page shows the journey as not saved, until a late answer', async () => {
      await expectSavedLate()
    })

    test('the same holds for another journey that is opened in the same tab meanwhile', async () => {
      const ciphertext = await encryptJson(await importKey(key), copy, toPassContext('other'))
      answer = { status: 200, body: { version: 1, endsAt: copy.endsAt, ciphertext } }
      await session.start({ ...link, id: 'other' })
      await expectSavedLate()
      expect(session.open?.pass.id).toBe('other')
    })
  })

  test('a browser that cannot store keys saves the copy; the whole link opens it offline', async () => {
    await publish(copy)
    const { put } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      row,
      id,
    ) {
      if ('key' in row) throw new DOMException('No', 'DataCloneError')
      return put.call(this, row, id)
    })
    expect((await open()).saved).toBe('saved')
    isOnline = false
    expect((await open()).open?.copy).toEqual(copy)
    const noKey = { id: ID, place: '', isIncomplete: false } as typeof link
    expect((await open(noKey)).message.kind).toBe('incomplete')
  })
})

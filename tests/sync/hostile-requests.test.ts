import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raiseHorizon } from '#server/db/sync-clock.ts'
import { markDeviceRevoked } from '#server/sync/devices.ts'
import { MAX_PAGE_RECORDS, SCHEMA_VERSION } from '#shared/sync/protocol-constants.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

let site: Site
let owner: string
let user: string
let epoch: string
beforeAll(async () => {
  site = await startSite()
  owner = await site.signInOwner()
  user = (await site.db.read.selectFrom('user').select('id').executeTakeFirst())?.id ?? ''
  epoch = (await (await pull()).json()).epoch
  const known = Array.from({ length: 40 }, (_, i) => patch(i + 1, `c${i}`, { name: `Client ${i}` }))
  expect((await push({ mutations: known })).status).toBe(200)
})
afterAll(() => site.close())

const patch = (mid: unknown, id: unknown, set: unknown) => ({
  ...{ mid, op: 'patch', coll: 'client', id, baseEpoch: epoch, baseRev: 0 },
  ...{ base: {}, set, at: '2026-11-21T12:00:00Z' },
})

const sound = () => ({
  userId: user,
  deviceId: 'desk',
  deviceName: 'Desk',
  epoch,
  schema: SCHEMA_VERSION,
})

const push = (over: object) => site.call('sync-push', { ...sound(), ...over }, owner)

const sendRawPush = (body: string) =>
  fetch(`${site.url}/functions/sync-push`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: owner },
    body,
  })

function pull(over: Record<string, string | number> = {}, headers = {}) {
  const about = {
    userId: user,
    deviceId: 'desk',
    epoch: epoch ?? '',
    schema: SCHEMA_VERSION,
    cursor: 0,
    limit: 1000,
  }
  const params = new URLSearchParams(
    Object.entries({ ...about, ...over }).map(([name, value]) => [name, String(value)]),
  )
  return fetch(`${site.url}/functions/sync-pull?${params}`, {
    headers: { Cookie: owner, ...headers },
  })
}

/** Everything that a push could change; a stored device does not count. */
async function state(): Promise<string> {
  const { read } = site.db
  return JSON.stringify([
    await read.selectFrom('record').selectAll().execute(),
    await read.selectFrom('mutation_result').selectAll().execute(),
    await read.selectFrom('field_history').selectAll().execute(),
    await read.selectFrom('device').select(['id', 'last_mid']).where('last_mid', '>', 0).execute(),
    await read.selectFrom('sync_clock').selectAll().execute(),
  ])
}

describe('Invalid pushes that are rejected without changing anything', () => {
  it.each([
    ['a number below one', () => ({ mutations: [patch(-1, 'x', {})] })],
    ['no number', () => ({ mutations: [patch(0, 'x', {})] })],
    ['half a number', () => ({ mutations: [patch(41.5, 'x', {})] })],
    ['a number as text', () => ({ mutations: [patch('41', 'x', {})] })],
    ['an unknown collection', () => ({ mutations: [{ ...patch(41, 'x', {}), coll: 'user' }] })],
    ['an id with SQL', () => ({ mutations: [patch(41, "x'; DROP TABLE record", {})] })],
    ['an unknown operation', () => ({ mutations: [{ ...patch(41, 'x', {}), op: 'drop' }] })],
    ['values that are not objects', () => ({ mutations: [patch(41, 'x', 'name')] })],
    ['a negative revision', () => ({ mutations: [{ ...patch(41, 'x', {}), baseRev: -1 }] })],
    [
      'one sound edit before one that is not',
      () => ({
        mutations: [patch(41, 'x', { name: 'X' }), { mid: 42 }],
      }),
    ],
    ['mutations that are no list', () => ({ mutations: { length: 1 } })],
    [
      'ten thousand mutations',
      () => ({
        mutations: Array.from({ length: 10_000 }, (_, i) => ({ mid: 41 + i })),
      }),
    ],
    ['a device without a name', () => ({ deviceId: '', mutations: [] })],
    ['another person as owner', () => ({ userId: { $ne: '' }, mutations: [] })],
  ])('%s', async (_what, body) => {
    const before = await state()
    expect((await push(body())).status).toBe(400)
    expect(await state()).toBe(before)
  })

  it('some unreadable mutations among others, whose numbers the answer lists', async () => {
    const before = await state()
    const mutations = [
      patch(41, 'x', { name: 'X' }),
      { mid: 42 },
      patch(43, 'y', { name: 'Y' }),
      { mid: 44 },
    ]
    expect(await (await push({ mutations })).json()).toMatchObject({
      code: 'mutations',
      invalid: [42, 44],
    })
    expect(await state()).toBe(before)
  })

  it.each(['prototype', ...Object.getOwnPropertyNames(Object.prototype)])(
    'a field called %s',
    async (name) => {
      const before = await state()
      const whole = JSON.stringify({ ...sound(), mutations: [patch(41, 'x', { HERE: { a: 1 } })] })
      const response = await sendRawPush(whole.replace('HERE', name))
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'mutations', invalid: [41] },
      ])
      expect(await state()).toBe(before)
      expect(({} as { a?: number }).a).toBeUndefined()
    },
  )

  it.each([40, 5_000, 100_000])('a value that is nested %i deep, in any field', async (depth) => {
    const before = await state()
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
    for (const field of ['notes', 'laterField', 'journey']) {
      const whole = JSON.stringify({ ...sound(), mutations: [patch(41, 'x', { [field]: 'HERE' })] })
      const response = await sendRawPush(whole.replace('"HERE"', deep))
      expect([response.status, await response.json()]).toMatchObject([400, { invalid: [41] }])
    }
    const outside = JSON.stringify({ ...sound(), mutations: [], extra: 'HERE' })
    expect((await sendRawPush(outside.replace('"HERE"', deep))).status).toBe(400)
    expect(await state()).toBe(before)
  })

  it('ten megabytes, compressed or not', async () => {
    const before = await state()
    const body = JSON.stringify({
      ...sound(),
      mutations: [patch(41, 'x', { notes: 'a'.repeat(1e7) })],
    })
    expect((await push(JSON.parse(body))).status).toBe(413)
    const packed = await fetch(`${site.url}/functions/sync-push`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
        Cookie: owner,
      },
      body: gzipSync(body),
    })
    expect(packed.status).toBe(413)
    expect(await state()).toBe(before)
  })

  it('a push without a session, or for another account', async () => {
    const before = await state()
    const mutations = [patch(41, 'x', { name: 'X' })]
    expect((await site.call('sync-push', { ...sound(), mutations })).status).toBe(401)
    const other = await push({ userId: 'another', mutations })
    expect([other.status, (await other.json()).code]).toEqual([403, 'other_account'])
    expect(await state()).toBe(before)
  })
})

describe('The answer to a pull', () => {
  it.each(['br', 'gzip'])(
    'is compressed with %s for devices that accept it, with the same content',
    async (encoding) => {
      const plain = await pull({}, { 'Accept-Encoding': 'identity' })
      expect(plain.headers.get('content-encoding')).toBeNull()
      const packed = await pull({}, { 'Accept-Encoding': encoding })
      expect(packed.headers.get('content-encoding')).toBe(encoding)
      expect(packed.headers.get('vary')).toMatch(/Accept-Encoding/i)
      expect((await packed.json()).changes).toEqual((await plain.json()).changes)
    },
  )

  it('contains no more than the requested limit or a page, and the next one continues after it', async () => {
    const first = await (await pull({ limit: 15 })).json()
    expect([first.changes.length, first.hasMore]).toEqual([15, true])
    const next = await (
      await pull({ limit: MAX_PAGE_RECORDS * 100, cursor: first.nextCursor })
    ).json()
    expect([next.changes.length, next.hasMore]).toEqual([25, false])
    expect((await (await pull({ limit: 0 })).json()).changes).toHaveLength(1)
    expect((await pull({ limit: -1 })).status).toBe(400)
    expect((await pull({ cursor: 'all' })).status).toBe(400)
  })

  it('to a request with another epoch names the current epoch and the device’s last known edit', async () => {
    const response = await pull({ epoch: 'another' })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'epoch', epoch, lastMid: 40 })
  })

  it('requires a full resync if the cursor is older than the horizon', async () => {
    await site.db.write((tx) => raiseHorizon(tx, 5))
    const refused = await pull({ cursor: 4 })
    expect([refused.status, (await refused.json()).code]).toEqual([410, 'resync'])
    expect((await pull({ cursor: 5 })).status).toBe(200)
    expect((await pull({ cursor: 4, resyncHorizon: 5 })).status).toBe(200)
    expect((await pull({ cursor: 4, resyncHorizon: 4 })).status).toBe(410)
  })

  it('requires a session and a supported schema version, and is not cached', async () => {
    expect((await pull({}, { Cookie: '' })).status).toBe(401)
    expect((await pull()).headers.get('cache-control')).toMatch(/no-store/)
    const other = await pull({ schema: SCHEMA_VERSION + 1 })
    expect([other.status, (await other.json()).code]).toEqual([409, 'schema'])
  })
})

describe('A device that the owner removed', () => {
  it('is rejected, and a request without a session learns only whether the device was removed', async () => {
    expect((await pull({ deviceId: 'lost' })).status).toBe(200)
    await expect
      .poll(() => site.db.read.selectFrom('device').select('id').execute())
      .toHaveLength(2)
    await site.db.write((tx) =>
      markDeviceRevoked(tx, { id: 'lost', userId: user, now: site.time.now }),
    )
    expect((await pull({ deviceId: 'lost' })).status).toBe(403)
    const fetchDeviceState = async (id: string) =>
      (await site.get(`/functions/device-state?deviceId=${id}`)).json()
    expect(await fetchDeviceState('lost')).toEqual({ revoked: true })
    expect(await fetchDeviceState('desk')).toEqual({ revoked: false })
    expect(await fetchDeviceState('never-seen')).toEqual({ revoked: false })
  })
})

it('A push that is refused changes nothing, whatever its body is', async () => {
  const nest = (depth: number): unknown =>
    JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
  const name = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype), 'prototype')
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(-1, 2 ** 60, '', null, [], {}),
    fc.integer({ min: 10, max: 3000 }).map(nest),
    fc
      .tuple(name, fc.jsonValue())
      .map(([key, value]) => JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`)),
  )
  let tries = 0
  const keys = ['mid', 'op', 'coll', 'id', 'baseEpoch', 'baseRev', 'base', 'set', 'at', 'cid']
  const oddMutation = fc
    .tuple(fc.constantFrom(...keys), odd)
    .map(([key, value]) => ({ ...patch(1, 'fuzz', { name: 'Fuzz' }), [key]: value }))
  const body = fc.oneof(
    odd.map((mutations) => ({ ...sound(), mutations })),
    fc.array(oddMutation, { maxLength: 3 }).map((mutations) => ({ ...sound(), mutations })),
    fc
      .tuple(fc.constantFrom(...Object.keys(sound())), odd)
      .map(([key, value]) => ({ ...sound(), mutations: [], [key]: value })),
  )
  await assertProperty(
    fc.asyncProperty(body, async (sent) => {
      const before = await state()
      const response = await site.call(
        'sync-push',
        // Another device each time, so that no `mid` is used.
        Array.isArray(sent.mutations) ? { ...sent, deviceId: `fuzz-${tries++}` } : sent,
        owner,
      )
      const { status } = response
      expect(status).toBeLessThan(500)
      if (status !== 200) expect(await state()).toBe(before)
      else if (Array.isArray(sent.mutations))
        expect((await response.json()).stopReason).toBeUndefined()
    }),
  )
})

describe('JSON that any endpoint refuses', () => {
  const deviceRecords = (text: string) =>
    `{"email":"a@example.com","format":"json","deviceRecords":[{"notes":${text}}]}`
  const endpoints = [
    ['export-person', deviceRecords],
    ['cancel-booking', (text: string) => `{"id":"AAAAAAAAAAAAAAAAAAAAAA","sig":${text}}`],
    ['auth/sign-in', (text: string) => `{"email":${text},"password":"x"}`],
    ['auth/passkey-sign-in', (text: string) => `{"response":${text}}`],
    ['sync-push', (text: string) => `{"userId":${text}}`],
  ] as const
  const send = (name: string, body: string) =>
    fetch(`${site.url}/functions/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: owner },
      body,
    })

  it.each(endpoints)(
    'is nested too deep, or names what every object has: %s',
    async (name, toBody) => {
      const deep = (depth: number) => `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`
      for (const text of [deep(20), deep(4_000), '{"valueOf":1}', '[{"hasOwnProperty":{}}]'])
        expect((await send(name, toBody(text))).status, text.slice(0, 30)).toBe(400)
    },
  )

  it('is answered without repeating it at length', async () => {
    const long = 'x'.repeat(50_000)
    for (const body of [
      JSON.stringify({ email: { [long]: long }, password: [long] }),
      JSON.stringify({ [long]: 1, email: long }),
      JSON.stringify({ email: 'a@b.no', password: 3, [`${long}2`]: long }),
    ]) {
      const answered = await send('auth/sign-in', body)
      expect(answered.status).toBeGreaterThanOrEqual(400)
      expect((await answered.text()).length).toBeLessThan(2_000)
    }
    const picked = await send(
      'export-person',
      JSON.stringify({ email: 'a@b.no', format: 'y'.repeat(350_000) }),
    )
    expect([picked.status, (await picked.text()).length < 2_000]).toEqual([400, true])
    const mutations = [{ ...patch(41, 'x', { [long]: long, kind: long }), mid: 41 }]
    expect((await (await push({ mutations, deviceId: 'long' })).text()).length).toBeLessThan(2_000)
  })
})

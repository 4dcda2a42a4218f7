import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { extractChanges, httpTransport, parsePullAnswer } from '#client/data/sync/transport.ts'

async function sentFor(body: object): Promise<RequestInit> {
  const sent: RequestInit[] = []
  const transport = httpTransport(async (_address, init = {}) => {
    sent.push(init)
    return Response.json({ results: [] })
  })
  await transport.push(body as never)
  const [first] = sent
  if (!first || sent.length > 1) throw new Error(`${sent.length} requests for one push`)
  return first
}

const edits = (count: number) => ({
  mutations: Array.from({ length: count }, (_, mid) => ({ mid, notes: `Þórsdóttir 🚢 ${mid}` })),
})

test('A long push is compressed, and its content is unchanged', async () => {
  const body = edits(1000)
  const sent = await sentFor(body)
  expect(new Headers(sent.headers).get('Content-Encoding')).toBe('gzip')
  const packed = Buffer.from(sent.body as ArrayBuffer)
  expect(JSON.parse(gunzipSync(packed).toString('utf8'))).toEqual(body)
  expect(packed.length).toBeLessThan(JSON.stringify(body).length)
})

test('A push that cannot be compressed counts as unanswered, instead of rejecting', async () => {
  vi.stubGlobal('CompressionStream', function fail() {
    throw new RangeError('Out of memory')
  })
  const transport = httpTransport(async () => Response.json({ results: [] }))
  expect(await transport.push(edits(1000) as never)).toMatchObject({ status: 0 })
})

test('A short push is sent uncompressed', async () => {
  const body = edits(1)
  const sent = await sentFor(body)
  expect(new Headers(sent.headers).get('Content-Encoding')).toBeNull()
  expect(JSON.parse(String(sent.body))).toEqual(body)
})

test('The changes of a pull are found whatever the data of its read-only records is called', () => {
  const data = { changes: ['of the guest'], text: '"changes":[]' }
  const head = { epoch: 'e', horizon: 0, readOnly: [{ coll: 'booking', id: 'b', seq: 1, data }] }
  const changes = [{ coll: 'client', id: 'ada', data: { name: 'Ada', changes: [] } }]
  const text = JSON.stringify({ ...head, nextCursor: 2, hasMore: false, remaining: 0, changes })
  const body: unknown = JSON.parse(text)
  const answer = parsePullAnswer(body)
  if (!answer) throw new Error('This is an answer to a pull')
  expect(extractChanges({ status: 200, body, text }, answer)).toBe(JSON.stringify(changes))
})

import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  isPublicAddress,
  OutsideError,
  type OutsideParts,
  readOutside,
} from '#server/lib/outside.ts'
import { FeedDouble } from '#tests/support/feed-double.ts'

// The whole loopback network is this machine, so this address can act as a public server.
const FAR = '127.0.0.2'

let far: FeedDouble
let near: FeedDouble
let looked: string[]
let names: Record<string, string[]>

beforeEach(async () => {
  far = await FeedDouble.start(FAR)
  near = await FeedDouble.start('127.0.0.1')
  looked = []
  names = {
    'far.example': [FAR],
    'near.example': ['127.0.0.1'],
    'both.example': [FAR, '127.0.0.1'],
  }
})
afterEach(async () => {
  await far.stop()
  await near.stop()
})

function parts(over: Partial<OutsideParts> = {}): OutsideParts {
  return {
    resolve: async (host) => {
      looked.push(host)
      return (names[host] ?? []).map((address) => ({ address, family: 4 }))
    },
    isAllowed: (address) => address === FAR || isPublicAddress(address),
    trusted: undefined,
    ...over,
  }
}

interface Asking extends Partial<OutsideParts> {
  maxBytes?: number
  timeout?: number
  signal?: AbortSignal
}

function read(url: string, { maxBytes = 1000, timeout = 20_000, signal, ...over }: Asking = {}) {
  const never = new AbortController().signal
  const question = { url, headers: {}, maxBytes, timeout, signal: signal ?? never }
  return readOutside(question, parts(over))
}

const fault = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => (error instanceof OutsideError ? error.fault : error),
  )

const farUrl = (path: string) => `http://far.example:${far.port}${path}`
const trusted = () => ({ trusted: `http://far.example:${far.port}` })

describe('an address that someone typed in', () => {
  it.each([
    'http://far.example/a',
    'ftp://far.example/a',
    'file:///etc/passwd',
    'https://name:password@far.example/a',
  ])('%s is not asked', async (url) => {
    expect(await fault(read(url))).toBe('address')
    expect(looked).toEqual([])
  })

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://near.example/',
    'https://both.example/',
  ])('%s leads into a private network, and nothing connects to it', async (url) => {
    const withPort = url.replace(/\/$/, `:${near.port}/`)
    expect(await fault(read(withPort))).toBe('private')
    expect(near.asked).toEqual([])
  })

  it('that no one knows is unreachable', async () => {
    expect(await fault(read('https://nobody.example/'))).toBe('unreachable')
    const failing = async () => {
      throw new Error('ENOTFOUND')
    }
    expect(await fault(read('https://nobody.example/', { resolve: failing }))).toBe('unreachable')
  })
})

describe('a document of another server', () => {
  it('is read over http, and in a network of its own, only where the operator named its origin', async () => {
    far.calendar('/a', 'all of it', { etag: '"1"', 'last-modified': 'yesterday' })
    const answer = await read(farUrl('/a'), trusted())
    expect({ ...answer, body: answer.body.toString() }).toEqual({
      status: 200,
      body: 'all of it',
      etag: '"1"',
      lastModified: 'yesterday',
    })
    expect(await fault(read(farUrl('/a')))).toBe('address')
  })

  it('comes from the address that was checked, though the name answers otherwise the next time', async () => {
    const answers = [[FAR], ['127.0.0.1']]
    const resolve = async (host: string) => {
      looked.push(host)
      return (answers.shift() ?? []).map((address) => ({ address, family: 4 }))
    }
    far.calendar('/a', 'from far')
    near.calendar('/a', 'from near')
    const { body } = await read(farUrl('/a'), { ...trusted(), resolve })
    expect(body.toString()).toBe('from far')
    expect(looked).toEqual(['far.example'])
    expect(near.asked).toEqual([])
  })

  it('is followed through three redirects, each looked up and checked anew, and no further', async () => {
    for (const step of [1, 2, 3, 4]) far.redirect(`/${step}`, `/${step - 1}`)
    far.calendar('/0', 'here')
    expect((await read(farUrl('/3'), trusted())).body.toString()).toBe('here')
    expect(looked).toHaveLength(4)
    expect(await fault(read(farUrl('/4'), trusted()))).toBe('redirects')
  })

  it.each([
    ['to this machine', () => `https://127.0.0.1:${near.port}/a`, 'private'],
    ['to a name that means this machine', () => `https://near.example:${near.port}/a`, 'private'],
    ['away from https', () => `http://near.example:${near.port}/a`, 'address'],
    ['to a file', () => 'file:///etc/passwd', 'address'],
    ['to nowhere', () => 'http://', 'status'],
  ])('that leads %s is refused, and nothing connects to it', async (_to, location, expected) => {
    near.calendar('/a', 'a secret')
    far.redirect('/a', location())
    expect(await fault(read(farUrl('/a'), trusted()))).toBe(expected)
    expect(near.asked).toEqual([])
  })

  it('that is not there, or refused, is an error of its own', async () => {
    far.answers.set('/500', (_req, res) => res.writeHead(500).end())
    for (const path of ['/nothing', '/500'])
      expect(await fault(read(farUrl(path), trusted()))).toBe('status')
  })
})

describe('a body', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('in %s is decompressed, and too large by what it is then', async (encoding, compress) => {
    const send = (bytes: Buffer) =>
      far.answers.set('/a', (_req, res) =>
        res.writeHead(200, { 'content-encoding': encoding }).end(compress(bytes)),
      )
    send(Buffer.alloc(1000, 'a'))
    expect((await read(farUrl('/a'), trusted())).body).toHaveLength(1000)
    send(Buffer.alloc(50_000_000, 'a'))
    expect(await fault(read(farUrl('/a'), trusted()))).toBe('too_large')
    await expect.poll(() => far.open).toBe(0)
  })

  it('without an end is ended by us as soon as it is too large', async () => {
    let sent = 0
    far.answers.set('/a', (_req, res) => {
      res.writeHead(200, { 'content-length': String(1024 ** 3) })
      const block = Buffer.alloc(64 * 1024)
      const more = () => {
        while (!res.destroyed && res.write(block)) sent += block.length
      }
      res.on('drain', more)
      more()
    })
    expect(await fault(read(farUrl('/a'), { ...trusted(), maxBytes: 1_000_000 }))).toBe('too_large')
    await expect.poll(() => far.open).toBe(0)
    expect(sent).toBeLessThan(100_000_000)
  })

  it.each([
    ['drips', (res: { write(text: string): void }) => res.write('a')],
    ['never comes', () => {}],
  ])('that %s is given up when its time is over', async (_how, trickle) => {
    const drips: NodeJS.Timeout[] = []
    far.answers.set('/a', (_req, res) => {
      res.writeHead(200)
      res.flushHeaders()
      drips.push(setInterval(() => trickle(res), 20))
    })
    expect(await fault(read(farUrl('/a'), { ...trusted(), timeout: 300 }))).toBe('too_slow')
    await expect.poll(() => far.open).toBe(0)
    for (const drip of drips) clearInterval(drip)
  })

  it('is not waited for longer than it is wanted, nor is an answer, nor a name', async () => {
    const forever = () => new Promise<never>(() => {})
    far.answers.set('/silent', () => {})
    expect(await fault(read(farUrl('/silent'), { ...trusted(), timeout: 100 }))).toBe('too_slow')
    const stopper = new AbortController()
    const asked = read(farUrl('/a'), { ...trusted(), resolve: forever, signal: stopper.signal })
    stopper.abort()
    expect(await fault(asked)).toBe('stopped')
  })
})

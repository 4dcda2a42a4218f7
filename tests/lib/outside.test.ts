import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  isPublicAddress,
  SafeFetchError,
  type SafeFetchNetwork,
  safeFetch,
} from '#server/lib/safe-fetch.ts'
import { FeedDouble } from '#tests/support/schedule/feed-double.ts'

// The whole loopback network is this machine, so this address can act as a public server.
const FAR = '127.0.0.2'

let far: FeedDouble
let near: FeedDouble
let lookedUpHosts: string[]
let names: Record<string, string[]>

beforeEach(async () => {
  far = await FeedDouble.start(FAR)
  near = await FeedDouble.start('127.0.0.1')
  lookedUpHosts = []
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

function createParts(over: Partial<SafeFetchNetwork> = {}): SafeFetchNetwork {
  return {
    resolve: async (host) => {
      lookedUpHosts.push(host)
      return (names[host] ?? []).map((address) => ({ address, family: 4 }))
    },
    isAllowed: (address) => address === FAR || isPublicAddress(address),
    trustedOrigin: undefined,
    ...over,
  }
}

interface ReadOptions extends Partial<SafeFetchNetwork> {
  maxBytes?: number
  timeout?: number
  signal?: AbortSignal
}

function read(
  url: string,
  { maxBytes = 1000, timeout = 20_000, signal, ...over }: ReadOptions = {},
) {
  const never = new AbortController().signal
  const question = { url, headers: {}, maxBytes, timeout, signal: signal ?? never }
  return safeFetch(question, createParts(over))
}

const getFault = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => (error instanceof SafeFetchError ? error.fault : error),
  )

const toFarUrl = (path: string) => `http://far.example:${far.port}${path}`
const trustFar = () => ({ trustedOrigin: `http://far.example:${far.port}` })

describe('A URL that a person typed in', () => {
  it.each(['http://far.example/a', 'ftp://far.example/a', 'file:///etc/passwd'])(
    '%s is refused without a lookup or request',
    async (url) => {
      expect(await getFault(read(url))).toBe('address')
      expect(lookedUpHosts).toEqual([])
    },
  )

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://near.example/',
    'https://both.example/',
  ])('%s points to a private network, and no connection is made', async (url) => {
    const withPort = url.replace(/\/$/, `:${near.port}/`)
    expect(await getFault(read(withPort))).toBe('private')
    expect(near.requests).toEqual([])
  })

  it('with an unknown host name is unreachable', async () => {
    expect(await getFault(read('https://nobody.example/'))).toBe('unreachable')
    const failing = async () => {
      throw new Error('ENOTFOUND')
    }
    expect(await getFault(read('https://nobody.example/', { resolve: failing }))).toBe(
      'unreachable',
    )
  })
})

describe('A document on another server', () => {
  it('is read over http only if the operator named its origin', async () => {
    far.serveCalendar('/a', 'all of it', { etag: '"1"', 'last-modified': 'yesterday' })
    const answer = await read(toFarUrl('/a'), trustFar())
    expect({ ...answer, body: answer.body.toString() }).toEqual({
      status: 200,
      body: 'all of it',
      etag: '"1"',
      lastModified: 'yesterday',
    })
    expect(await getFault(read(toFarUrl('/a')))).toBe('address')
  })

  it('comes from the address that was checked, even if the name resolves differently afterwards', async () => {
    const answers = [[FAR], ['127.0.0.1']]
    const resolve = async (host: string) => {
      lookedUpHosts.push(host)
      return (answers.shift() ?? []).map((address) => ({ address, family: 4 }))
    }
    far.serveCalendar('/a', 'from far')
    near.serveCalendar('/a', 'from near')
    const { body } = await read(toFarUrl('/a'), { ...trustFar(), resolve })
    expect(body.toString()).toBe('from far')
    expect(lookedUpHosts).toEqual(['far.example'])
    expect(near.requests).toEqual([])
  })

  it('is asked for with the user and password in its address, which no other server gets', async () => {
    far.serveCalendar('/a', 'mine')
    const authorization = () => far.requests.at(-1)?.headers.authorization
    const withUser = (user: string, path: string) => toFarUrl(path).replace('//', `//${user}@`)
    await read(withUser('me%40home:p%C3%A5ss:%3F%', '/a'), trustFar())
    expect(authorization()).toBe(`Basic ${Buffer.from('me@home:påss:?%').toString('base64')}`)
    far.serveRedirect('/moved', '/a')
    await read(withUser('me:it', '/moved'), trustFar())
    expect(authorization()).toBe(`Basic ${Buffer.from('me:it').toString('base64')}`)
    far.serveRedirect('/away', `https://far.example:${far.port + 1}/a`)
    far.serveRedirect('/trap', toFarUrl('/a').replace('//', '//you:too@'))
    expect(await getFault(read(withUser('me:it', '/trap'), trustFar()))).toBe('address')
    await getFault(read(toFarUrl('/a'), trustFar()))
    expect(authorization()).toBeUndefined()
    const other = await FeedDouble.start(FAR)
    other.serveCalendar('/a', 'theirs')
    far.serveRedirect('/other', `http://far.example:${other.port}/a`)
    await getFault(read(withUser('me:it', '/other'), trustFar()))
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([])
    await other.stop()
  })

  it('is followed through up to three redirects, each looked up and checked again', async () => {
    for (const step of [1, 2, 3, 4]) far.serveRedirect(`/${step}`, `/${step - 1}`)
    far.serveCalendar('/0', 'here')
    expect((await read(toFarUrl('/3'), trustFar())).body.toString()).toBe('here')
    expect(lookedUpHosts).toHaveLength(4)
    expect(await getFault(read(toFarUrl('/4'), trustFar()))).toBe('redirects')
  })

  it.each([
    ['to this machine', () => `https://127.0.0.1:${near.port}/a`, 'private'],
    ['to a name that means this machine', () => `https://near.example:${near.port}/a`, 'private'],
    ['away from https', () => `http://near.example:${near.port}/a`, 'address'],
    ['to a file', () => 'file:///etc/passwd', 'address'],
    ['to nowhere', () => 'http://', 'status'],
  ])(
    'that redirects %s is refused, and no connection is made to the target',
    async (_to, location, expected) => {
      near.serveCalendar('/a', 'a secret')
      far.serveRedirect('/a', location())
      expect(await getFault(read(toFarUrl('/a'), trustFar()))).toBe(expected)
      expect(near.requests).toEqual([])
    },
  )

  it('that is missing or answered with an error status has an error code of its own', async () => {
    far.answers.set('/500', (_req, res) => res.writeHead(500).end())
    for (const path of ['/nothing', '/500'])
      expect(await getFault(read(toFarUrl(path), trustFar()))).toBe('status')
  })
})

describe('A response body', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])(
    'in %s is decompressed, and the size limit applies to the decompressed bytes',
    async (encoding, compress) => {
      const send = (bytes: Buffer) =>
        far.answers.set('/a', (_req, res) =>
          res.writeHead(200, { 'content-encoding': encoding }).end(compress(bytes)),
        )
      send(Buffer.alloc(1000, 'a'))
      expect((await read(toFarUrl('/a'), trustFar())).body).toHaveLength(1000)
      send(Buffer.alloc(50_000_000, 'a'))
      expect(await getFault(read(toFarUrl('/a'), trustFar()))).toBe('too_large')
      await expect.poll(() => far.openConnections).toBe(0)
    },
  )

  it('that does not end is aborted as soon as it exceeds the size limit', async () => {
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
    expect(await getFault(read(toFarUrl('/a'), { ...trustFar(), maxBytes: 1_000_000 }))).toBe(
      'too_large',
    )
    await expect.poll(() => far.openConnections).toBe(0)
    expect(sent).toBeLessThan(100_000_000)
  })

  it.each([
    ['drips', (res: { write(text: string): void }) => res.write('a')],
    ['never comes', () => {}],
  ])('that %s is aborted at the timeout', async (_how, trickle) => {
    const drips: NodeJS.Timeout[] = []
    far.answers.set('/a', (_req, res) => {
      res.writeHead(200)
      res.flushHeaders()
      drips.push(setInterval(() => trickle(res), 20))
    })
    expect(await getFault(read(toFarUrl('/a'), { ...trustFar(), timeout: 300 }))).toBe('too_slow')
    await expect.poll(() => far.openConnections).toBe(0)
    for (const drip of drips) clearInterval(drip)
  })

  it('is not awaited past the timeout or an abort, and neither is a response or a DNS lookup', async () => {
    const forever = () => new Promise<never>(() => {})
    far.answers.set('/silent', () => {})
    expect(await getFault(read(toFarUrl('/silent'), { ...trustFar(), timeout: 100 }))).toBe(
      'too_slow',
    )
    const stopper = new AbortController()
    const pending = read(toFarUrl('/a'), {
      ...trustFar(),
      resolve: forever,
      signal: stopper.signal,
    })
    stopper.abort()
    expect(await getFault(pending)).toBe('stopped')
  })
})

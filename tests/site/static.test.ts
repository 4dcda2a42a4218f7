import fs from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import express from 'express'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compressFiles } from '#server/site/compress.ts'
import { staticPages } from '#server/site/static.ts'
import { getRedirect } from '#shared/site/routes.ts'
import '#tests/support/run/property-runs.ts'

const text = (word: string) => `${word} `.repeat(200)

let server: Server
let port: number

beforeAll(async () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'static-'))
  const write = (name: string, body: string) => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), body)
  }
  write('index.html', text('home'))
  write('shell.html', text('shell'))
  write('404.html', text('missing'))
  write('.vite/manifest.json', text('manifest'))
  write('about.html', text('about'))
  write('service/initial-consultation.html', text('booking'))
  write('assets/main-abc.js', text('script'))
  write('assets/hanken.woff2', text('font'))
  write('favicon.svg', '<svg/>')
  write('sw.js', text('worker'))
  await compressFiles(root)
  server = createServer(express().use(...staticPages({ root, findRendered: () => undefined })))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})

afterAll(() => server.close())

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
}

/** Used instead of `fetch`, which decodes bodies and normalises addresses. */
function get(address: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<Answer>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: address, headers, method }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk) => chunks.push(chunk))
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

describe('A static response', () => {
  test.each([
    ['/', 200, 'home'],
    ['/about', 200, 'about'],
    ['/about/', 200, 'about'],
    ['/service/initial-consultation', 200, 'booking'],
    ['/admin/clients', 200, 'shell'],
    ['/no-such-page', 404, 'missing'],
    ['/shell', 404, 'missing'],
    ['/404', 404, 'missing'],
    ['/about.html', 404, 'missing'],
    ['/shell.html', 200, 'shell'],
    ['/404.html', 200, 'missing'],
    ['/index.html', 404, 'missing'],
    ['/assets/gone-abc.js', 404, 'Not found'],
    ['/assets/main-abc.js', 200, 'script'],
    ['/assets/main-abc.js.br', 404, 'Not found'],
    ['/../../etc/passwd', 404, 'missing'],
    ['/%2e%2e/%2e%2e/etc/passwd', 404, 'missing'],
    ['/%E0%A4%A', 404, 'missing'],
  ])('for %s has status %i and the content “%s”', async (address, status, word) => {
    const answer = await get(address)
    expect(answer.status).toBe(status)
    expect(answer.body.toString()).toMatch(new RegExp(`^${word}`))
  })
})

test.each([
  ['/privacy', 308, '/privacy-policy'],
  ['/privacy/?from=mail', 308, '/privacy-policy?from=mail'],
  ['/service/no-such-service', 307, '/'],
  ['/auth/callback%23reset=Ab1', 307, '/auth/callback#reset=Ab1'],
  ['/auth/callback/%252523reset%253DAb1', 307, '/auth/callback#reset=Ab1'],
  ['/auth/callback%23reset=Ab1?from=mail', 307, '/auth/callback?from=mail#reset=Ab1'],
  ['/booking/manage%3Fid=Ab1&sig=x_-', 307, '/booking/manage?id=Ab1&sig=x_-'],
  ['/booking/manage%3fid%3DAb1%26sig%3Dx?from=mail', 307, '/booking/manage?id=Ab1&sig=x&from=mail'],
  ['/newsletter/confirm%3Fid=Ab1&sig=x', 307, '/newsletter/confirm?id=Ab1&sig=x'],
  ['/about%23a%0d%0aSet-Cookie:x', 307, '/about#a%0D%0ASet-Cookie:x'],
  ['//journey/', 308, '/journey/'],
  ['///journey//x?from=mail', 308, '/journey/x?from=mail'],
  ['//', 308, '/'],
  ['//about', 308, '/about'],
  ['//evil.example', 308, '/evil.example'],
  ['//evil.example/..%2f', 308, '/evil.example/..%2f'],
  ['/\\evil.example', 308, '/evil.example'],
  ['/\\/evil.example?x', 308, '/evil.example?x'],
  ['//evil.example%23x', 308, '/evil.example%23x'],
])('%s is redirected by the server: %i %s', async (address, status, target) => {
  const answer = await get(address)
  expect(answer.status).toBe(status)
  expect(answer.headers.location).toBe(target)
})

test.each([
  '/evil.example%23x',
  '/%2F%2Fevil.example%3Fx',
  '/.evil.example%23x',
  '/%23x',
  '/%2fjourney',
  '/%5cevil.example',
  '/journey/x/y',
])('%s has no page, and is not redirected', async (address) => {
  expect((await get(address)).status).toBe(404)
})

test('No address is redirected to another site, nor for ever', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '%2f',
    '%5c',
    '.',
    '..',
    '%23',
    '?',
    'journey',
    'evil.example',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      let path = `/${parts.join('')}`
      for (let steps = 0; ; steps++) {
        expect(steps, path).toBeLessThan(4)
        const to = getRedirect(path, () => false)?.to
        if (to === undefined) return
        const { origin, pathname } = new URL(to, 'https://site.example')
        expect(origin, `${path} to ${to}`).toBe('https://site.example')
        path = pathname
      }
    }),
  )
})

test('Clients that accept brotli get it, others get gzip, and those that accept neither get no compression', async () => {
  const best = await get('/about', { 'accept-encoding': 'gzip, deflate, br' })
  expect(best.headers['content-encoding']).toBe('br')
  expect(best.headers.vary).toBe('Accept-Encoding')
  const older = await get('/about', { 'accept-encoding': 'gzip' })
  expect(older.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(older.body).toString()).toBe(text('about'))
  const plain = await get('/about')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers.vary).toBe('Accept-Encoding')
})

test('Fonts are already compressed and are served unchanged', async () => {
  const font = await get('/assets/hanken.woff2', { 'accept-encoding': 'br' })
  expect(font.headers['content-encoding']).toBeUndefined()
  expect(font.headers['content-type']).toBe('font/woff2')
  expect(font.headers['access-control-allow-origin']).toBe('*')
})

test('Files with a hash in their name are cached forever, and pages are revalidated each time', async () => {
  const asset = await get('/assets/main-abc.js')
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const page = await get('/about')
  expect(page.headers['cache-control']).toBe('no-cache')
  const again = await get('/about', { 'if-none-match': String(page.headers.etag) })
  expect(again.status).toBe(304)
})

test('The service worker is revalidated each time, and its policy allows only requests to this site', async () => {
  const worker = await get('/sw.js')
  expect(worker.headers['content-type']).toMatch(/^(text|application)\/javascript/)
  expect(worker.headers['cache-control']).toBe('no-cache')
  expect(worker.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
})

test('Each encoding has its own ETag', async () => {
  const tags = await Promise.all(
    ['br', 'gzip', ''].map(async (encoding) => {
      const answer = await get('/about', { 'accept-encoding': encoding })
      return answer.headers.etag
    }),
  )
  expect(new Set(tags).size).toBe(3)
})

test('A missing page never answers with 304 or a partial response', async () => {
  const missing = await get('/no-such-page')
  const tag = String(missing.headers.etag)
  expect((await get('/no-such-page', { 'if-none-match': tag })).status).toBe(404)
  expect((await get('/no-such-page', { range: 'bytes=0-3' })).status).toBe(404)
})

test('HEAD answers like GET without a body, and other methods are refused with a list of the allowed ones', async () => {
  const head = await get('/about', {}, 'HEAD')
  expect(head.status).toBe(200)
  expect(head.body.length).toBe(0)
  const post = await get('/about', {}, 'POST')
  expect(post.status).toBe(405)
  expect(post.headers.allow).toBe('GET, HEAD')
})

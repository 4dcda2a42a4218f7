import { once } from 'node:events'
import fs from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import express from 'express'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openEventStream } from '#server/http/responses.ts'
import { createSiteServer, handleSequentially } from '#server/http/server.ts'
import { staticPages } from '#server/site/static.ts'
import { pageFiles } from '#shared/site/routes.ts'

const FILE_BYTES = 1_000_000

let root: string
let server: Server
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'static-'))
  for (const name of [pageFiles.shell, pageFiles.notFound])
    fs.writeFileSync(path.join(root, name), '<p>page')
  fs.mkdirSync(path.join(root, 'assets'))
  fs.writeFileSync(path.join(root, 'assets', 'large.js'), Buffer.alloc(FILE_BYTES, 'a'))
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
  fs.rmSync(root, { recursive: true })
})

async function start(handler: RequestListener): Promise<number> {
  server = createSiteServer()
  server.on('request', handleSequentially(handler))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const countOpenFiles = () =>
  fs.readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${fd}`).startsWith(root)
    } catch {
      return false
    }
  }).length

const get = (address: string) => `GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** Sends requests without reading an answer; resolves once the server has taken them. */
async function sendAhead(port: number, requests: string): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  await new Promise((sent) => socket.write(requests, sent))
  return socket
}

// Other systems have no list of a process's open files.
describe.runIf(fs.existsSync('/proc/self/fd'))('Files that a client asked for', () => {
  it('are closed once it is gone, however many requests it sent ahead', async () => {
    const app = express().use(...staticPages({ root, findRendered: () => undefined }))
    const port = await start(app)
    for (let client = 0; client < 20; client++) {
      const socket = await sendAhead(port, get('/assets/large.js').repeat(25))
      await expect.poll(countOpenFiles).toBeGreaterThan(0)
      expect(countOpenFiles()).toBeLessThanOrEqual(1)
      socket.destroy()
      await expect.poll(countOpenFiles).toBe(0)
    }
  })

  it('are closed if it leaves at once', async () => {
    const app = express().use(...staticPages({ root, findRendered: () => undefined }))
    const port = await start(app)
    for (let client = 0; client < 50; client++)
      (await sendAhead(port, get('/assets/large.js').repeat(5))).destroy()
    await expect
      .poll(() => new Promise((found) => server.getConnections((_error, count) => found(count))))
      .toBe(0)
    await expect.poll(countOpenFiles).toBe(0)
  })
})

it('An event stream whose reader left before it was opened ends at once', async () => {
  let isEnded = false
  const app = express().use(async (req, res) => {
    await once(req.socket, 'close')
    openEventStream(res).onEnd(() => {
      isEnded = true
    })
  })
  const socket = await sendAhead(await start(app), get('/'))
  await expect
    .poll(() => new Promise((found) => server.getConnections((_error, count) => found(count))))
    .toBe(1)
  socket.destroy()
  await expect.poll(() => isEnded).toBe(true)
})

describe('Requests that a client sends ahead', () => {
  it('are handled one after the other, and answered in order', async () => {
    let open = 0
    let most = 0
    const port = await start((req, res) => {
      most = Math.max(most, ++open)
      setImmediate(() => {
        open--
        res.end(`<${req.url}>`)
      })
    })
    const socket = net.connect(port, '127.0.0.1')
    socket.write(['/1', '/2', '/3', '/4'].map(get).join(''))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    await expect.poll(() => answer.match(/<[^>]*>/g)).toEqual(['</1>', '</2>', '</3>', '</4>'])
    expect(most).toBe(1)
    socket.destroy()
  })

  it('end the connection if they are very many', async () => {
    let handled = 0
    const port = await start(() => {
      handled++
    })
    const socket = net.connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(get('/').repeat(3000))
    await new Promise((closed) => socket.once('close', closed))
    expect(handled).toBe(1)
  })
})

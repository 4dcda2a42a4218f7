import { once } from 'node:events'
import type { Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createSiteServer } from '#server/http/server.ts'

const shortLimits = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 10 }

let server: Server
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

async function startListening(limits: Parameters<typeof createSiteServer>[0]): Promise<number> {
  server = createSiteServer(limits)
  server.on('request', (req, res) => req.resume().once('end', () => res.end('done')))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Everything received until the server ends the connection. */
async function sendRaw(port: number, text: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1', () => socket.write(text))
  socket.on('error', () => undefined)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  await once(socket, 'close')
  return answer
}

it.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  ['a body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf'],
])('A request that never finishes sending %s is cut off with 408', async (_what, text) => {
  const port = await startListening(shortLimits)
  expect(await sendRaw(port, text)).toContain('408 Request Timeout')
})

it('A connection whose client takes nothing of its answer is closed, so that it cannot be held for ever', async () => {
  server = createSiteServer({ stalledTimeout: 100 })
  const answer = Buffer.alloc(64 * 1024 * 1024)
  server.on('request', (_req, res) => res.end(answer))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [accepted]: net.Socket[] = await once(server, 'connection')
  await once(accepted as net.Socket, 'close')
  socket.destroy()
})

it('A connection above the maximum number is refused', async () => {
  const port = await startListening({ maxConnections: 1 })
  const first = net.connect(port, '127.0.0.1')
  await once(server, 'connection')
  expect(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')).toBe('')
  first.destroy()
})

it('By default, requests time out before the browser gives up, and idle proxy connections stay open', () => {
  server = createSiteServer()
  expect(server.headersTimeout).toBeLessThanOrEqual(15_000)
  expect(server.requestTimeout).toBeLessThanOrEqual(60_000)
  expect(server.keepAliveTimeout).toBe(150_000)
  expect(server.timeout).toBe(120_000)
  expect(server.maxConnections).toBe(1_000)
})

import { once } from 'node:events'
import { createServer, get, type Server, type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createGracefulShutdown } from '#server/http/server.ts'

async function startListening(longestWait?: number): Promise<{
  server: Server
  port: number
  close: () => Promise<void>
}> {
  const server = createServer()
  const close = createGracefulShutdown(server, longestWait)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port, close }
}

async function openConnection(server: Server, port: number): Promise<net.Socket> {
  const accepted = once(server, 'connection')
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await accepted
  return socket
}

describe('A server that is stopping', () => {
  it('answers requests in progress first', async () => {
    const { server, port, close } = await startListening()
    const received = once(server, 'request')
    const answered = once(get({ port, host: '127.0.0.1' }), 'response')
    const [, response] = (await received) as [unknown, ServerResponse]
    const closed = close()
    response.end('done')
    const [{ statusCode }] = await answered
    await closed
    expect(statusCode).toBe(200)
  })

  it('closes a connection without a request at once', async () => {
    const { server, port, close } = await startListening()
    const silent = await openConnection(server, port)
    const hungUp = once(silent, 'close')
    await close()
    await hungUp
  })

  it('gives up on a request that never ends', async () => {
    const { server, port, close } = await startListening(1)
    const slow = await openConnection(server, port)
    const received = once(server, 'request')
    slow.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf')
    await received
    await close()
  })
})

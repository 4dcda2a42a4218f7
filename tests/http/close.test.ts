import { once } from 'node:events'
import { createServer, get, type Server, type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { closer } from '#server/http/server.ts'

async function listening(longestWait?: number): Promise<{
  server: Server
  port: number
  close: () => Promise<void>
}> {
  const server = createServer()
  const close = closer(server, longestWait)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port, close }
}

async function connected(server: Server, port: number): Promise<net.Socket> {
  const accepted = once(server, 'connection')
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await accepted
  return socket
}

describe('a server that stops', () => {
  it('answers what is under way first', async () => {
    const { server, port, close } = await listening()
    const asked = once(server, 'request')
    const answered = once(get({ port, host: '127.0.0.1' }), 'response')
    const [, response] = (await asked) as [unknown, ServerResponse]
    const closed = close()
    response.end('done')
    const [{ statusCode }] = await answered
    await closed
    expect(statusCode).toBe(200)
  })

  it('does not wait for a connection on which nothing was asked', async () => {
    const { server, port, close } = await listening()
    const silent = await connected(server, port)
    const hungUp = once(silent, 'close')
    await close()
    await hungUp
  })

  it('gives up on a request that never ends', async () => {
    const { server, port, close } = await listening(1)
    const slow = await connected(server, port)
    const asked = once(server, 'request')
    slow.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf')
    await asked
    await close()
  })
})

import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** A request that is still on its way after this long, milliseconds, is not waited for. */
const LONGEST_WAIT = 10_000
const ROUND = 50

/**
 * To be called before the server listens. What it returns takes no more connections, and resolves
 * once what was asked is answered. Browsers connect ahead of need; Node.js does not count such a
 * connection as idle, and would wait for it without end.
 */
export function closer(server: Server, longestWait = LONGEST_WAIT): () => Promise<void> {
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  return () =>
    new Promise((closed) => {
      const patience = setTimeout(() => server.closeAllConnections(), longestWait)
      // A connection that was busy is kept alive after its answer, and only then idle.
      const round = setInterval(() => server.closeIdleConnections(), ROUND)
      server.close(() => {
        clearTimeout(patience)
        clearInterval(round)
        closed()
      })
      for (const socket of silent) socket.destroy()
    })
}

import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import { newUuid } from '#server/lib/ids.ts'
import type { Logger } from '#server/lib/log.ts'

interface ServerLimits {
  /** All in milliseconds. A proxy passes on a request's head at once. */
  headersTimeout: number
  /** For the whole request: an inquiry or a batch of edits over a slow telephone. */
  requestTimeout: number
  /** How often the two above are looked at. */
  connectionsCheckingInterval: number
  /**
   * Longer than proxies keep a connection that nobody uses (nginx one minute, Caddy two): it must be
   * the proxy that closes it, or it sends a form into one that has just gone.
   */
  keepAliveTimeout: number
  /** Connections at one time; each costs a file descriptor and some memory. */
  maxConnections: number
}

const LIMITS: ServerLimits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 150_000,
  maxConnections: 1_000,
}

/** An HTTP server that ends slow requests, and refuses connections beyond a number. */
export function createSiteServer(limits: Partial<ServerLimits> = {}): Server {
  const { maxConnections, ...options } = { ...LIMITS, ...limits }
  const server = createServer(options)
  server.maxConnections = maxConnections
  return server
}

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

declare module 'express-serve-static-core' {
  interface Request {
    id?: string
  }
}

/** Gives each request an id, in the answer too, and logs its path, never its query or body. */
export function requestLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    req.id = newUuid()
    res.set('X-Request-Id', req.id)
    const path = req.path
    const began = performance.now()
    res.once('close', () => {
      log.info(
        {
          request: req.id,
          method: req.method,
          path,
          status: res.writableFinished ? res.statusCode : 499,
          ms: Math.round(performance.now() - began),
        },
        'request',
      )
    })
    next()
  }
}

import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import { newUuid } from '#server/lib/ids.ts'
import type { Logger } from '#server/lib/log.ts'

interface ServerLimits {
  /** All times in ms. This one is short, because a proxy passes a request's head on at once. */
  headersTimeout: number
  /** For the whole request, such as an inquiry or a batch of mutations over a slow connection. */
  requestTimeout: number
  /** How often the two timeouts above are checked. */
  connectionsCheckingInterval: number
  /**
   * Longer than proxies keep an idle connection (nginx one minute, Caddy two): the proxy must close
   * it first, or it may send a form on a connection that the server has just closed.
   */
  keepAliveTimeout: number
  /**
   * How long a connection may stand still while an answer is made or sent. A client that reads nothing
   * would otherwise hold its connection, and the file it asked for, for ever. Longer than any
   * request works, and than the pause between two events of a stream.
   */
  stalledTimeout: number
  /** Limit of open connections; each costs a file descriptor and some memory. */
  maxConnections: number
  /** A connection ends after this many requests, so that what they left behind ends with it. */
  maxRequestsPerSocket: number
}

const DEFAULT_LIMITS: ServerLimits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 150_000,
  stalledTimeout: 120_000,
  maxConnections: 1_000,
  maxRequestsPerSocket: 1_000,
}

/** An HTTP server that ends slow requests and stalled answers, and refuses connections above a maximum. */
export function createSiteServer(limits: Partial<ServerLimits> = {}): Server {
  const all = { ...DEFAULT_LIMITS, ...limits }
  const { maxConnections, maxRequestsPerSocket, stalledTimeout, ...options } = all
  const server = createServer(options)
  server.timeout = stalledTimeout
  server.maxConnections = maxConnections
  server.maxRequestsPerSocket = maxRequestsPerSocket
  return server
}

/** Requests of one connection that may wait for their turn. Browsers and proxies send none ahead. */
const MAX_WAITING = 100

/**
 * Handles the requests of a connection one after the other. A client may send many before it reads an
 * answer, and Node.js hands them over at once. The answer to a request that waits has no socket, so
 * it would not learn that the client is gone, and the file that it opened would stay open.
 */
export function handleSequentially(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (req, res) => {
    if (res.socket) return handle(req, res)
    const { socket } = req
    const ahead = waiting.get(socket) ?? 0
    if (ahead >= MAX_WAITING) {
      socket.destroy()
      return
    }
    waiting.set(socket, ahead + 1)
    res.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      handle(req, res)
    })
  }
}

/** Time after which a stopping server cuts off requests that are still open, ms. */
const MAX_SHUTDOWN_WAIT = 10_000
/** How often a stopping server closes idle connections, ms. */
const IDLE_CHECK_INTERVAL = 50

/**
 * Returns a function that stops the server: it accepts no more connections and resolves once all
 * open requests are answered or cut off. Call `createGracefulShutdown` before the server listens. Browsers open
 * connections in advance; Node.js does not count an unused one as idle and would wait for it
 * endlessly, so these are closed at once.
 */
export function createGracefulShutdown(
  server: Server,
  longestWait = MAX_SHUTDOWN_WAIT,
): () => Promise<void> {
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  return () =>
    new Promise((closed) => {
      const patience = setTimeout(() => server.closeAllConnections(), longestWait)
      // A busy connection is kept alive after its answer and becomes idle only then.
      const round = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL)
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

/**
 * A path as it may be logged. The id in a guest's link opens the journey's copy, and what follows it may be
 * the link's key, if a mail program has encoded the `#`. Anything else that looks random in an address outside
 * the site's own files is hidden too.
 */
export function hideSecrets(path: string): string {
  const hidden = path
    .replace(/(journey(?:-documents)?(?:\/|%(?:25)*2F)+).+$/is, '$1:id')
    // A query or a hash that a mail program has encoded: no path of ours has these characters.
    .replace(/\/?(?:%(?:25)*(?:3F|23|26|3D)|[=&;]).*$/is, '/:id')
  if (hidden.startsWith('/assets/')) return hidden
  return hidden
    .split('/')
    .map((part) => (looksRandom(part) ? ':id' : part))
    .join('/')
}

/** Random ids have at least this many characters, of which some are digits or capitals. */
const RANDOM_LENGTH = 16

function looksRandom(text: string): boolean {
  return text.length >= RANDOM_LENGTH && /[A-Z0-9]/.test(text) && /^[\w%-]+$/.test(text)
}

/** Gives each request an id, also sent in the answer, and logs its path, never query or body. */
export function requestLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    req.id = newUuid()
    res.set('X-Request-Id', req.id)
    const path = hideSecrets(req.path)
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

import { createServer, type Server } from 'node:http'

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

import { createServer, type Server } from 'node:http'
import type { RequestHandler } from 'express'
import { Counter, Gauge, Registry } from 'prom-client'
import type { Database } from '#server/db/database.ts'
import { countQueuedJobs, findNextRunAt } from '#server/jobs/store.ts'
import type { Clock } from '#server/lib/clock.ts'
import { processMetrics, requestDuration } from '#server/lib/metrics.ts'
import { isPagePath } from '#shared/site/routes.ts'
import { isLoopbackHost } from './security.ts'

/** Measures each request. Handlers of endpoints set `res.locals.route`. */
export const measureRequests: RequestHandler = (req, res, next) => {
  const { method, path } = req
  const began = performance.now()
  res.once('close', () => {
    const route = res.locals.route ?? getAddressKind(method, path)
    const status = res.writableFinished ? res.statusCode : 499
    requestDuration.observe({ method, route, status }, (performance.now() - began) / 1000)
  })
  next()
}

function getAddressKind(method: string, path: string): string {
  if (method === 'POST' && path === '/') return 'form'
  if (path.startsWith('/assets/')) return 'asset'
  return isPagePath(path) ? 'page' : 'other'
}

interface MetricsParts {
  db: Database
  clock: Clock
}

/** Returns a function that writes all metrics in the text format of Prometheus. */
export function createMetricsReader({ db, clock }: MetricsParts): () => Promise<string> {
  const own = new Registry()
  const registers = [own]
  new Counter({
    name: 'db_commits_total',
    help: 'Durable commits; one commit can hold several writes.',
    registers,
    collect() {
      this.reset()
      this.inc(db.generation)
    },
  })
  new Counter({
    name: 'db_lock_retries_total',
    help: 'Times that a commit waited for the lock of another process.',
    registers,
    collect() {
      this.reset()
      this.inc(db.lockRetries)
    },
  })
  new Gauge({
    name: 'jobs_queued',
    help: 'Jobs that are due or planned.',
    registers,
    async collect() {
      this.set(await countQueuedJobs(db.read))
    },
  })
  new Gauge({
    name: 'jobs_oldest_overdue_seconds',
    help: 'How long the oldest due job has waited; 0 if none is due.',
    registers,
    async collect() {
      const due = await findNextRunAt(db.read)
      this.set(due === undefined ? 0 : Math.max(0, clock() - due) / 1000)
    },
  })
  return () => Registry.merge([processMetrics, own]).metrics()
}

/** A server for `GET /metrics` only; `read` gives undefined while the database is not open. */
export function createMetricsServer(read: () => Promise<string> | undefined): Server {
  return createServer((req, res) => {
    if (!isLoopbackHost(req.headers.host)) {
      res.writeHead(421).end()
      return
    }
    const metrics = req.method === 'GET' && req.url === '/metrics' ? read() : undefined
    if (!metrics) {
      res.writeHead(req.url === '/metrics' ? 503 : 404).end()
      return
    }
    metrics.then(
      (text) => res.writeHead(200, { 'Content-Type': processMetrics.contentType }).end(text),
      () => res.writeHead(500).end(),
    )
  })
}

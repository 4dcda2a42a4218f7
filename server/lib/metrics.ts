import { Counter, Histogram, Registry } from 'prom-client'

/** Numbers about this process for Prometheus. No label holds personal data or a free text. */
export const processMetrics = new Registry()

const registers = [processMetrics]

/** `route`: an endpoint's path, or the kind of the address; never the address itself. */
export const requestDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time until an answer was sent.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
})

export const outboxReplays = new Counter({
  name: 'outbox_replays_total',
  help: 'Form posts that repeated an earlier one and got its stored answer.',
  registers,
})

export const syncMutations = new Counter({
  name: 'sync_mutations_total',
  help: 'Mutations that devices pushed, by their result.',
  labelNames: ['status'],
  registers,
})

export const jobFailures = new Counter({
  name: 'job_failures_total',
  help: 'Failed attempts of jobs, such as mails, by the kind of the job.',
  labelNames: ['kind'],
  registers,
})

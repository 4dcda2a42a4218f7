import autocannon from 'autocannon'

export interface Load {
  url: string
  connections: number
  seconds: number
  /** Longest wait for an answer, seconds; 10 by default. */
  timeout?: number
  /** Makes each request's form body; without it the requests are GETs. */
  body?: () => string
  headers?: () => Record<string, string>
}

export interface LoadResult {
  perSecond: number
  p50: number
  p99: number
  /** Number of answers other than 2xx, and of errors. */
  failedCount: number
}

const REQUESTS_PER_CONNECTION = 1_000

/** Keeps all connections busy for `seconds`; returns rates and latencies (ms). */
export async function measureLoad({
  url,
  connections,
  seconds,
  timeout = 10,
  body,
  headers,
}: Load): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout,
    // As a browser does where the server closes a connection after so many requests.
    reconnectRate: REQUESTS_PER_CONNECTION,
    requests: [
      body
        ? {
            method: 'POST',
            setupRequest: (request) => ({
              ...request,
              body: body(),
              headers: {
                'content-type': 'application/x-www-form-urlencoded',
                accept: 'application/json',
                ...headers?.(),
              },
            }),
          }
        : { method: 'GET' },
    ],
  })
  const seen = result['2xx'] + result.non2xx
  return {
    perSecond: seen / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failedCount: result.non2xx + result.errors,
  }
}

/** Several loads at the same time, as one: rates add up, and the slowest latency counts. */
export async function measureLoads(loads: readonly Load[]): Promise<LoadResult> {
  const each = await Promise.all(loads.map(measureLoad))
  return {
    perSecond: each.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p50: Math.max(...each.map(({ p50 }) => p50)),
    p99: Math.max(...each.map(({ p99 }) => p99)),
    failedCount: each.reduce((sum, { failedCount }) => sum + failedCount, 0),
  }
}

/** The median of several runs, by throughput. */
export async function takeMedianRun(
  runs: number,
  run: () => Promise<LoadResult>,
): Promise<LoadResult> {
  const all: LoadResult[] = []
  for (let count = 0; count < runs; count++) all.push(await run())
  all.sort((a, b) => a.perSecond - b.perSecond)
  const middle = all[Math.floor(runs / 2)]
  if (!middle) throw new Error('Nothing was measured')
  return middle
}

const HALF_HOUR = 30 * 60_000

/** Returns a function that makes a form for the next half hour, from the day after tomorrow on. */
export function createBookingBodies(): () => string {
  let start = (Math.floor(Date.now() / HALF_HOUR) + 96) * HALF_HOUR
  return () => {
    start += HALF_HOUR
    const iso = new Date(start).toISOString()
    return new URLSearchParams({
      'form-name': 'booking',
      first_name: 'Elisabeth',
      last_name: 'Sørbø',
      email: 'elisabeth@example.com',
      phone: '+47 41209877',
      message: 'We would like to see the light in February.',
      service_type: 'initial_consultation',
      start: iso,
      date: iso.slice(0, 10),
      time: iso.slice(11, 16),
      timezone: 'UTC',
      destinations: 'Norway',
      other_destination: '',
    }).toString()
  }
}

export function formatLoad({ perSecond, p50, p99, failedCount: refused }: LoadResult): string {
  const faults = refused > 0 ? `, ${refused} refused` : ''
  return `${Math.round(perSecond)}/s, p50 ${p50} ms, p99 ${p99} ms${faults}`
}

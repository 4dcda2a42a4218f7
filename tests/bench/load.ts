import autocannon from 'autocannon'

interface Load {
  url: string
  connections: number
  seconds: number
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

/** Keeps all connections busy for `seconds`; returns rates and latencies (ms). */
export async function measureLoad({
  url,
  connections,
  seconds,
  body,
  headers,
}: Load): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
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

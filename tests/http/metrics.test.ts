import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { buildBookingFields, getWeekdayAhead, postForm } from '#tests/support/server/forms.ts'
import { ServerProcess } from '#tests/support/server/server.ts'

let server: ServerProcess
let metricsUrl: string
beforeAll(async () => {
  server = await ServerProcess.start({ env: { METRICS_PORT: '0' } })
  const findUrl = () => server.log.find(({ msg }) => msg === 'metrics are served')?.url
  metricsUrl = await vi.waitFor(() => {
    const url = findUrl()
    if (url === undefined) throw new Error('The metrics are not served yet')
    return String(url)
  })
})
afterAll(() => server.dispose())

const readMetrics = async () => (await fetch(metricsUrl)).text()

/** The value of a metric with these labels; undefined if there is none. */
function getValue(metrics: string, name: string): number | undefined {
  const line = metrics.split('\n').find((text) => text.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.split(' ')[1])
}

describe('The metrics', () => {
  it('count a repeated form as one replay, and its first post as a durable commit', async () => {
    const before = await readMetrics()
    const key = randomUUID()
    const fields = buildContactFields()
    for (let post = 0; post < 2; post++)
      expect((await postForm(server.url, fields, key)).status).toBe(201)
    const after = await readMetrics()
    expect(getValue(after, 'outbox_replays_total')).toBe(1)
    expect(getValue(after, 'db_commits_total')).toBeGreaterThan(
      getValue(before, 'db_commits_total') ?? 0,
    )
    expect(
      getValue(
        after,
        'http_request_duration_seconds_count{method="POST",route="form",status="201"}',
      ),
    ).toBe(2)
  })

  it('name endpoints by their path, and addresses only by their kind', async () => {
    await fetch(`${server.url}/functions/get-config`)
    await fetch(`${server.url}/about?visitor=secret`)
    await fetch(`${server.url}/someone@example.com`)
    const metrics = await readMetrics()
    expect(metrics).toContain('route="/functions/get-config",status="200"')
    expect(metrics).toContain('route="page",status="200"')
    expect(metrics).toContain('route="other",status="404"')
    expect(metrics).not.toMatch(/secret|someone|example\.com/)
  })

  it('tell how many jobs are queued, such as the reminders of a booking, and that none is overdue', async () => {
    const start = `${getWeekdayAhead(6)}T10:00:00.000Z`
    expect((await postForm(server.url, buildBookingFields({ start }))).status).toBe(201)
    await expect
      .poll(async () => getValue(await readMetrics(), 'jobs_oldest_overdue_seconds'))
      .toBe(0)
    expect(getValue(await readMetrics(), 'jobs_queued')).toBeGreaterThanOrEqual(1)
  })

  it('are not served on the port of the site, nor without the setting', async () => {
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
    const plain = await ServerProcess.start()
    try {
      expect(plain.log.some(({ msg }) => msg === 'metrics are served')).toBe(false)
    } finally {
      await plain.dispose()
    }
  })
})

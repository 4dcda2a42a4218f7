import { afterEach, beforeEach, expect, it } from 'vitest'
import { owner } from '#tests/support/account/owner-account.ts'
import { buildCalendar, buildEvent } from '#tests/support/schedule/calendar-files.ts'
import { FeedDouble } from '#tests/support/schedule/feed-double.ts'
import { runCliCommand } from '#tests/support/server/cli-commands.ts'
import { ServerProcess } from '#tests/support/server/server.ts'

let feeds: FeedDouble
let server: ServerProcess

beforeEach(async () => {
  feeds = await FeedDouble.start()
  server = await ServerProcess.start({ env: { CALENDAR_ORIGIN: feeds.origin } })
})
afterEach(async () => {
  await server.dispose()
  await feeds.stop()
})

it('The built server reads a calendar in its worker thread, again after a restart, and can stop during a read', async () => {
  feeds.serveCalendar(
    '/cal',
    buildCalendar(buildEvent('DTSTART;VALUE=DATE:20261224', 'RRULE:FREQ=YEARLY')),
  )
  const created = await runCliCommand(
    'owner',
    server.dataDir,
    '--email',
    owner.email,
    '--name',
    owner.name,
  )
  expect(created.errors).toBe('')
  const cookie = await signIn()
  const set = await post('set-feed', { address: `${feeds.origin}/cal` }, cookie)
  expect(await set.json()).toMatchObject({ state: 'fresh', entryCount: 1 })
  const before = feeds.requests.length
  await server.restart()
  await expect.poll(() => feeds.requests.length, { timeout: 20_000 }).toBeGreaterThan(before)
  feeds.answers.set('/cal', () => {})
  await server.restart()
  await expect.poll(() => feeds.openConnections, { timeout: 20_000 }).toBe(1)
  expect(await server.stop()).toBe(0)
})

async function signIn(): Promise<string> {
  const { email, password } = owner
  const response = await post('auth/sign-in', { email, password }, '')
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

function post(name: string, body: object, cookie: string): Promise<Response> {
  return fetch(`${server.url}/functions/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  })
}

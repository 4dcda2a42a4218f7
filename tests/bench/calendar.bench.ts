import { setTimeout as pause } from 'node:timers/promises'
import { addDays } from '#shared/lib/date.ts'
import { owner } from '#tests/support/account/owner-account.ts'
import {
  buildCalendar,
  buildEndlessSeries,
  buildManyEvents,
  buildManySeries,
} from '#tests/support/schedule/calendar-files.ts'
import { FeedDouble } from '#tests/support/schedule/feed-double.ts'
import { runCliCommand } from '#tests/support/server/cli-commands.ts'
import { getCookies } from '#tests/support/server/site.ts'
import { type RunningServer, startBuiltServer } from './servers.ts'
import type { Row } from './table.ts'

const VISITS = 200
/** Milliseconds between visits; one at a time: feed thread, benchmark and site share the cores. */
const VISIT_PAUSE = 15

/** How long a visitor waits for free slots while the owner's feed is read again and again. */
export async function measureCalendar(): Promise<Row[]> {
  const feeds = await FeedDouble.start()
  process.env.CALENDAR_ORIGIN = feeds.origin
  feeds.serveCalendar('/cal', buildCalendar())
  const site = await startBuiltServer(async () => undefined)
  const cookie = await signIn(site)
  await setFeed(site, { cookie, address: `${feeds.origin}/cal` })
  const rows: Row[] = [
    { label: 'open times of a day, at rest', value: formatDurations(await measureVisits(site)) },
  ]
  for (const [what, text] of [
    ['while 20,000 events are read', buildManyEvents()],
    ['while 20,000 endless series are read', buildManySeries()],
    ['while a series of every second is refused', buildEndlessSeries('FREQ=SECONDLY')],
  ] as const) {
    feeds.serveCalendar('/cal', text)
    const reading = { on: true, rounds: 0 }
    const readings = readRepeatedly(site, cookie, reading)
    const durations = await measureVisits(site)
    reading.on = false
    const each = await readings
    rows.push({
      label: what,
      value: `${formatDurations(durations)}, each reading ${Math.round(each)} ms`,
    })
  }
  await site.stop()
  await feeds.stop()
  return rows
}

async function signIn({ url, dataDir }: RunningServer): Promise<string> {
  await runCliCommand('owner', dataDir, '--email', owner.email, '--name', owner.name)
  const { email, password } = owner
  const response = await fetch(`${url}/functions/auth/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return getCookies(response)
}

async function setFeed({ url }: RunningServer, { cookie, address }: Record<string, string>) {
  const answer = await fetch(`${url}/functions/set-feed`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', cookie: cookie ?? '', origin: url },
    body: JSON.stringify({ address }),
  })
  if (!answer.ok) throw new Error(`The feed was not set: ${answer.status} ${await answer.text()}`)
}

/** Returns the mean duration of a reading, milliseconds. */
async function readRepeatedly(
  { url }: RunningServer,
  cookie: string,
  reading: { on: boolean; rounds: number },
): Promise<number> {
  const began = performance.now()
  for (; reading.on; reading.rounds++) {
    const answer = await fetch(`${url}/functions/sync-ical`, { headers: { cookie } })
    const text = await answer.text()
    if (!answer.ok && !text.includes('too_much'))
      throw new Error(`The feed was not read: ${answer.status} ${text}`)
  }
  return (performance.now() - began) / reading.rounds
}

async function measureVisits({ url }: RunningServer): Promise<number[]> {
  const today = new Date().toISOString().slice(0, 10)
  const durations: number[] = []
  for (let count = 0; count < VISITS; count++) {
    // Another day each time, so that none comes from a cache.
    const day = addDays(today, 2 + (count % 60))
    const began = performance.now()
    const query = `service=initial-consultation&from=${day}&to=${day}`
    await (await fetch(`${url}/functions/get-availability?${query}`)).arrayBuffer()
    durations.push(performance.now() - began)
    await pause(VISIT_PAUSE)
  }
  return durations.sort((a, b) => a - b)
}

function formatDurations(durations: number[]): string {
  const at = (share: number) => (durations[Math.floor(durations.length * share)] ?? 0).toFixed(1)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(0.999)} ms`
}

import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/db/open.ts'
import { writeFeedRow } from '#server/schedule/feed/store.ts'
import { addDays } from '#shared/lib/date.ts'
import { command } from '#tests/support/commands.ts'
import { FeedDouble } from '#tests/support/feed-double.ts'
import { endlessSeries, manyEvents, manySeries } from '#tests/support/feeds.ts'
import { owner } from '#tests/support/owner-account.ts'
import { cookiesOf } from '#tests/support/site.ts'
import { type Running, startBuilt } from './servers.ts'
import type { Row } from './table.ts'

const VISITS = 200
/** Milliseconds between visits; one at a time: feed thread, benchmark and site share the cores. */
const BETWEEN = 15

/** How long a visitor waits for free slots while the owner's feed is read again and again. */
export async function calendarRows(): Promise<Row[]> {
  const feeds = await FeedDouble.start()
  process.env.CALENDAR_ORIGIN = feeds.origin
  const site = await startBuilt((dataDir) => {
    const db = openDatabase(dataDir)
    void db.write((tx) => writeFeedRow(tx, { address: `${feeds.origin}/cal` }))
    db.close()
  })
  const cookie = await signIn(site)
  const rows: Row[] = [{ what: 'open times of a day, at rest', value: shown(await visits(site)) }]
  for (const [what, text] of [
    ['while 20,000 events are read', manyEvents()],
    ['while 20,000 endless series are read', manySeries()],
    ['while a series of every second is refused', endlessSeries('FREQ=SECONDLY')],
  ] as const) {
    feeds.calendar('/cal', text)
    const reading = { on: true, rounds: 0 }
    const readings = readOver(site, cookie, reading)
    const waits = await visits(site)
    reading.on = false
    const each = await readings
    rows.push({ what, value: `${shown(waits)}, each reading ${Math.round(each)} ms` })
  }
  await site.stop()
  await feeds.stop()
  return rows
}

async function signIn({ url, dataDir }: Running): Promise<string> {
  await command('owner', dataDir, '--email', owner.email, '--name', owner.name)
  const { email, password } = owner
  const response = await fetch(`${url}/functions/auth/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return cookiesOf(response)
}

/** Returns the mean duration of a reading, milliseconds. */
async function readOver(
  { url }: Running,
  cookie: string,
  reading: { on: boolean; rounds: number },
): Promise<number> {
  const began = performance.now()
  for (; reading.on; reading.rounds++)
    await (await fetch(`${url}/functions/sync-ical`, { headers: { cookie } })).arrayBuffer()
  return (performance.now() - began) / reading.rounds
}

async function visits({ url }: Running): Promise<number[]> {
  const today = new Date().toISOString().slice(0, 10)
  const waits: number[] = []
  for (let count = 0; count < VISITS; count++) {
    // Another day each time, so that none comes from a cache.
    const day = addDays(today, 2 + (count % 60))
    const began = performance.now()
    const query = `service=initial-consultation&from=${day}&to=${day}`
    await (await fetch(`${url}/functions/get-availability?${query}`)).arrayBuffer()
    waits.push(performance.now() - began)
    await pause(BETWEEN)
  }
  return waits.sort((a, b) => a - b)
}

function shown(waits: number[]): string {
  const at = (share: number) => (waits[Math.floor(waits.length * share)] ?? 0).toFixed(1)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(0.999)} ms`
}

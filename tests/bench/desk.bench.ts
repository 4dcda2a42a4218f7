import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/db/open-database.ts'
import { addDays } from '#shared/lib/date.ts'
import { owner } from '#tests/support/account/owner-account.ts'
import { REGULAR_EMAIL, seedDesk } from '#tests/support/desk/desk-seed.ts'
import { runCliCommand } from '#tests/support/server/cli-commands.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { getCookies } from '#tests/support/server/site.ts'
import { type RunningServer, startBuiltServer } from './servers.ts'
import { median } from './statistics.ts'
import type { Row } from './table.ts'

const SIZES = [200, 2000, 20_000, 100_000]
const SUBMISSIONS = 10_000
const SALES = 5000
const RUNS = 7

/** Longest range of days that a request for free slots may ask for. */
const LONGEST_RANGE_DAYS = 92

/** Highest ratio of the time at 100,000 bookings to that at 2,000. */
const MAX_GROWTH = 1.5
/** How long a request may hold others up, milliseconds. */
const MAX_STALL = 50
/** Pause between two probes of the server, milliseconds. */
const POLL_INTERVAL = 2

interface Measurement {
  /** Milliseconds to the answer; the minimum of several runs, since other load only adds to it. */
  duration: number
  /** Extra milliseconds that another request waits meanwhile; the median of several runs. */
  stall: number
}

interface DeskServer extends RunningServer {
  cookie: string
}

type DeskRequest = (site: DeskServer, turn: number) => Promise<Response>

const today = new Date().toISOString().slice(0, 10)

const createGet =
  (address: string): DeskRequest =>
  ({ url, cookie }) =>
    fetch(`${url}/functions/${address}`, { headers: { cookie } })

const createPost =
  (name: string, body: object): DeskRequest =>
  ({ url, cookie }) =>
    fetch(`${url}/functions/${name}`, {
      method: 'POST',
      headers: { cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

const deskRequests: Record<string, DeskRequest> = {
  'the state of the site': createGet('get-site-state'),
  'the near bookings': createGet('get-bookings'),
  'forms, with their counts': createGet('get-forms'),
  'sales of twelve months': createGet(`get-sales?from=${addDays(today, -365)}&to=${today}`),
  'the schedule’s settings': createGet('get-schedule-settings'),
  'what is held of a person': createPost('find-person', { email: REGULAR_EMAIL }),
  'the file of sales': createPost('export-sales', {}),
  'the file of messages': createPost('export-forms', { formName: 'contact' }),
  'open times of a month': ({ url }, turn) =>
    fetch(
      `${url}/functions/get-availability?service=initial-consultation&from=${addDays(today, turn)}&to=${addDays(today, turn + 30)}`,
    ),
  'open times of the longest stretch asked for': ({ url }, turn) =>
    fetch(
      `${url}/functions/get-availability?service=initial-consultation&from=${addDays(today, turn)}&to=${addDays(today, turn + LONGEST_RANGE_DAYS)}`,
    ),
  'a booking, with the open times before it': async ({ url }, turn) => {
    const start = await findNextStart(url, turn)
    return fetch(`${url}/`, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Idempotency-Key': randomUUID() },
      body: new URLSearchParams(buildBookingFields({ start })),
    })
  },
}

async function findNextStart(url: string, turn: number): Promise<string> {
  const days = `from=${addDays(today, 3)}&to=${addDays(today, 33)}`
  const answer = await fetch(
    `${url}/functions/get-availability?service=initial-consultation&${days}`,
  )
  const { slots } = (await answer.json()) as { slots: string[] }
  return slots[turn * 2] ?? ''
}

/**
 * How long requests of the desk and of a visitor take with ever more bookings, and how long they
 * hold other requests up.
 */
export async function measureDesk(): Promise<Row[]> {
  const sites: DeskServer[] = []
  for (const bookings of SIZES) sites.push(await startDeskServer(bookings))
  const figures = new Map<string, Measurement[]>()
  for (const [what, request] of Object.entries(deskRequests))
    figures.set(what, await measureRequest(sites, request))
  for (const site of sites) await site.stop()
  return [
    { label: 'bookings', value: SIZES.map((size) => size.toLocaleString('en-GB')).join(' · ') },
    ...[...figures].map(([what, of]) => formatRow(what, of)),
  ]
}

async function startDeskServer(bookings: number): Promise<DeskServer> {
  const site = await startBuiltServer(async (dataDir) => {
    const db = await openDatabase(dataDir)
    const now = Date.now()
    await seedDesk(db, {
      bookings,
      submissions: SUBMISSIONS,
      sales: Math.min(SALES, bookings),
      now,
    })
    await db.close()
  })
  await runCliCommand('owner', site.dataDir, '--email', owner.email, '--name', owner.name)
  const { email, password } = owner
  const signedIn = await createPost('auth/sign-in', { email, password })({ ...site, cookie: '' }, 0)
  return { ...site, cookie: getCookies(signedIn) }
}

/** Measures all sizes in turn, so that other load on the machine affects them alike. */
async function measureRequest(
  sites: readonly DeskServer[],
  request: DeskRequest,
): Promise<Measurement[]> {
  const turns = sites.map((): Measurement[] => [])
  // The first turn is a warm-up for the JIT compiler and does not count.
  for (let turn = 0; turn <= RUNS; turn++)
    for (const [index, site] of sites.entries()) {
      const figure = await measureOnce(site, request, turn)
      if (turn > 0) turns[index]?.push(figure)
    }
  return turns.map((of) => ({
    duration: Math.min(...of.map(({ duration: took }) => took)),
    stall: median(of.map(({ stall }) => stall)),
  }))
}

async function measureOnce(
  site: DeskServer,
  request: DeskRequest,
  turn: number,
): Promise<Measurement> {
  const timeRequest = async () => {
    const began = performance.now()
    const answer = await request(site, turn)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`)
    return performance.now() - began
  }
  // First without probes, since the probes slow the request down.
  const took = await timeRequest()
  const rest = await measureLongestWait(site, pause(20))
  return { duration: took, stall: (await measureLongestWait(site, timeRequest())) - rest }
}

/** The longest wait of a probe, in milliseconds, until `during` is settled. */
async function measureLongestWait(
  { url }: RunningServer,
  during: Promise<unknown>,
): Promise<number> {
  let on = true
  void during.finally(() => {
    on = false
  })
  let longest = 0
  while (on) {
    const began = performance.now()
    await (await fetch(`${url}/healthz`)).arrayBuffer()
    longest = Math.max(longest, performance.now() - began)
    await pause(POLL_INTERVAL)
  }
  return longest
}

/** Rows whose growth counts from 20,000 bookings: 2,000 bookings cannot have all 5,000 sales. */
const SALES_REQUESTS = new Set(['sales of twelve months', 'the file of sales'])

function formatRow(what: string, figures: readonly Measurement[]): Row {
  const took = figures.map((figure) => figure.duration.toFixed(1)).join(' · ')
  const from = SALES_REQUESTS.has(what) ? 2 : 1
  const growth = (figures[3]?.duration ?? 0) / (figures[from]?.duration ?? 1)
  const stall = Math.max(...figures.map((figure) => figure.stall))
  return {
    label: what,
    value: `${took} ms, ×${growth.toFixed(2)} from ${SIZES[from]?.toLocaleString('en-GB')} to 100,000, others wait ${stall.toFixed(0)} ms`,
    target: `≤ ×${MAX_GROWTH}, ≤ ${MAX_STALL} ms`,
  }
}

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/db/open.ts'
import { addDays } from '#shared/lib/date.ts'
import { command } from '#tests/support/commands.ts'
import { fillDesk, REGULAR } from '#tests/support/desk-fill.ts'
import { bookingFields } from '#tests/support/forms.ts'
import { owner } from '#tests/support/owner-account.ts'
import { cookiesOf } from '#tests/support/site.ts'
import { median } from './figures.ts'
import { type Running, startBuilt } from './servers.ts'
import type { Row } from './table.ts'

const SIZES = [200, 2000, 20_000, 100_000]
const SUBMISSIONS = 10_000
const SALES = 5000
const TIMES = 7

/** Longest range of days that a request for free slots may ask for. */
const LONGEST = 92

/** Highest ratio of the time at 100,000 bookings to that at 2,000. */
const MOST_GROWTH = 1.5
/** How long a request may hold others up, milliseconds. */
const LONGEST_STALL = 50
/** Pause between two probes of the server, milliseconds. */
const LOOK = 2

interface Figure {
  /** Milliseconds to the answer; the minimum of several runs, since other load only adds to it. */
  took: number
  /** Extra milliseconds that another request waits meanwhile; the median of several runs. */
  stall: number
}

interface Visitor extends Running {
  cookie: string
}

type Asking = (site: Visitor, turn: number) => Promise<Response>

const today = new Date().toISOString().slice(0, 10)

const get =
  (address: string): Asking =>
  ({ url, cookie }) =>
    fetch(`${url}/functions/${address}`, { headers: { cookie } })

const post =
  (name: string, body: object): Asking =>
  ({ url, cookie }) =>
    fetch(`${url}/functions/${name}`, {
      method: 'POST',
      headers: { cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

const askings: Record<string, Asking> = {
  'the dashboard': get('get-dashboard'),
  'the near bookings': get('get-bookings'),
  'a first page of bookings': get('get-booking-changes'),
  'forms, with their counts': get('get-forms'),
  'a first page of forms': get('get-form-changes'),
  'sales of twelve months': get(`get-sales?from=${addDays(today, -365)}&to=${today}`),
  'a first page of sales': get('get-sale-changes'),
  'the schedule’s settings': get('get-schedule-settings'),
  'what is held of a person': post('find-person', { email: REGULAR }),
  'the file of sales': post('export-sales', {}),
  'the file of messages': post('export-forms', { formName: 'contact' }),
  'open times of a month': ({ url }, turn) =>
    fetch(
      `${url}/functions/get-availability?service=initial-consultation&from=${addDays(today, turn)}&to=${addDays(today, turn + 30)}`,
    ),
  'open times of the longest stretch asked for': ({ url }, turn) =>
    fetch(
      `${url}/functions/get-availability?service=initial-consultation&from=${addDays(today, turn)}&to=${addDays(today, turn + LONGEST)}`,
    ),
  'a booking, with the open times before it': async ({ url }, turn) => {
    const start = await nextStart(url, turn)
    return fetch(`${url}/`, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Idempotency-Key': randomUUID() },
      body: new URLSearchParams(bookingFields({ start })),
    })
  },
}

async function nextStart(url: string, turn: number): Promise<string> {
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
export async function deskRows(): Promise<Row[]> {
  const sites: Visitor[] = []
  for (const bookings of SIZES) sites.push(await deskWith(bookings))
  const figures = new Map<string, Figure[]>()
  for (const [what, ask] of Object.entries(askings)) figures.set(what, await measured(sites, ask))
  for (const site of sites) await site.stop()
  return [
    { what: 'bookings', value: SIZES.map((size) => size.toLocaleString('en-GB')).join(' · ') },
    ...[...figures].map(([what, of]) => rowOf(what, of)),
  ]
}

async function deskWith(bookings: number): Promise<Visitor> {
  const site = await startBuilt(async (dataDir) => {
    const db = openDatabase(dataDir)
    const now = Date.now()
    await fillDesk(db, {
      bookings,
      submissions: SUBMISSIONS,
      sales: Math.min(SALES, bookings),
      now,
    })
    db.close()
  })
  await command('owner', site.dataDir, '--email', owner.email, '--name', owner.name)
  const { email, password } = owner
  const signedIn = await post('auth/sign-in', { email, password })({ ...site, cookie: '' }, 0)
  return { ...site, cookie: cookiesOf(signedIn) }
}

/** Measures all sizes in turn, so that other load on the machine affects them alike. */
async function measured(sites: readonly Visitor[], ask: Asking): Promise<Figure[]> {
  const turns = sites.map((): Figure[] => [])
  // The first turn is a warm-up for the JIT compiler and does not count.
  for (let turn = 0; turn <= TIMES; turn++)
    for (const [index, site] of sites.entries()) {
      const figure = await once(site, ask, turn)
      if (turn > 0) turns[index]?.push(figure)
    }
  return turns.map((of) => ({
    took: Math.min(...of.map(({ took }) => took)),
    stall: median(of.map(({ stall }) => stall)),
  }))
}

async function once(site: Visitor, ask: Asking, turn: number): Promise<Figure> {
  const asked = async () => {
    const began = performance.now()
    const answer = await ask(site, turn)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`)
    return performance.now() - began
  }
  // First without probes, since the probes slow the request down.
  const took = await asked()
  const rest = await longestWait(site, pause(20))
  return { took, stall: (await longestWait(site, asked())) - rest }
}

/** The longest wait of a probe, in milliseconds, until `during` is settled. */
async function longestWait({ url }: Running, during: Promise<unknown>): Promise<number> {
  let on = true
  void during.finally(() => {
    on = false
  })
  let longest = 0
  while (on) {
    const began = performance.now()
    await (await fetch(`${url}/healthz`)).arrayBuffer()
    longest = Math.max(longest, performance.now() - began)
    await pause(LOOK)
  }
  return longest
}

/** Rows whose growth counts from 20,000 bookings: 2,000 bookings cannot have all 5,000 sales. */
const OF_SALES = new Set(['sales of twelve months', 'the file of sales'])

function rowOf(what: string, figures: readonly Figure[]): Row {
  const took = figures.map((figure) => figure.took.toFixed(1)).join(' · ')
  const from = OF_SALES.has(what) ? 2 : 1
  const growth = (figures[3]?.took ?? 0) / (figures[from]?.took ?? 1)
  const stall = Math.max(...figures.map((figure) => figure.stall))
  return {
    what,
    value: `${took} ms, ×${growth.toFixed(2)} from ${SIZES[from]?.toLocaleString('en-GB')} to 100,000, others wait ${stall.toFixed(0)} ms`,
    aim: `≤ ×${MOST_GROWTH}, ≤ ${LONGEST_STALL} ms`,
  }
}

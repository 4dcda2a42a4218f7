import { readFeed } from '#server/schedule/feed/read-feed.ts'

export interface ReadOptions {
  from?: string
  to?: string
  zone?: string
  addresses?: string[]
}

/** Reads a calendar as the owner's, whose own booking is `a-booking@own.example`. */
export function readText(text: string, options: ReadOptions = {}) {
  const { from = '2026-11-20', to = '2027-02-20', zone = 'Europe/Oslo' } = options
  const window = { start: Date.parse(`${from}T00:00:00Z`), end: Date.parse(`${to}T00:00:00Z`) }
  return readFeed({
    text,
    window,
    ownZone: zone,
    ownUids: ['a-booking@own.example'],
    ownAddresses: options.addresses ?? ['owner@example.org'],
  })
}

/** Busy times as `2026-11-23T08:00 2026-11-23T08:30`, in UTC. */
export function readBusyTimes(text: string, options: ReadOptions = {}): string[] {
  const iso = (instant: number) => new Date(instant).toISOString().slice(0, 16)
  return readText(text, options)?.busy.map(({ start, end }) => `${iso(start)} ${iso(end)}`) ?? []
}

/** The busy time that most calendars of the tests have. */
export const NINE_TO_ELEVEN = ['2026-12-08T09:00 2026-12-08T11:00']

/** The days on which busy times start. */
export const readBusyDays = (text: string, options?: ReadOptions) =>
  readBusyTimes(text, options).map((span) => span.slice(0, 10))

/** Busy times of whole days in Oslo, in winter. */
export const wholeDays = (...dates: [first: string, last: string][]) =>
  dates.map(([first, last]) => {
    const before = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10)
    return `${before}T23:00 ${last}T23:00`
  })

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

import type { HeldHere } from '#client/book/store/types.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { instantDateWords } from '#shared/lib/date-words.ts'
import type { Holdings } from '#shared/privacy/api.ts'

export interface HeldRow {
  /** `2 bookings` */
  what: string
  /** What the data consists of. */
  detail: string
  /** Identifies the kind of data. */
  kind: Counted | 'receipts' | 'waiting'
  /** `3 Mar 2026`; empty if unknown. */
  since: string
  /** What an erasure does with it, or until when it is kept. */
  fate: string
  kept: boolean
}

type Counted = Exclude<
  keyof Holdings,
  'email' | 'kept' | 'obstacle' | 'receipts' | 'since' | 'clientIds'
>

const kinds: Record<Counted, { one: string; many: string; detail: string }> = {
  clients: {
    one: 'client',
    many: 'clients',
    detail: 'Contact details, preferences, journeys, notes',
  },
  accounts: { one: 'account', many: 'accounts', detail: 'Name, address, sign-ins' },
  bookings: { one: 'booking', many: 'bookings', detail: 'Name, contact details, times, message' },
  submissions: {
    one: 'form submission',
    many: 'form submissions',
    detail: 'Everything typed into it',
  },
  mails: { one: 'email record', many: 'email records', detail: 'Address, subject, text, time' },
  newsletterConsents: {
    one: 'newsletter consent',
    many: 'newsletter consents',
    detail: 'Address, words, times',
  },
}

const OF_RECEIPT = 'Name, amount, service and date'

/**
 * A row for each kind of data, then one for each receipt that the law requires, then what only this
 * device has.
 */
export function heldRows(holdings: Holdings, here: readonly HeldHere[] = []): HeldRow[] {
  const counted = (Object.keys(kinds) as Counted[]).flatMap((kind) => {
    const number = holdings[kind]
    if (number === 0) return []
    const { one, many, detail } = kinds[kind]
    const since = dayWords(holdings.since[kind])
    const fate = kind === 'clients' ? 'Erased on all devices' : 'Erased'
    return [{ kind, what: countWords(number, one, many), detail, since, fate, kept: false }]
  })
  const receipts = holdings.receipts - holdings.kept.length
  const kept = holdings.kept.map(({ receipt, issuedAt, until }) => ({
    kind: 'receipts' as const,
    since: dayWords(issuedAt),
    what: `Receipt ${receipt}`,
    detail: OF_RECEIPT,
    fate: `Kept until ${lastDay(until)}`,
    kept: true,
  }))
  return [...counted, ...receiptsRow(receipts), ...kept, ...waitingRow(here)]
}

/** Receipts that the law does not require: those of demonstrations, and those old enough. */
function receiptsRow(number: number): HeldRow[] {
  if (number <= 0) return []
  const what = countWords(number, 'receipt', 'receipts')
  return [{ kind: 'receipts', what, detail: OF_RECEIPT, since: '', fate: 'Erased', kept: false }]
}

const hereKinds: Record<HeldHere['kind'], string> = {
  edit: 'not sent yet',
  refused: 'refused by the server',
  draft: 'started and not saved',
}

function waitingRow(here: readonly HeldHere[]): HeldRow[] {
  if (here.length === 0) return []
  const parts = (Object.keys(hereKinds) as HeldHere['kind'][]).flatMap((kind) => {
    const number = here.filter((one) => one.kind === kind).length
    return number > 0 ? [`${number} ${hereKinds[kind]}`] : []
  })
  const [oldest] = here.flatMap(({ at }) => at || []).sort()
  const what = countWords(here.length, 'change', 'changes')
  return [
    {
      kind: 'waiting',
      what: `${what} waiting on this device`,
      detail: parts.join(', '),
      since: dayWords(oldest),
      fate: 'Erased on this device',
      kept: false,
    },
  ]
}

const DAY = 86_400_000

/** `3 Mar 2026`, in this device's time zone. */
function dayWords(iso = ''): string {
  return iso && instantDateWords(Date.parse(iso), deviceZone(), 'short')
}

/** `31 December 2031`, the last day of the legal period; `until` is the day after it. */
function lastDay(until: string): string {
  return instantDateWords(Date.parse(until) - DAY, 'UTC', 'long')
}

export function countOf(holdings: Holdings, here: readonly HeldHere[] = []): number {
  return (
    here.length +
    holdings.clients +
    holdings.accounts +
    holdings.bookings +
    holdings.submissions +
    holdings.mails +
    holdings.newsletterConsents +
    holdings.receipts
  )
}

export function countWords(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}

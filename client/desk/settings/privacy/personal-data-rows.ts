import type { UnsyncedPersonalData } from '#client/data/store/types.ts'
import { getDisplayZone } from '#client/lib/data/device-zone.ts'
import { formatInstantDate } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import type { PersonalDataSummary } from '#shared/privacy/api.ts'

export interface PersonalDataRow {
  /** `2 bookings` */
  label: string
  /** What the data consists of. */
  detail: string
  /** Identifies the kind of data. */
  kind: CountedKind | 'receipts' | 'sharedJourneys' | 'unsynced'
  /** `3 Mar 2026`; empty if unknown. */
  since: string
  /** What an erasure does with it, or until when it is kept. */
  erasureEffect: string
  /** Why an erasure leaves it; undefined if it does not. */
  retainedReason?: string
}

type CountedKind = Exclude<
  keyof PersonalDataSummary,
  'email' | 'retained' | 'obstacle' | 'receipts' | 'oldestAt' | 'clientIds' | 'sharedJourneys'
>

const kindTexts: Record<CountedKind, { one: string; many: string; detail: string }> = {
  clients: {
    one: 'client',
    many: 'clients',
    detail: 'Contact details, preferences, trips, notes',
  },
  journeys: {
    one: 'journey',
    many: 'journeys',
    detail: 'Days and items, guests’ copies, documents',
  },
  accounts: { one: 'account', many: 'accounts', detail: 'Name, address, sign-ins' },
  bookings: {
    one: 'booking',
    many: 'bookings',
    detail: 'Name, contact details, address of buyers, times, message',
  },
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

const countedKinds = Object.keys(kindTexts) as CountedKind[]

const SHARED_REASON = 'You remove what its texts say about them'
const RECEIPT_DETAIL = 'Name, address, amount, service and date'

/**
 * A row for each kind of data, then one for each receipt that the law requires, then what only this
 * device has.
 */
export function listPersonalDataRows(
  summary: PersonalDataSummary,
  here: readonly UnsyncedPersonalData[] = [],
): PersonalDataRow[] {
  const counted = countedKinds.flatMap((kind) => {
    const number = summary[kind]
    if (number === 0) return []
    const { one, many, detail } = kindTexts[kind]
    const since = formatDeviceDate(summary.oldestAt[kind])
    const isSynced = kind === 'clients' || kind === 'journeys'
    const erasureEffect = isSynced ? 'Erased on all devices' : 'Erased'
    return [{ kind, label: pluralize(number, one, many), detail, since, erasureEffect }]
  })
  const receipts = summary.receipts - summary.retained.length
  const retainedRows = summary.retained.map(({ receipt, issuedAt, until }) => ({
    kind: 'receipts' as const,
    since: formatDeviceDate(issuedAt),
    label: `Receipt ${receipt}`,
    detail: RECEIPT_DETAIL,
    erasureEffect: `Kept until ${formatLastDay(until)}`,
    retainedReason: 'Bookkeeping law, five years',
  }))
  const shared = summary.sharedJourneys.map(({ title, createdAt }) => ({
    kind: 'sharedJourneys' as const,
    since: formatDeviceDate(createdAt),
    label: `Journey ${nameJourney(title)}`,
    detail: 'Other clients travel, too',
    erasureEffect: 'Stays, without this client',
    retainedReason: SHARED_REASON,
  }))
  return [
    ...counted,
    ...shared,
    ...toReceiptsRows(receipts),
    ...retainedRows,
    ...toUnsyncedRows(here),
  ]
}

/** `“Lofoten in June”` */
export function nameJourney(title: string): string {
  return title ? `“${title}”` : 'without a title'
}

/** Receipts that the law does not require: those of demonstrations, and those old enough. */
function toReceiptsRows(number: number): PersonalDataRow[] {
  if (number <= 0) return []
  const what = pluralize(number, 'receipt', 'receipts')
  return [
    {
      kind: 'receipts',
      label: what,
      detail: RECEIPT_DETAIL,
      since: '',
      erasureEffect: 'Erased',
    },
  ]
}

const unsyncedKindTexts: Record<UnsyncedPersonalData['kind'], string> = {
  edit: 'not sent yet',
  rejected: 'rejected by the server',
  draft: 'started and not saved',
}

function toUnsyncedRows(here: readonly UnsyncedPersonalData[]): PersonalDataRow[] {
  const [own, shared] = [false, true].map((isShared) =>
    here.filter(({ othersTravel = false }) => othersTravel === isShared),
  )
  return [...toUnsyncedRow(own, 'Erased on this device'), ...toSharedRow(shared)]
}

/** Edits of journeys on which others travel too: as the journeys themselves, they stay. */
function toSharedRow(here: readonly UnsyncedPersonalData[] = []): PersonalDataRow[] {
  return toUnsyncedRow(here, 'Stay').map((row) => ({
    ...row,
    label: `${row.label}, in journeys of others too`,
    retainedReason: SHARED_REASON,
  }))
}

function toUnsyncedRow(
  here: readonly UnsyncedPersonalData[] = [],
  erasureEffect: string,
): PersonalDataRow[] {
  if (here.length === 0) return []
  const parts = (Object.keys(unsyncedKindTexts) as UnsyncedPersonalData['kind'][]).flatMap(
    (kind) => {
      const number = here.filter((one) => one.kind === kind).length
      return number > 0 ? [`${number} ${unsyncedKindTexts[kind]}`] : []
    },
  )
  const [oldest] = here.flatMap(({ at }) => at || []).sort()
  const what = pluralize(here.length, 'change', 'changes')
  return [
    {
      kind: 'unsynced',
      label: `${what} waiting on this device`,
      detail: parts.join(', '),
      since: formatDeviceDate(oldest),
      erasureEffect,
    },
  ]
}

const DAY = 86_400_000

/** `3 Mar 2026`, in this device's time zone. */
function formatDeviceDate(iso = ''): string {
  return iso && formatInstantDate(Date.parse(iso), getDisplayZone(), 'short')
}

/** `31 December 2031`, the last day of the legal period; `until` is the day after it. */
function formatLastDay(until: string): string {
  return formatInstantDate(Date.parse(until) - DAY, 'UTC', 'long')
}

export function countItems(
  summary: PersonalDataSummary,
  here: readonly UnsyncedPersonalData[] = [],
): number {
  const counted = countedKinds.reduce((sum, kind) => sum + summary[kind], 0)
  return here.length + counted + summary.sharedJourneys.length + summary.receipts
}

/** How many items an erasure removes. */
export function countErasable(
  summary: PersonalDataSummary,
  here: readonly UnsyncedPersonalData[] = [],
): number {
  const shared = here.filter(({ othersTravel }) => othersTravel).length
  const stays = summary.retained.length + summary.sharedJourneys.length + shared
  return countItems(summary, here) - stays
}

import { useMemo, useRef, useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import table from '#client/desk/kit/data-table.module.css'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { SearchBox } from '#client/desk/kit/lists/search-box.tsx'
import {
  ListSkeleton,
  LoadErrorBanner,
  StaleBadge,
  useIsDisconnected,
} from '#client/desk/kit/page/data-state.tsx'
import { SegmentedControl } from '#client/desk/kit/page/segmented-control.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useOwnerZone, useRecordData, useRecords } from '#client/desk/queries/use-records.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { useExport } from '#client/lib/data/use-export.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { BreakableAddress } from '#client/ui/controls/breakable-address.tsx'
import {
  ExportErrorBanner,
  type SignInAgainComponent,
} from '#client/ui/controls/export-error-banner.tsx'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import {
  exportNewsletter,
  getNewsletter,
  type NewsletterAnswer,
  type NewsletterReader,
  toNewsletterReader,
  unsubscribeNewsletterReader,
} from '#shared/contact/api.ts'
import { formatInstantDate } from '#shared/lib/format-date.ts'
import styles from './forms-page.module.css'

const OFFLINE_REASON = 'This needs a connection.'

const filters = [
  { value: 'subscribed', label: 'On the list' },
  { value: 'unconfirmed', label: 'Not confirmed' },
  { value: 'unsubscribed', label: 'Left' },
] as const

type Filter = (typeof filters)[number]['value']

/** The readers of the seasonal letter, former and unconfirmed ones too, with proofs of consent. */
export function NewsletterList({ SignIn }: { SignIn: SignInAgainComponent }) {
  const desk = useNewsletter()
  const [filter, setFilter] = useState<Filter>('subscribed')
  const [typed, setTyped] = useState('')
  const [selectedReader, setSelectedReader] = useState<NewsletterReader>()
  const dialog = useRef<HTMLDialogElement>(null)
  const exportState = useExport(exportNewsletter)
  const unsubscribing = useUnsubscribe(() => {
    dialog.current?.close()
    desk.reload()
  })
  const disabledReason = useIsDisconnected(desk) ? OFFLINE_REASON : undefined
  const readers = desk.data?.readers ?? []
  const hasSubscribers = readers.some(({ state }) => state === 'subscribed')
  const emptyReason = !desk.data
    ? 'The list is not loaded yet.'
    : hasSubscribers
      ? undefined
      : 'There are no subscribers yet.'
  const visibleReaders = readers.filter(
    ({ state, email }) =>
      state === filter && email.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  return (
    <div className={styles.page}>
      <LoadErrorBanner failure="Failed to load the newsletter list" desk={desk} />
      <ExportErrorBanner
        title={exportNewsletter.failure}
        exportState={exportState}
        SignIn={SignIn}
      />
      <Box
        title="Seasonal letter"
        flush
        aside={
          <DeskButton
            variant="ghost"
            busy={exportState.busy}
            disabledReason={disabledReason ?? emptyReason}
            onClick={() => exportState.start({})}
          >
            Export list
          </DeskButton>
        }
      >
        <div className={`${kit.inset} ${styles.tools}`}>
          <SegmentedControl label="Show" options={filters} value={filter} onChange={setFilter} />
          <SearchBox
            label="Search the list"
            placeholder="Search by email address"
            value={typed}
            onChange={setTyped}
          />
          <p className={type.fine} role="status">
            {desk.data ? formatReaderCount(visibleReaders.length, filter) : null}
          </p>
          <StaleBadge desk={desk} />
        </div>
        <ListSkeleton desk={desk} />
        {visibleReaders.length > 0 ? (
          <NewsletterTable
            readers={visibleReaders}
            timeZone={desk.data?.timeZone ?? 'UTC'}
            disabledReason={
              disabledReason ?? (unsubscribing.busy ? 'This is under way.' : undefined)
            }
            onUnsubscribe={(reader) => {
              unsubscribing.reset()
              setSelectedReader(reader)
              dialog.current?.showModal()
            }}
          />
        ) : null}
        {desk.data && visibleReaders.length === 0 ? (
          <NoReaders filter={filter} hasSearch={typed.trim() !== ''} />
        ) : null}
      </Box>
      <ConfirmDialog
        ref={dialog}
        title="Take this address off the list?"
        confirmLabel="Unsubscribe"
        danger
        busy={unsubscribing.busy}
        onConfirm={() => selectedReader && unsubscribing.start(selectedReader.id)}
      >
        <p>{selectedReader?.email} will get no more letters. The record of consent is kept.</p>
        {unsubscribing.failed ? (
          <Banner tone="error" title="Failed to unsubscribe this address">
            The list is as it was. Please try again.
          </Banner>
        ) : null}
      </ConfirmDialog>
    </div>
  )
}

const emptyTexts: Record<Filter, { title: string; text: string }> = {
  subscribed: {
    title: 'No subscribers yet',
    text: 'People appear here once they have confirmed.',
  },
  unconfirmed: {
    title: 'No one has yet to confirm',
    text: 'Unconfirmed addresses are deleted after 30 days.',
  },
  unsubscribed: {
    title: 'No one has unsubscribed',
    text: 'People who leave stay here, as the record of their consent.',
  },
}

/** Shown in place of an empty list. */
function NoReaders({ filter, hasSearch }: { filter: Filter; hasSearch: boolean }) {
  if (hasSearch)
    return (
      <EmptyState object="spyglass" title="No addresses found">
        No address here matches the search.
      </EmptyState>
    )
  const { title, text } = emptyTexts[filter]
  return (
    <EmptyState object="letter" title={title}>
      {text}
    </EmptyState>
  )
}

function formatReaderCount(count: number, filter: Filter): string {
  const people = `${count} ${count === 1 ? 'address' : 'addresses'}`
  return {
    subscribed: `${people} on the list`,
    unconfirmed: `${people} not confirmed`,
    unsubscribed: `${people} unsubscribed`,
  }[filter]
}

/** Unsubscribes an address on behalf of the owner. */
function useUnsubscribe(onDone: () => void) {
  const { busy, run } = useOneAtATime()
  const [failed, setFailed] = useState(false)
  const start = async (id: string) => {
    setFailed(false)
    const answer = await callEndpoint(unsubscribeNewsletterReader, { id })
    if (answer.ok) onDone()
    else setFailed(true)
  }
  return {
    busy,
    failed,
    start: (id: string) => void run(() => start(id)),
    reset: () => setFailed(false),
  }
}

interface NewsletterTableProps {
  readers: readonly NewsletterReader[]
  timeZone: string
  /** Why unsubscribing is unavailable now. */
  disabledReason: string | undefined
  onUnsubscribe: (reader: NewsletterReader) => void
}

/**
 * Each address with its proof of consent: the wording, the form, and the times of consent and
 * confirmation.
 */
function NewsletterTable({
  readers,
  timeZone,
  disabledReason,
  onUnsubscribe,
}: NewsletterTableProps) {
  const at = (iso: string) => {
    const instant = Date.parse(iso)
    return `${formatInstantDate(instant, timeZone, 'long')}, ${formatClockTime(instant, timeZone)}`
  }
  return (
    <table className={`${table.table} ${kit.stacked} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">Address</th>
          <th scope="col">What was agreed to</th>
          <th scope="col">When</th>
          <th scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {readers.map((reader) => (
          <tr key={reader.id}>
            <th scope="row">
              <b>
                <BreakableAddress address={reader.email} />
              </b>
            </th>
            <td>
              “{reader.wording}”
              <small>
                Text of {reader.version}, {sourceLabels[reader.source] ?? reader.source}
              </small>
            </td>
            <td>{renderTimes(reader, at)}</td>
            <td>
              {reader.state === 'unsubscribed' ? null : (
                <TextAction
                  danger
                  disabledReason={disabledReason}
                  onClick={() => onUnsubscribe(reader)}
                >
                  Unsubscribe<VisuallyHidden> {reader.email}</VisuallyHidden>
                </TextAction>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const sourceLabels: Partial<Record<string, string>> = {
  contact: 'contact form',
  inquiry: 'enquiry form',
}

function renderTimes(
  { requestedAt, confirmedAt, withdrawnAt }: NewsletterReader,
  at: (iso: string) => string,
) {
  return (
    <>
      {confirmedAt ? `Confirmed ${at(confirmedAt)}` : 'Not confirmed'}
      <small>Signed up {at(requestedAt)}</small>
      {withdrawnAt ? <small>Left {at(withdrawnAt)}</small> : null}
    </>
  )
}

const query = { endpoint: getNewsletter, input: {} }

/** Every consent to the newsletter, the latest first, and the owner's zone. */
function useNewsletter(): DeskData<NewsletterAnswer> {
  const records = useRecords('newsletter-reader')
  const timeZone = useOwnerZone()
  const derived = useMemo(() => {
    if (!records || !timeZone) return undefined
    const readers = [...records].map(([id, record]) => toNewsletterReader(id, record))
    return { timeZone, readers: readers.sort(compareReaders) }
  }, [records, timeZone])
  return useRecordData({ derived, from: ['newsletter-reader'] }, query)
}

function compareReaders(one: NewsletterReader, other: NewsletterReader): number {
  return other.requestedAt.localeCompare(one.requestedAt) || other.id.localeCompare(one.id)
}

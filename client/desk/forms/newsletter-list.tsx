import { useRef, useState } from 'react'
import { AddressWords } from '#client/desk/kit/address-words.tsx'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import table from '#client/desk/kit/data-table.module.css'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { SearchBox } from '#client/desk/kit/lists/search-box.tsx'
import { AsOf, LoadTrouble, useIsCutOff } from '#client/desk/kit/page/data-state.tsx'
import { Segmented } from '#client/desk/kit/page/segmented-control.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { call } from '#client/lib/data/api.ts'
import { useExport } from '#client/lib/data/use-export.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { ExportTrouble, type SignInAgain } from '#client/ui/controls/export-trouble.tsx'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { clockTime, longDate } from '#shared/booking/times.ts'
import {
  exportNewsletter,
  getNewsletter,
  type Reader,
  unsubscribeReader,
} from '#shared/contact/api.ts'
import styles from './newsletter-list.module.css'

const OFFLINE = 'This needs a connection.'

const filters = [
  { value: 'subscribed', label: 'On the list' },
  { value: 'waiting', label: 'Not confirmed' },
  { value: 'unsubscribed', label: 'Left' },
] as const

type Filter = (typeof filters)[number]['value']

/** The subscribers of the seasonal letter, with the proof of each consent. */
export function NewsletterList({ SignIn }: { SignIn: SignInAgain }) {
  const desk = useDeskData(getNewsletter, {})
  const [filter, setFilter] = useState<Filter>('subscribed')
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<Reader>()
  const dialog = useRef<HTMLDialogElement>(null)
  const file = useExport(exportNewsletter)
  const leaving = useUnsubscribe(() => {
    dialog.current?.close()
    desk.reload()
  })
  const barred = useIsCutOff(desk) ? OFFLINE : undefined
  const readers = desk.data?.readers ?? []
  const subscribed = readers.filter(({ state }) => state === 'subscribed').length
  const shown = readers.filter(
    ({ state, email }) => state === filter && email.includes(typed.trim().toLowerCase()),
  )
  return (
    <div className={styles.page}>
      <LoadTrouble failure="Failed to load the newsletter list" desk={desk} />
      <ExportTrouble failure={exportNewsletter.failure} of={file} SignIn={SignIn} />
      <Box
        title="Seasonal letter"
        flush
        aside={
          <DeskButton
            variant="ghost"
            busy={file.busy}
            barred={barred ?? (subscribed === 0 ? 'There are no subscribers yet.' : undefined)}
            onClick={() => file.start({})}
          >
            Export list
          </DeskButton>
        }
      >
        <div className={`${kit.inset} ${styles.tools}`}>
          <Segmented label="Show" options={filters} value={filter} onChange={setFilter} />
          <SearchBox
            label="Search readers"
            hint="Search by email address"
            value={typed}
            onChange={setTyped}
          />
          <p className={type.fine} role="status">
            {countWords(shown.length, filter)}
          </p>
          <AsOf desk={desk} />
        </div>
        {shown.length > 0 ? (
          <NewsletterTable
            readers={shown}
            timeZone={desk.data?.timeZone ?? 'UTC'}
            barred={barred}
            onUnsubscribe={(reader) => {
              setAsked(reader)
              dialog.current?.showModal()
            }}
          />
        ) : (
          <EmptyState title="No subscribers yet">{emptyWords[filter]}</EmptyState>
        )}
      </Box>
      <ConfirmDialog
        ref={dialog}
        title="Take this address off the list?"
        confirm="Unsubscribe"
        danger
        busy={leaving.busy}
        onConfirm={() => asked && leaving.start(asked.id)}
      >
        <p>{asked?.email} will get no more letters. The record of consent is kept.</p>
        {leaving.failed ? (
          <Banner tone="error" title="Failed to unsubscribe this address">
            The list is as it was. Please try again.
          </Banner>
        ) : null}
      </ConfirmDialog>
    </div>
  )
}

const emptyWords: Record<Filter, string> = {
  subscribed: 'People appear here once they confirm by email.',
  waiting: 'No one has yet to confirm. Unconfirmed addresses are deleted after 30 days.',
  unsubscribed: 'No one has unsubscribed.',
}

function countWords(count: number, filter: Filter): string {
  const people = `${count} ${count === 1 ? 'address' : 'addresses'}`
  return {
    subscribed: `${people} on the list`,
    waiting: `${people} not confirmed`,
    unsubscribed: `${people} unsubscribed`,
  }[filter]
}

/** Unsubscribes an address on behalf of the owner. */
function useUnsubscribe(onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const start = async (id: string) => {
    setBusy(true)
    setFailed(false)
    const answer = await call(unsubscribeReader, { id })
    setBusy(false)
    if (answer.ok) onDone()
    else setFailed(true)
  }
  return { busy, failed, start: (id: string) => void start(id) }
}

interface NewsletterTableProps {
  readers: readonly Reader[]
  timeZone: string
  /** Why unsubscribing is unavailable now. */
  barred: string | undefined
  onUnsubscribe: (reader: Reader) => void
}

/**
 * Each address with its proof of consent: the wording, the form, and the times of consent and
 * confirmation.
 */
function NewsletterTable({ readers, timeZone, barred, onUnsubscribe }: NewsletterTableProps) {
  const at = (iso: string) => {
    const instant = Date.parse(iso)
    return `${longDate(instant, timeZone)}, ${clockTime(instant, timeZone)}`
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
                <AddressWords address={reader.email} />
              </b>
            </th>
            <td>
              “{reader.wording}”
              <small>
                Text of {reader.version}, {sources[reader.source]}
              </small>
            </td>
            <td>{timesOf(reader, at)}</td>
            <td>
              {reader.state === 'unsubscribed' ? null : (
                <TextAction danger barred={barred} onClick={() => onUnsubscribe(reader)}>
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

const sources = { contact: 'contact form', inquiry: 'enquiry form' } as const

function timesOf({ askedAt, confirmedAt, withdrawnAt }: Reader, at: (iso: string) => string) {
  return (
    <>
      {confirmedAt ? `Confirmed ${at(confirmedAt)}` : 'Not confirmed'}
      <small>Signed up {at(askedAt)}</small>
      {withdrawnAt ? <small>Left {at(withdrawnAt)}</small> : null}
    </>
  )
}

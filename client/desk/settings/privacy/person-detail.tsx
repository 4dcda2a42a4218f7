import { type FormEvent, lazy, Suspense, useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import table from '#client/desk/kit/data-table.module.css'
import { DeskButton, IconLabel } from '#client/desk/kit/desk-button.tsx'
import {
  BinIcon,
  CalendarIcon,
  CardIcon,
  ClientsIcon,
  LocationIcon,
  LockIcon,
  MailIcon,
  PaperIcon,
  PencilIcon,
  SearchIcon,
} from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { systemClock } from '#client/lib/clock.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { useExport } from '#client/lib/data/use-export.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import {
  ExportErrorBanner,
  type SignInAgainComponent,
} from '#client/ui/controls/export-error-banner.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { ClockIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { pluralize } from '#shared/lib/format-number.ts'
import {
  dataExportFormats,
  exportPerson,
  obstacleTexts,
  type PersonalDataSummary,
} from '#shared/privacy/api.ts'
import styles from './person-detail.module.css'
import {
  countErasable,
  countItems,
  listPersonalDataRows,
  nameJourney,
  type PersonalDataRow,
} from './personal-data-rows.ts'
import { type PersonSearchResult, usePersonSearch } from './use-person-search.ts'

/** Loaded with the first client who is found: it writes ZIP files. */
const PersonDocuments = lazy(async () => {
  try {
    return { default: (await import('./person-documents.tsx')).PersonDocuments }
  } catch {
    return { default: DocumentsNotLoaded }
  }
})

function DocumentsNotLoaded() {
  return (
    <p className={`${kit.inset} ${styles.message}`}>
      The documents of their journeys did not load. Please refresh the page when you are online.
    </p>
  )
}

interface PersonDetailProps {
  disabledReason: string | undefined
  onDone: () => void
  SignIn: SignInAgainComponent
}

const STALE_SIGN_IN = {
  title: 'Please sign in again',
  text: 'Personal data is shown and erased only shortly after signing in.',
}

/** Finds all data about the person behind an email address, to view, export or erase it. */
export function PersonDetail({ disabledReason, onDone, SignIn }: PersonDetailProps) {
  const [email, setEmail] = useState('')
  const person = usePersonSearch(onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!disabledReason && !person.busy) person.find(email)
  }
  const failure = person.wasErasing ? 'Failed to erase this person' : 'Failed to find this person'
  return (
    <Box
      title="Find everything stored about a person"
      lead="Searches clients, journeys, bookings, payments, forms, email records and unsynced changes on this device."
      flush
    >
      <form className={`${kit.inset} ${styles.search}`} onSubmit={submit}>
        <TextField
          label="Email address"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoComplete="off"
          hint={disabledReason}
          required
        />
        <DeskButton type="submit" busy={person.busy} disabledReason={disabledReason}>
          <IconLabel>
            <SearchIcon />
            Find
          </IconLabel>
        </DeskButton>
      </form>
      <ExportErrorBanner
        title={failure}
        exportState={person}
        signInPrompt={STALE_SIGN_IN}
        SignIn={SignIn}
      />
      {person.found ? (
        <PersonResult
          key={person.found.searchedAt}
          result={person.found}
          busy={person.busy}
          disabledReason={disabledReason}
          onErase={person.erase}
          SignIn={SignIn}
        />
      ) : null}
    </Box>
  )
}

interface PersonResultProps {
  result: PersonSearchResult
  busy: boolean
  disabledReason: string | undefined
  onErase: (email: string) => void
  SignIn: SignInAgainComponent
}

function PersonResult({ result, busy, disabledReason, onErase, SignIn }: PersonResultProps) {
  const { summary, unsynced, searchedAt, isErased } = result
  const exporting = useExport(exportPerson)
  const { email, obstacle } = summary
  const count = countItems(summary, unsynced)
  if (isErased) return <ErasedBanner result={result} />
  const unreadableText = unsynced ? '' : BOOK_UNREADABLE_TEXT
  if (count === 0)
    return (
      <p className={`${kit.inset} ${styles.message}`}>
        Nothing is stored about {email}. {unreadableText}
      </p>
    )
  return (
    <>
      <div className={`${kit.spaced} ${kit.inset} ${styles.summary}`}>
        <p>
          <b>
            {pluralize(count, 'item', 'items')} stored about {email}
          </b>
          <span>Searched {formatRelativeTime(searchedAt, systemClock())}</span>
        </p>
        <div className={`row wrap gap-2 ${styles.actions}`}>
          {dataExportFormats.map((format) => (
            <DeskButton
              key={format}
              variant="ghost"
              busy={exporting.busy}
              disabledReason={disabledReason}
              onClick={() =>
                exporting.start({
                  email,
                  format,
                  deviceRecords: (unsynced ?? []).map((one) => ({ ...one })),
                })
              }
            >
              Export as {format.toUpperCase()}
            </DeskButton>
          ))}
        </div>
      </div>
      <ExportErrorBanner title={exportPerson.failure} exportState={exporting} SignIn={SignIn} />
      <table className={`${table.table} ${kit.stacked} ${styles.table}`}>
        <caption>
          <VisuallyHidden>Items held</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Held since</th>
            <th scope="col">If you erase</th>
          </tr>
        </thead>
        <tbody>
          {listPersonalDataRows(summary, unsynced).map((row) => {
            const { [row.kind]: KindIcon } = kindIcons
            return (
              <tr key={row.label}>
                <th scope="row">
                  <span className={styles.withIcon}>
                    <KindIcon />
                    <span>
                      <b>{row.label}</b>
                      <small>{row.detail}</small>
                    </span>
                  </span>
                </th>
                <td data-label="Held since">{row.since}</td>
                <td>
                  <span
                    className={
                      row.retainedReason ? `${styles.withIcon} ${styles.retained}` : styles.withIcon
                    }
                  >
                    {row.retainedReason ? <LockIcon /> : <BinIcon />}
                    <span>
                      {row.erasureEffect}
                      {row.retainedReason ? <small>{row.retainedReason}</small> : null}
                    </span>
                  </span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {unreadableText ? <p className={`${kit.inset} ${styles.message}`}>{unreadableText}</p> : null}
      {summary.clientIds.length > 0 ? (
        <Suspense fallback={null}>
          <PersonDocuments clientIds={summary.clientIds} />
        </Suspense>
      ) : null}
      {obstacle ? (
        <p className={`${kit.inset} ${styles.message}`}>
          Cannot be erased now. {obstacleTexts[obstacle]}
        </p>
      ) : (
        <ErasePerson
          summary={summary}
          erasableCount={countErasable(summary, unsynced)}
          busy={busy}
          disabledReason={disabledReason}
          onErase={onErase}
        />
      )}
    </>
  )
}

const BOOK_UNREADABLE_TEXT =
  'The client list on this device cannot be read. Its unsynced changes stay there.'

function ErasedBanner({ result: { summary, unsynced } }: Pick<PersonResultProps, 'result'>) {
  const { email, retained, sharedJourneys } = summary
  const remaining = [
    sharedJourneys.length > 0 && describeShared(sharedJourneys),
    retained.length > 0 &&
      `${pluralize(retained.length, 'receipt is', 'receipts are')} kept, as bookkeeping law requires.`,
    !unsynced && BOOK_UNREADABLE_TEXT,
  ].filter(Boolean)
  return (
    <div className={`${kit.inset} ${styles.message}`}>
      <Banner tone="ok" title={`${email} is erased`}>
        {remaining.join(' ') || 'Nothing is stored about this person any more.'}
      </Banner>
    </div>
  )
}

/** What only a person can do: no program knows which sentence is about whom. */
function describeShared(journeys: PersonalDataSummary['sharedJourneys']): string {
  const names = journeys.map(({ title }) => nameJourney(title)).join(', ')
  return journeys.length === 1
    ? `The journey ${names} stays for those who travel, too. Remove what its texts say about this person, then update the guests’ copy.`
    : `The journeys ${names} stay for those who travel, too. Remove what their texts say about this person, then update the guests’ copies.`
}

const kindIcons: Record<PersonalDataRow['kind'], typeof BinIcon> = {
  clients: ClientsIcon,
  journeys: LocationIcon,
  sharedJourneys: LocationIcon,
  accounts: PencilIcon,
  bookings: CalendarIcon,
  submissions: PaperIcon,
  mails: MailIcon,
  newsletterConsents: MailIcon,
  receipts: CardIcon,
  unsynced: ClockIcon,
}

function describeErasure({ retained, sharedJourneys }: PersonalDataSummary): string {
  const exceptions = [
    retained.length > 0 &&
      `${pluralize(retained.length, 'receipt', 'receipts')} must be kept by law`,
    sharedJourneys.length > 0 &&
      `${pluralize(sharedJourneys.length, 'journey stays', 'journeys stay')} for the others who travel`,
  ].filter(Boolean)
  return exceptions.length > 0
    ? `${exceptions.join(', and ')}; everything else about this person is erased.`
    : 'Everything about this person is erased.'
}

interface ErasePersonProps {
  summary: PersonalDataSummary
  /** How many items an erasure would delete. */
  erasableCount: number
  busy: boolean
  disabledReason: string | undefined
  onErase: (email: string) => void
}

/** Asks to type the address once more, because an erasure cannot be undone. */
function ErasePerson({ summary, erasableCount, busy, disabledReason, onErase }: ErasePersonProps) {
  const { email } = summary
  const [typed, setTyped] = useState('')
  const isSame = typed.trim().toLowerCase() === email.toLowerCase()
  const reason = disabledReason ?? (isSame ? undefined : 'Type the email address first.')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!reason && !busy) onErase(email)
  }
  return (
    <form className={`${kit.inset} ${styles.erase}`} onSubmit={submit}>
      <div>
        <h3>Erase this person</h3>
        <p>{describeErasure(summary)} This cannot be undone.</p>
      </div>
      <div className={styles.confirm}>
        <TextField
          label="Type the email address to confirm"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
        <DeskButton type="submit" variant="danger" busy={busy} disabledReason={reason}>
          Erase {pluralize(erasableCount, 'item', 'items')}
        </DeskButton>
      </div>
    </form>
  )
}

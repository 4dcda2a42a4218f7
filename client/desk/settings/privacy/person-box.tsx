import { type FormEvent, useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton, Iconed } from '#client/desk/kit/button.tsx'
import table from '#client/desk/kit/data-table.module.css'
import {
  BinIcon,
  CalendarIcon,
  CardIcon,
  ClientsIcon,
  LockIcon,
  MailIcon,
  PaperIcon,
  PencilIcon,
  SearchIcon,
} from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { systemClock } from '#client/lib/clock.ts'
import { momentWords } from '#client/lib/data/device-zone.ts'
import { useExport } from '#client/lib/data/use-export.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { ExportTrouble, type SignInAgain } from '#client/ui/controls/export-trouble.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { ClockIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { exportFormats, exportPerson, type Holdings, obstacleWords } from '#shared/privacy/api.ts'
import styles from './person-box.module.css'
import { countOf, countWords, type HeldRow, heldRows } from './person-words.ts'
import { type Found, usePerson } from './use-person.ts'

interface PersonBoxProps {
  barred: string | undefined
  onDone: () => void
  SignIn: SignInAgain
}

const STALE = {
  title: 'Please sign in again',
  text: 'Personal data is shown and erased only shortly after signing in.',
}

/** Finds all data about the person behind an e-mail address, to view, export or erase it. */
export function PersonBox({ barred, onDone, SignIn }: PersonBoxProps) {
  const [email, setEmail] = useState('')
  const person = usePerson(onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!barred && !person.busy) person.find(email)
  }
  const failure = person.wasErasing ? 'Failed to erase this person' : 'Failed to find this person'
  return (
    <Box
      title="Find everything held about a person"
      lead="Searches clients, bookings, payments, forms, email records and waiting changes on this device."
      flush
    >
      <form className={`${kit.inset} ${styles.search}`} onSubmit={submit}>
        <TextField
          label="Email address"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoComplete="off"
          hint={barred}
          required
        />
        <DeskButton type="submit" busy={person.busy} barred={barred}>
          <Iconed>
            <SearchIcon />
            Find
          </Iconed>
        </DeskButton>
      </form>
      <ExportTrouble failure={failure} of={person} stale={STALE} SignIn={SignIn} />
      {person.found ? (
        <PersonFound
          key={person.found.at}
          found={person.found}
          busy={person.busy}
          barred={barred}
          onErase={person.erase}
          SignIn={SignIn}
        />
      ) : null}
    </Box>
  )
}

interface PersonFoundProps {
  found: Found
  busy: boolean
  barred: string | undefined
  onErase: (email: string) => void
  SignIn: SignInAgain
}

function PersonFound({ found, busy, barred, onErase, SignIn }: PersonFoundProps) {
  const { holdings, here, at, erased } = found
  const exporting = useExport(exportPerson)
  const { email, kept, obstacle } = holdings
  const count = countOf(holdings, here)
  if (erased) return <Erased found={found} />
  const unread = here ? '' : UNREAD
  if (count === 0)
    return (
      <p className={`${kit.inset} ${styles.told}`}>
        Nothing is held about {email}. {unread}
      </p>
    )
  return (
    <>
      <div className={`${kit.spaced} ${kit.inset} ${styles.summary}`}>
        <p>
          <b>
            {countWords(count, 'item', 'items')} held about {email}
          </b>
          <span>Searched {momentWords(at, systemClock())}</span>
        </p>
        <div className={`${layout.row} ${styles.actions}`}>
          {exportFormats.map((format) => (
            <DeskButton
              key={format}
              variant="ghost"
              busy={exporting.busy}
              barred={barred}
              onClick={() =>
                exporting.start({ email, format, waiting: (here ?? []).map((one) => ({ ...one })) })
              }
            >
              Export as {format.toUpperCase()}
            </DeskButton>
          ))}
        </div>
      </div>
      <ExportTrouble failure={exportPerson.failure} of={exporting} SignIn={SignIn} />
      <table className={`${table.table} ${kit.stacked} ${styles.held}`}>
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
          {heldRows(holdings, here).map((row) => (
            <Held key={row.what} row={row} />
          ))}
        </tbody>
      </table>
      {unread ? <p className={`${kit.inset} ${styles.told}`}>{unread}</p> : null}
      {obstacle ? (
        <p className={`${kit.inset} ${styles.told}`}>
          Cannot be erased now. {obstacleWords[obstacle]}
        </p>
      ) : (
        <ErasePerson
          holdings={holdings}
          going={count - kept.length}
          busy={busy}
          barred={barred}
          onErase={onErase}
        />
      )}
    </>
  )
}

const UNREAD = 'The client list on this device cannot be read. Its unsynced changes stay there.'

function Erased({ found: { holdings, here } }: Pick<PersonFoundProps, 'found'>) {
  const { email, kept } = holdings
  const left =
    kept.length > 0
      ? `${countWords(kept.length, 'receipt is', 'receipts are')} kept, as bookkeeping law requires.`
      : 'Nothing is held about this person any more.'
  return (
    <div className={`${kit.inset} ${styles.told}`}>
      <Banner tone="ok" title={`${email} is erased`}>
        {here ? left : UNREAD}
      </Banner>
    </div>
  )
}

function Held({ row: { kind, what, detail, since, fate, kept } }: { row: HeldRow }) {
  const { [kind]: KindIcon } = kindIcons
  return (
    <tr>
      <th scope="row">
        <span className={styles.signed}>
          <KindIcon />
          <span>
            <b>{what}</b>
            <small>{detail}</small>
          </span>
        </span>
      </th>
      <td data-label="Held since">{since}</td>
      <td>
        <span className={kept ? `${styles.signed} ${styles.kept}` : styles.signed}>
          <FateIcon kept={kept} />
          <span>
            {fate}
            {kept ? <small>Bookkeeping law, five years</small> : null}
          </span>
        </span>
      </td>
    </tr>
  )
}

const kindIcons: Record<HeldRow['kind'], typeof BinIcon> = {
  clients: ClientsIcon,
  accounts: PencilIcon,
  bookings: CalendarIcon,
  submissions: PaperIcon,
  mails: MailIcon,
  newsletterConsents: MailIcon,
  receipts: CardIcon,
  waiting: ClockIcon,
}

/** An icon for what an erasure does to the row. */
function FateIcon({ kept }: Pick<HeldRow, 'kept'>) {
  return kept ? <LockIcon /> : <BinIcon />
}

interface ErasePersonProps {
  holdings: Holdings
  /** How many items an erasure would delete. */
  going: number
  busy: boolean
  barred: string | undefined
  onErase: (email: string) => void
}

/** Asks to type the address once more, because an erasure cannot be undone. */
function ErasePerson({ holdings, going, busy, barred, onErase }: ErasePersonProps) {
  const { email, kept } = holdings
  const [typed, setTyped] = useState('')
  const isSame = typed.trim().toLowerCase() === email.toLowerCase()
  const reason = barred ?? (isSame ? undefined : 'Type the email address first.')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!reason && !busy) onErase(email)
  }
  return (
    <form className={`${kit.inset} ${styles.erase}`} onSubmit={submit}>
      <div>
        <h3>Erase this person</h3>
        <p>
          {kept.length > 0
            ? `${countWords(kept.length, 'receipt', 'receipts')} must be kept by law; everything else about this person is erased.`
            : 'Everything about this person is erased.'}{' '}
          This cannot be undone.
        </p>
      </div>
      <div className={styles.confirm}>
        <TextField
          label="Type the email address to confirm"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
        <DeskButton type="submit" variant="danger" busy={busy} barred={reason}>
          Erase {countWords(going, 'item', 'items')}
        </DeskButton>
      </div>
    </form>
  )
}

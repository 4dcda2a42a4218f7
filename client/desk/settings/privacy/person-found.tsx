import { DeskButton } from '#client/desk/kit/button.tsx'
import table from '#client/desk/kit/data-table.module.css'
import { systemClock } from '#client/lib/clock.ts'
import { momentWords } from '#client/lib/data/device-zone.ts'
import { useExport } from '#client/lib/data/files.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { ExportTrouble, type SignInAgain } from '#client/ui/controls/export-trouble.tsx'
import {
  BinIcon,
  CalendarIcon,
  CardIcon,
  ClientsIcon,
  ClockIcon,
  LockIcon,
  MailIcon,
  PaperIcon,
  PencilIcon,
} from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { exportFormats, exportPerson, obstacleWords } from '#shared/privacy/api.ts'
import { ErasePerson } from './erase-person.tsx'
import styles from './held-table.module.css'
import box from './person-box.module.css'
import { countOf, countWords, type HeldRow, heldRows } from './person-words.ts'
import type { Found } from './use-person.ts'

interface PersonFoundProps {
  found: Found
  busy: boolean
  barred: string | undefined
  onErase: (email: string) => void
  SignIn: SignInAgain
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

const UNREAD = 'The client book on this device cannot be read. What waits in it stays there.'

function Erased({ found: { holdings, here } }: Pick<PersonFoundProps, 'found'>) {
  const { email, kept } = holdings
  const left =
    kept.length > 0
      ? `${countWords(kept.length, 'receipt is', 'receipts are')} kept, because the law on bookkeeping asks for it.`
      : 'Nothing is held about this person any more.'
  return (
    <div className={box.told}>
      <Banner tone="ok" title={`${email} is erased`}>
        {here ? left : UNREAD}
      </Banner>
    </div>
  )
}

export function PersonFound({ found, busy, barred, onErase, SignIn }: PersonFoundProps) {
  const { holdings, here, at, erased } = found
  const exporting = useExport(exportPerson)
  const { email, kept, obstacle } = holdings
  const count = countOf(holdings, here)
  if (erased) return <Erased found={found} />
  const unread = here ? '' : UNREAD
  if (count === 0)
    return (
      <p className={box.none}>
        Nothing is held about {email}. {unread}
      </p>
    )
  return (
    <>
      <div className={box.summary}>
        <p>
          <b>
            {countWords(count, 'item', 'items')} held about {email}
          </b>
          <span>Searched {momentWords(at, systemClock())}</span>
        </p>
        <div className={box.actions}>
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
      <ExportTrouble failure="Failed to export data" of={exporting} SignIn={SignIn} />
      <table className={`${table.table} ${styles.held}`}>
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
      {unread ? <p className={box.none}>{unread}</p> : null}
      {obstacle ? (
        <p className={box.none}>Cannot be erased now. {obstacleWords[obstacle]}</p>
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

/** What becomes of it in an erasure. */
function FateIcon({ kept }: Pick<HeldRow, 'kept'>) {
  return kept ? <LockIcon /> : <BinIcon />
}

import { exportFormats, exportPerson, obstacleWords } from '../../shared/privacy/api.ts'
import table from '../desk/data-table.module.css'
import { DeskButton } from '../desk/desk-button.tsx'
import { ExportTrouble, type SignInAgain } from '../desk/export-trouble.tsx'
import { useExport } from '../desk/use-export.ts'
import { systemClock } from '../lib/clock.ts'
import { momentWords } from '../lib/moment-words.ts'
import { Banner } from '../ui/banner.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { ErasePerson } from './erase-person.tsx'
import styles from './person-box.module.css'
import { countOf, countWords, heldRows } from './person-words.ts'
import type { Found } from './use-person.ts'

interface PersonFoundProps {
  found: Found
  busy: boolean
  barred: string | undefined
  onErase: (email: string) => void
  SignIn: SignInAgain
}

export function PersonFound({ found, busy, barred, onErase, SignIn }: PersonFoundProps) {
  const { holdings, at, erased } = found
  const exporting = useExport(exportPerson)
  const { email, kept, obstacle } = holdings
  const count = countOf(holdings)
  if (erased)
    return (
      <div className={styles.told}>
        <Banner tone="ok" title={`${email} is erased`}>
          {kept.length > 0
            ? `${countWords(kept.length, 'receipt is', 'receipts are')} kept, because the law on bookkeeping asks for it.`
            : 'Nothing is held about this person any more.'}
        </Banner>
      </div>
    )
  if (count === 0) return <p className={styles.none}>Nothing is held about {email}.</p>
  return (
    <>
      <div className={styles.summary}>
        <p>
          <b>
            {countWords(count, 'item', 'items')} held about {email}
          </b>
          <span>Searched {momentWords(at, systemClock())}</span>
        </p>
        <div className={styles.actions}>
          {exportFormats.map((format) => (
            <DeskButton
              key={format}
              variant="ghost"
              busy={exporting.busy}
              barred={barred}
              onClick={() => exporting.start({ email, format })}
            >
              Export as {format.toUpperCase()}
            </DeskButton>
          ))}
        </div>
      </div>
      <ExportTrouble failure="Failed to export data" of={exporting} SignIn={SignIn} />
      <table className={table.table}>
        <caption>
          <VisuallyHidden>Items held</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">If you erase</th>
          </tr>
        </thead>
        <tbody>
          {heldRows(holdings).map(({ what, detail, fate, kept: stays }) => (
            <tr key={what}>
              <th scope="row">
                <b>{what}</b>
                <small>{detail}</small>
              </th>
              <td className={stays ? styles.kept : undefined}>
                {fate}
                {stays ? <small>Bookkeeping law, five years</small> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {obstacle ? (
        <p className={styles.none}>Cannot be erased now. {obstacleWords[obstacle]}</p>
      ) : (
        <ErasePerson holdings={holdings} busy={busy} barred={barred} onErase={onErase} />
      )}
    </>
  )
}

import { useRef, useState } from 'react'
import type { ImportRecord } from '#client/book/import/types.ts'
import { book } from '#client/book/page-book.ts'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { ConfirmDialog } from '#client/desk/kit/confirm-dialog.tsx'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { saveFile } from '#client/lib/data/save-file.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { instantDateWords } from '#shared/lib/date-words.ts'
import styles from './list.module.css'
import type { Importing } from './use-import.ts'
import { doneWords, rowWords, undoneWords } from './words.ts'

/** What became of each file, row by row, and the way back. */
export function ImportList({ importing }: { importing: Importing }) {
  const { imports } = importing
  if (imports.length === 0) return null
  return (
    <section aria-label="Imports of the last 30 days">
      <ul className={styles.list}>
        {imports.map((record) => (
          <Import key={record.id} record={record} importing={importing} />
        ))}
      </ul>
    </section>
  )
}

type Failure = 'summary' | 'undo'

const failures: Record<Failure, string> = {
  summary: 'Failed to make the summary',
  undo: 'Failed to undo the import',
}

function Import({ record, importing }: { record: ImportRecord; importing: Importing }) {
  const { id, name, undone } = record
  const question = useRef<HTMLDialogElement>(null)
  const [failed, setFailed] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  const attempt = async (what: Failure, work: () => Promise<void>) => {
    setFailed(undefined)
    setBusy(true)
    try {
      await work()
    } catch {
      setFailed(what)
    }
    setBusy(false)
  }
  const save = () =>
    attempt('summary', async () => {
      const day = new Date(record.at).toISOString().slice(0, 10)
      await saveFile({ blob: await book().importSummary(id), name: `import-${day}.csv` })
    })
  const undo = () =>
    attempt('undo', async () => {
      await importing.undo(id)
      question.current?.close()
    })
  return (
    <li>
      <b>
        {instantDateWords(record.at, deviceZone(), 'day')}: {doneWords(record)}
      </b>
      <p>{name}</p>
      <p>{rowWords(record)}</p>
      {undone?.finished ? <p>Undone: {undoneWords(undone)}.</p> : null}
      {failed ? (
        <Banner tone="error" title={failures[failed]}>
          Please try again.
        </Banner>
      ) : null}
      {undone?.finished ? null : (
        <div className={styles.actions}>
          <DeskButton variant="ghost" busy={busy} onClick={() => void save()}>
            Download summary<VisuallyHidden> of {name}</VisuallyHidden>
          </DeskButton>
          <DeskButton variant="ghost" busy={busy} onClick={() => question.current?.showModal()}>
            Undo import<VisuallyHidden> of {name}</VisuallyHidden>
          </DeskButton>
        </div>
      )}
      <ConfirmDialog
        ref={question}
        title="Undo this import?"
        confirm="Undo import"
        keep="Keep it"
        danger
        busy={busy}
        onConfirm={() => void undo()}
      >
        <p>
          The clients that it added will be deleted, and the fields that it filled will be as they
          were before. Whatever you edited since then stays.
        </p>
      </ConfirmDialog>
    </li>
  )
}

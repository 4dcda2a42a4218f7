import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { ImportRecord } from '#client/book/import/types.ts'
import { book } from '#client/book/page-book.ts'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { OpenIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { saveFile } from '#client/lib/data/save-file.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import layout from '#client/ui/layout.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { instantDateWords } from '#shared/lib/date-words.ts'
import styles from './box.module.css'
import type { Importing } from './use-import.ts'
import { doneWords, rowWords, undoneWords } from './words.ts'

const TYPES = '.csv,.tsv,.txt,.vcf,.vcard,.json,text/csv,text/vcard,application/json'

/** Accepts a file of clients and lists earlier imports. */
export function ImportBox({ importing }: { importing: Importing }) {
  const { opening, refused, file, open } = importing
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const away = useRef(false)
  // After the file is closed, the focus returns here, because the pressed button was removed.
  useEffect(() => {
    if (!file && away.current) input.current?.focus()
    away.current = file !== undefined
  }, [file])
  const take = (files: FileList | null | undefined) => {
    const [given] = files ?? []
    if (given && !opening) void open(given)
    if (input.current) input.current.value = ''
  }
  const dragged = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isOver)
  }
  const dropped = (event: DragEvent) => {
    dragged(false)(event)
    take(event.dataTransfer.files)
  }
  return (
    <Box title="Import">
      <div className={kit.loose}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way, and the control inside does the same. */}
        <div
          className={`${styles.drop} ${over ? styles.over : ''}`}
          onDragOver={dragged(true)}
          onDragLeave={dragged(false)}
          onDrop={dropped}
        >
          <OpenIcon />
          <p>
            {opening ? `Reading ${opening}…` : 'Drop a CSV, vCard or JSON file of clients here'}
          </p>
          <label className={styles.choose}>
            <input
              ref={input}
              className={layout.cover}
              type="file"
              accept={TYPES}
              disabled={opening !== undefined}
              onChange={(event) => take(event.target.files)}
            />
            Choose a file
            <VisuallyHidden> of clients</VisuallyHidden>
          </label>
        </div>
        {refused ? (
          <Banner tone="error" title={`${refused.name} was not imported`}>
            {refused.reason || 'It could not be read.'}
          </Banner>
        ) : null}
        <ImportList importing={importing} />
      </div>
    </Box>
  )
}

/** The result of each import, with a button that undoes it. */
function ImportList({ importing }: { importing: Importing }) {
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
        <div className={`${layout.row} ${styles.actions}`}>
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
          The clients it added will be deleted, and the fields it filled will be as they were
          before. Your edits since then stay.
        </p>
      </ConfirmDialog>
    </li>
  )
}

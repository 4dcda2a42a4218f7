import { type DragEvent, useEffect, useRef, useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { ImportRecord } from '#client/data/import/types.ts'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { OpenIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { getDeviceZone } from '#client/lib/data/device-zone.ts'
import { saveFile } from '#client/lib/data/save-file.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import layout from '#client/ui/layout.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { formatInstantDate } from '#shared/lib/format-date.ts'
import styles from './import-box.module.css'
import { formatImportResult, formatRowCounts, formatUndoResult } from './import-text.ts'
import type { ImportFlow } from './use-import.ts'

const ACCEPTED_TYPES = '.csv,.tsv,.txt,.vcf,.vcard,.json,text/csv,text/vcard,application/json'

/** Accepts a file of clients and lists earlier imports. */
export function ImportBox({ importing }: { importing: ImportFlow }) {
  const { openingName, failure, file, open } = importing
  const [isDragOver, setDragOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const wasOpen = useRef(false)
  // After the file is closed, the focus returns here, because the pressed button was removed.
  useEffect(() => {
    if (!file && wasOpen.current) input.current?.focus()
    wasOpen.current = file !== undefined
  }, [file])
  const take = (files: FileList | null | undefined) => {
    const [given] = files ?? []
    if (given && !openingName) void open(given)
    if (input.current) input.current.value = ''
  }
  const handleDrag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setDragOver(isOver)
  }
  const handleDrop = (event: DragEvent) => {
    handleDrag(false)(event)
    take(event.dataTransfer.files)
  }
  return (
    <Box title="Import">
      <div className={kit.stackWide}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way, and the control inside does the same. */}
        <div
          className={`${styles.dropZone} ${isDragOver ? styles.dragOver : ''}`}
          onDragOver={handleDrag(true)}
          onDragLeave={handleDrag(false)}
          onDrop={handleDrop}
        >
          <OpenIcon />
          <p>
            {openingName
              ? `Reading ${openingName}…`
              : 'Drop a CSV, vCard or JSON file of clients here'}
          </p>
          <label className={styles.fileButton}>
            <input
              ref={input}
              className={layout.inputOverlay}
              type="file"
              accept={ACCEPTED_TYPES}
              disabled={openingName !== undefined}
              onChange={(event) => take(event.target.files)}
            />
            Choose a file
            <VisuallyHidden> of clients</VisuallyHidden>
          </label>
        </div>
        {failure ? (
          <Banner tone="error" title={`${failure.name} was not imported`}>
            {failure.reason || 'It could not be read.'}
          </Banner>
        ) : null}
        <ImportList importing={importing} />
      </div>
    </Box>
  )
}

/** The result of each import, with a button that undoes it. */
function ImportList({ importing }: { importing: ImportFlow }) {
  const { imports } = importing
  if (imports.length === 0) return null
  return (
    <section aria-label="Imports of the last 30 days">
      <ul className={styles.list}>
        {imports.map((record) => (
          <ImportItem key={record.id} record={record} importing={importing} />
        ))}
      </ul>
    </section>
  )
}

type ImportAction = 'summary' | 'undo'

const failureTitles: Record<ImportAction, string> = {
  summary: 'Failed to make the summary',
  undo: 'Failed to undo the import',
}

function ImportItem({ record, importing }: { record: ImportRecord; importing: ImportFlow }) {
  const { id, name, undoResult } = record
  const question = useRef<HTMLDialogElement>(null)
  const [failed, setFailed] = useState<ImportAction>()
  const { busy, run } = useOneAtATime()
  const attempt = async (what: ImportAction, work: () => Promise<void>) => {
    setFailed(undefined)
    try {
      await work()
    } catch {
      setFailed(what)
    }
  }
  const save = () =>
    attempt('summary', async () => {
      const day = new Date(record.at).toISOString().slice(0, 10)
      await saveFile({ blob: await getData().files.createSummary(id), name: `import-${day}.csv` })
    })
  const undo = () =>
    attempt('undo', async () => {
      await importing.undo(id)
      question.current?.close()
    })
  return (
    <li>
      <b>
        {formatInstantDate(record.at, getDeviceZone(), 'day')}: {formatImportResult(record)}
      </b>
      <p>{name}</p>
      <p>{formatRowCounts(record)}</p>
      {undoResult?.isFinished ? <p>Undone: {formatUndoResult(undoResult)}.</p> : null}
      {failed ? (
        <Banner tone="error" title={failureTitles[failed]}>
          Please try again.
        </Banner>
      ) : null}
      {undoResult?.isFinished ? null : (
        <div className={`${layout.row} ${styles.actions}`}>
          <DeskButton variant="ghost" busy={busy} onClick={() => void run(save)}>
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
        confirmLabel="Undo import"
        cancelLabel="Keep it"
        danger
        busy={busy}
        onConfirm={() => void run(undo)}
      >
        <p>
          The clients it added will be deleted, and the fields it filled will be as they were
          before. Your edits since then stay.
        </p>
      </ConfirmDialog>
    </li>
  )
}

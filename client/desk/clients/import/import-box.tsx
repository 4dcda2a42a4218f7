import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { OpenIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { getDeviceZone } from '#client/lib/data/device-zone.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import layout from '#client/ui/layout.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { formatInstantDate } from '#shared/lib/format-date.ts'
import styles from './import-box.module.css'
import { formatImportResult, formatRowCounts, formatUndo } from './import-text.ts'
import type { ImportFlow, ListedImport } from './use-import.ts'

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
        {imports.map((one) => (
          <ImportItem key={one.id} listed={one} importing={importing} />
        ))}
      </ul>
    </section>
  )
}

interface ImportItemProps {
  listed: ListedImport
  importing: ImportFlow
}

function ImportItem({ listed: { id, report, undone }, importing }: ImportItemProps) {
  const { fileName } = report
  const question = useRef<HTMLDialogElement>(null)
  const [failed, setFailed] = useState(false)
  const { busy, run } = useOneAtATime()
  const undo = async () => {
    setFailed(false)
    try {
      await importing.undo(id)
      question.current?.close()
    } catch {
      setFailed(true)
    }
  }
  return (
    <li>
      <b>
        {formatInstantDate(report.at, getDeviceZone(), 'day')}: {formatImportResult(report)}
      </b>
      <p>{fileName}</p>
      <p>{formatRowCounts(report)}</p>
      {undone ? <p>Undone: {formatUndo(undone)}</p> : null}
      {failed ? (
        <Banner tone="error" title="Failed to undo the import">
          Please try again.
        </Banner>
      ) : null}
      {undone ? null : (
        <div className={`${layout.row} ${styles.actions}`}>
          <DeskButton variant="ghost" busy={busy} onClick={() => question.current?.showModal()}>
            Undo import<VisuallyHidden> of {fileName}</VisuallyHidden>
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
          The clients it added will be deleted, and what it added to others will be taken out. What
          was changed since then stays.
        </p>
      </ConfirmDialog>
    </li>
  )
}

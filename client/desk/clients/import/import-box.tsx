import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useDataState } from '#client/data/use-data.ts'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { OpenIcon } from '#client/desk/kit/icons.tsx'
import { formatDayAndTime } from '#client/lib/data/device-zone.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import layout from '#client/ui/layout.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './import-box.module.css'
import {
  fileTexts,
  formatImportResult,
  formatRowCounts,
  formatUndo,
  undoRefusals,
} from './import-text.ts'
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
      <div className="stack gap-5">
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
  const { syncedAt } = useDataState()
  if (imports.length === 0) return null
  const disabledReason = syncedAt === undefined ? undoRefusals['first sync'] : undefined
  return (
    <section aria-label="Imports of the last 30 days">
      {disabledReason ? <p>{disabledReason}</p> : null}
      <ul className={styles.list}>
        {imports.map((one) => (
          <ImportItem
            key={one.id}
            listed={one}
            importing={importing}
            disabledReason={disabledReason}
          />
        ))}
      </ul>
    </section>
  )
}

interface ImportItemProps {
  listed: ListedImport
  importing: ImportFlow
  /** Why it cannot be undone now. */
  disabledReason: string | undefined
}

function ImportItem({ listed, importing, disabledReason }: ImportItemProps) {
  const { id, report, undone } = listed
  const when = formatDayAndTime(report.at)
  const question = useRef<HTMLDialogElement>(null)
  const [failure, setFailure] = useState<string>()
  const { busy, run } = useOneAtATime()
  const undo = async () => {
    setFailure(undefined)
    try {
      const refusal = await importing.undo(id)
      setFailure(refusal && undoRefusals[refusal])
    } catch {
      setFailure('Please try again.')
    }
    question.current?.close()
  }
  return (
    <li>
      <b>
        {when}: {formatImportResult(report)}
      </b>
      <p>
        {fileTexts[report.file]}, {formatRowCounts(report)}
      </p>
      {undone ? <p>Undone: {formatUndo(undone)}</p> : null}
      {failure ? (
        <Banner tone="error" title="Failed to undo the import">
          {failure}
        </Banner>
      ) : null}
      {undone ? null : (
        <div className={`row wrap gap-2 ${styles.actions}`}>
          <DeskButton
            variant="ghost"
            busy={busy}
            disabledReason={disabledReason}
            onClick={() => question.current?.showModal()}
          >
            Undo import<VisuallyHidden> of {when}</VisuallyHidden>
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
          was changed since then stays, and clients with a journey, something unfinished or another
          import stay too.
        </p>
      </ConfirmDialog>
    </li>
  )
}

import { type DragEvent, useEffect, useRef, useState } from 'react'
import { OpenIcon } from '#client/desk/clients/settings/icons.tsx'
import { Box } from '#client/desk/kit/box.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './box.module.css'
import { ImportList } from './list.tsx'
import type { Importing } from './use-import.ts'

const TYPES = '.csv,.tsv,.txt,.vcf,.vcard,.json,text/csv,text/vcard,application/json'

/** Takes a file of clients, and says what became of those before it. */
export function ImportBox({ importing }: { importing: Importing }) {
  const { opening, refused, file, open } = importing
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const away = useRef(false)
  // Back here once the file is closed: what was pressed last is gone.
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
      <div className={styles.parts}>
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

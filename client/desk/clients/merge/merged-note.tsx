import { useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import styles from './merge-clients.module.css'
import { type Merged, undoMerge } from './merge-commands.ts'

interface MergedNoteProps {
  merged: Merged
  onUndone: () => void
}

/** It is done, and can be taken back. */
export function MergedNote({ merged, onUndone }: MergedNoteProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [failed, setFailed] = useState(false)
  // The button that was pressed has gone.
  useEffect(() => heading.current?.focus(), [])
  const undo = () => undoMerge(merged.id, merged.note).then(onUndone, () => setFailed(true))
  return (
    <article className={styles.merge} aria-label={merged.name}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {merged.name}
        </h2>
        <p>One client now</p>
      </header>
      <Banner tone="ok" title="Merged into one client">
        Everything of both is here. The second entry is removed on all devices. The timeline can
        take it back later.
      </Banner>
      {failed ? (
        <Banner tone="error" title="This device could not take it back. Try again." />
      ) : null}
      <div className={styles.actions}>
        <ButtonLink small to={`/admin/crm/${merged.id}`}>
          {`Open ${merged.name}`}
        </ButtonLink>
        <Button small variant="ghost" onClick={() => void undo()}>
          Undo
        </Button>
      </div>
    </article>
  )
}

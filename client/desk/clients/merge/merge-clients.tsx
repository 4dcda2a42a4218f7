import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ClientView } from '#client/data/store/types.ts'
import { useClient } from '#client/data/use-data.ts'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { useDetailHeading } from '#client/desk/kit/lists/list-detail.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import styles from './merge-clients.module.css'
import { type MergeResult, undoMerge } from './merge-commands.ts'
import { sortByAge } from './merge-rules.ts'
import { MergeSheet } from './merge-sheet.tsx'
import { formatLikenessTitle } from './merge-text.ts'

/** Compares two entries that may be one client, and merges them. */
export function MergeClients({ id, other }: { id: string; other: string }) {
  const views = [useClient(id), useClient(other)] as const
  const [merged, setMerged] = useState<MergeResult>()
  useTitle('Merge clients')
  if (merged) return <MergedNotice merged={merged} onUndone={() => setMerged(undefined)} />
  const [a, b] = views
  if (a === 'opening' || b === 'opening') return null
  if (!a || !b || a.deleted || b.deleted || id === other)
    return (
      <EmptyState
        object="scales"
        title="These two cannot be compared"
        action={<TextAction to="/admin/crm">All clients</TextAction>}
      >
        One of them was deleted or is not on this device.
      </EmptyState>
    )
  return <Comparison pair={sortByAge(a, b) as [ClientView, ClientView]} onMerged={setMerged} />
}

interface ComparisonProps {
  pair: [ClientView, ClientView]
  onMerged: (merged: MergeResult) => void
}

function Comparison({ pair: [first, second], onMerged }: ComparisonProps) {
  const heading = useDetailHeading()
  const navigate = useNavigate()
  const back = () => navigate(`/admin/crm/${first.id}`, { preventScrollReset: true })
  return (
    <article className={`stack gap-4 ${styles.merge}`} aria-label={`Merge ${first.client.name}`}>
      <header>
        <h2 ref={heading} tabIndex={-1} className={kit.subject}>
          {first.client.name || second.client.name}
        </h2>
        <p>{formatLikenessTitle(first, second)}</p>
      </header>
      <MergeSheet {...{ first, second, onMerged }} onLeave={() => void back()} />
    </article>
  )
}

interface MergedNoticeProps {
  merged: MergeResult
  onUndone: () => void
}

/** Confirms the merge and offers to undo it. */
function MergedNotice({ merged, onUndone }: MergedNoticeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [failed, setFailed] = useState(false)
  // The pressed button was removed, so the heading takes the focus.
  useEffect(() => heading.current?.focus(), [])
  const { run } = useOneAtATime()
  const undo = () => undoMerge(merged.id, merged.note).then(onUndone, () => setFailed(true))
  return (
    <article className={`stack gap-4 ${styles.merge}`} aria-label={merged.name}>
      <header>
        <h2 ref={heading} tabIndex={-1} className={kit.subject}>
          {merged.name}
        </h2>
        <p>One client now</p>
      </header>
      <Banner tone="ok" title="Merged into one client">
        Everything from both is here, except list items that you unticked. The second entry is
        removed on all devices. You can undo this later from the timeline.
      </Banner>
      {failed ? (
        <Banner tone="error" title="This device could not undo it. Please try again." />
      ) : null}
      <div className={`row wrap gap-2 ${styles.actions}`}>
        <ButtonLink small to={`/admin/crm/${merged.id}`}>
          {`Open ${merged.name}`}
        </ButtonLink>
        <Button small variant="ghost" onClick={() => void run(undo)}>
          Undo
        </Button>
      </div>
    </article>
  )
}

import { useRef, useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { DeletedLine } from '#client/data/edits/recently-deleted.ts'
import { useDataQuery } from '#client/data/use-data.ts'
import { getInitials } from '#client/desk/clients/clients-text.ts'
import { CrmLayout } from '#client/desk/clients/crm-layout.tsx'
import { Box } from '#client/desk/kit/box.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { useRestoreFocus } from '#client/desk/kit/dialogs/use-restore-focus.ts'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { DeskPage } from '#client/desk/kit/page/page.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useNow } from '#client/desk/queries/use-now.ts'
import { useDataBarrier } from '#client/desk/records/data-unavailable.tsx'
import { describeErasure, formatDeletion } from '#client/desk/records/deleted-text.ts'
import { clearDeletion } from '#client/desk/records/last-deletion.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { groupBy } from '#shared/lib/group-by.ts'
import { findParent, getRecordPath } from '#shared/sync/collections.ts'
import styles from './deleted-page.module.css'

/** Most lines of a list: an import that was undone may have deleted thousands. */
const MAX_LINES = 200

/** Everything that was deleted in the last 30 days, of all collections, from this device alone. */
export function DeletedPage() {
  const lines = useDataQuery('deleted', () => getData().deleted.list())?.answer
  const barrier = useDataBarrier('deleted records')
  const list = useRef<HTMLDivElement>(null)
  const [outcome, setOutcome] = useState<Outcome>()
  useRestoreFocus(list, lines?.length)
  const { run } = useOneAtATime()
  const act = (line: DeletedLine, work: 'restore' | 'erase') =>
    run(async () => {
      try {
        await getData().deleted[work](line)
        // The note that offers to undo it would find nothing to undo.
        clearDeletion(line.document ?? line.id)
        setOutcome({ line, work })
        announce(describeOutcome({ line, work }))
      } catch {
        setOutcome({ line, work: 'failed' })
      }
    })
  return (
    <CrmLayout>
      <DeskPage
        title="Recently deleted"
        lead="Kept for 30 days, then deleted for good. Restoring brings notes, tags and trips back."
      >
        <div ref={list} tabIndex={-1} className={styles.lists}>
          <OutcomeNote outcome={outcome} />
          {barrier ?? (lines ? <Lists lines={lines} onAct={act} /> : null)}
        </div>
      </DeskPage>
    </CrmLayout>
  )
}

interface Outcome {
  line: DeletedLine
  work: 'restore' | 'erase' | 'failed'
}

function describeOutcome({ line: { name }, work }: Outcome): string {
  return work === 'restore' ? `${name} is back.` : `${name} is deleted for good.`
}

function OutcomeNote({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome) return null
  const { line, work } = outcome
  if (work === 'failed')
    return (
      <Banner tone="error" title="This could not be saved on this device">
        Free some room on the device, then try again.
      </Banner>
    )
  return (
    <p className="row wrap gap-4">
      {describeOutcome(outcome)}
      {work === 'restore' ? <TextAction to={toPath(line)}>Open it</TextAction> : null}
    </p>
  )
}

/** An item, or a document of it, opens in its journey. */
function toPath({ coll, id }: DeletedLine): string {
  const journey = coll === 'journey-item' && findParent({ coll, id }, {})
  return journey ? `${getRecordPath(journey.coll, journey.id)}?item=${id}` : getRecordPath(coll, id)
}

interface ListsProps {
  lines: readonly DeletedLine[]
  onAct: (line: DeletedLine, work: 'restore' | 'erase') => Promise<void>
}

function Lists({ lines, onAct }: ListsProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useState<DeletedLine>()
  const now = useNow()
  const lists = [...groupBy(lines, ({ list }) => list)]
  if (lists.length === 0)
    return (
      <EmptyState object="trunk" title="Nothing was deleted in the last 30 days">
        Clients, journeys, items and documents that you delete wait here, on every device and
        without a connection.
      </EmptyState>
    )
  return (
    <>
      {lists.map(([title, ofList]) => (
        <Box key={title} title={title} flush>
          <ul>
            {ofList.slice(0, MAX_LINES).map((line) => (
              <li key={`${line.id} ${line.document ?? ''}`} className={styles.line}>
                <span className={`${kit.disc} ${styles.initials}`} aria-hidden="true">
                  {getInitials(line.name)}
                </span>
                <div className={styles.name}>
                  <b>{line.name}</b>
                  <p className={type.fine}>{line.fact}</p>
                </div>
                <span className={`${type.fine} ${styles.when}`}>{formatDeletion(line, now)}</span>
                <span className={`row wrap gap-4 ${styles.actions}`}>
                  <TextAction
                    danger
                    onClick={() => {
                      setAsked(line)
                      dialog.current?.showModal()
                    }}
                  >
                    Delete now <VisuallyHidden>{line.name}</VisuallyHidden>
                  </TextAction>
                  <Button small variant="ghost" onClick={() => void onAct(line, 'restore')}>
                    Restore <VisuallyHidden>{line.name}</VisuallyHidden>
                  </Button>
                </span>
              </li>
            ))}
          </ul>
          {ofList.length > MAX_LINES ? (
            <p className={`${type.fine} ${styles.rest}`}>These are the {MAX_LINES} latest.</p>
          ) : null}
        </Box>
      ))}
      <ConfirmDialog
        ref={dialog}
        title={asked ? `Delete ${asked.name} for good?` : ''}
        confirmLabel="Delete now"
        danger
        onConfirm={() => {
          dialog.current?.close()
          if (asked) void onAct(asked, 'erase')
        }}
      >
        <p>{asked ? describeErasure(asked) : ''}</p>
      </ConfirmDialog>
    </>
  )
}

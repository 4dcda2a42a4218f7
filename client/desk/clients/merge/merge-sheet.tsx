import type { ClientView } from '#client/book/store/types.ts'
import { MergeIcon } from '#client/desk/clients/crm-icons.tsx'
import { ChoiceFoot, ChoiceSheet, ChoiceTable, SettledRow } from '#client/desk/kit/choice-sheet.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { fieldName } from '#shared/clients/field-names.ts'
import { mergeRows, sameFields } from '#shared/clients/merge-clients.ts'
import styles from './merge-clients.module.css'
import type { Merged } from './merge-commands.ts'
import { MergeRowView } from './merge-row.tsx'
import { addedWords, holdingsWords } from './merge-words.ts'
import { useMerge } from './use-merge.ts'

interface MergeSheetProps {
  first: ClientView
  second: ClientView
  onMerged: (merged: Merged) => void
  onLeave: () => void
}

/** Field by field what the merged client keeps; nothing changes before it is merged. */
export function MergeSheet({ first, second, onMerged, onLeave }: MergeSheetProps) {
  const merge = useMerge(first, second, { onMerged, onParted: onLeave })
  const rows = mergeRows(first, second)
  const same = sameFields(first, second).map(fieldName).join(', ')
  const entries = { first: entryWords('First', first), second: entryWords('Second', second) }
  return (
    <>
      <Banner tone="info" title="Choose what the merged client keeps">
        Bookings, messages and notes from both are always kept. Nothing changes until you merge.
      </Banner>
      {merge.problem ? <Banner tone="error" title={merge.problem} /> : null}
      <ChoiceSheet>
        <ChoiceTable
          corner={<VisuallyHidden>Field</VisuallyHidden>}
          sides={[
            { title: 'First entry', note: factWords(first) },
            { title: 'Second entry', note: factWords(second) },
          ]}
        >
          {rows.map((row) => (
            <MergeRowView key={row.field} {...{ row, merge, entries }} />
          ))}
          {same ? <SettledRow title="The same in both">{same}</SettledRow> : null}
        </ChoiceTable>
        <ChoiceFoot
          leave={
            <Button small variant="quiet" disabled={merge.busy} onClick={merge.part}>
              These are two people
            </Button>
          }
        >
          <Button small variant="ghost" onClick={onLeave}>
            Decide later
          </Button>
          <Button
            small
            busy={merge.busy}
            aria-disabled={merge.problem ? true : undefined}
            onClick={() => merge.problem || merge.merge()}
          >
            <span className={styles.words}>
              <MergeIcon />
              Merge into one client
            </span>
          </Button>
        </ChoiceFoot>
      </ChoiceSheet>
      <p className={styles.after}>
        After merging, the second entry is removed on all devices. The merge is listed in the
        timeline.
      </p>
    </>
  )
}

function factWords(view: ClientView): string {
  return [addedWords(view), holdingsWords(view)].filter(Boolean).join(', ')
}

/** `First entry, added 3 March 2026` */
function entryWords(which: string, view: ClientView): string {
  return `${which} entry, ${addedWords(view).replace(/^Added/, 'added')}`
}

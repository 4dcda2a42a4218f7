import { fieldName } from '../../../shared/crm/field-names.ts'
import { mergeRows, sameFields } from '../../../shared/crm/merge-clients.ts'
import { ChoiceFoot, ChoiceSheet, ChoiceTable, SettledRow } from '../../desk/choice-sheet.tsx'
import type { ClientView } from '../../offline/crm/types.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { MergeIcon } from '../crm-icons.tsx'
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

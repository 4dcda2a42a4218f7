import { fieldName } from '../../../shared/crm/field-names.ts'
import { mergeRows, sameFields } from '../../../shared/crm/merge-clients.ts'
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
  const added = { first: addedWords(first), second: addedWords(second) }
  return (
    <>
      <Banner tone="info" title="Choose what the merged client keeps">
        Bookings, messages and notes from both are always kept. Nothing changes until you merge.
      </Banner>
      {merge.problem ? <Banner tone="error" title={merge.problem} /> : null}
      <div className={styles.sheet}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>Field</VisuallyHidden>
              </th>
              <Entry title="First entry" view={first} />
              <Entry title="Second entry" view={second} />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <MergeRowView key={row.field} {...{ row, merge, added }} />
            ))}
            {same ? (
              <tr className={styles.same}>
                <th scope="row">The same in both</th>
                <td colSpan={2}>{same}</td>
              </tr>
            ) : null}
          </tbody>
        </table>
        <div className={styles.foot}>
          <Button small variant="quiet" disabled={merge.busy} onClick={merge.part}>
            These are two people
          </Button>
          <div className={styles.actions}>
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
          </div>
        </div>
      </div>
      <p className={styles.after}>
        After merging, the second entry is removed on all devices. The merge is listed in the
        timeline.
      </p>
    </>
  )
}

function Entry({ title, view }: { title: string; view: ClientView }) {
  return (
    <th scope="col">
      {title}
      <small>{[addedWords(view), holdingsWords(view)].filter(Boolean).join(', ')}</small>
    </th>
  )
}

import { useState } from 'react'
import { ListRow } from '#client/desk/kit/lists/list-row.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { systemClock } from '#client/lib/clock.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { FormGroup, FormSubmission } from '#shared/submissions/api.ts'
import { nameOf, noteOf, rowTime } from './form-words.ts'
import styles from './forms-list.module.css'

/** A page of rows; more are drawn when they are asked for. */
const AT_ONCE = 40

interface FormsListProps {
  group: FormGroup
  /** Those that the search left. */
  found: readonly FormSubmission[]
  opened: number | undefined
}

export function FormsList({ group: { name, timeZone }, found, opened }: FormsListProps) {
  const now = systemClock()
  const [shown, setShown] = useState(AT_ONCE)
  return (
    <>
      <ul>
        {found.slice(0, shown).map(({ id, read, created_at, data }) => (
          <ListRow
            key={id}
            to={`/admin/forms/${name}/${id}`}
            current={id === opened}
            className={`${styles.row} ${read ? '' : styles.unread}`}
            lead={<i className={styles.dot} />}
            title={
              <>
                {read ? null : <VisuallyHidden>Unread: </VisuallyHidden>}
                {nameOf(data)}
              </>
            }
            aside={<time dateTime={created_at}>{rowTime(created_at, timeZone, now)}</time>}
            note={noteOf(data)}
          />
        ))}
      </ul>
      {found.length > shown ? (
        <p className={styles.more}>
          <TextAction onClick={() => setShown(shown + AT_ONCE)}>Show older ones</TextAction>
        </p>
      ) : null}
    </>
  )
}

/** `7 submissions, 2 unread` */
export function countWords({ total, unread, submissions }: FormGroup): string {
  const counted = `${total} submission${total === 1 ? '' : 's'}, ${unread || 'none'} unread`
  return total > submissions.length
    ? `${counted}. The latest ${submissions.length} are shown; the export has all.`
    : counted
}

import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { getData } from '#client/data/data-client.ts'
import type { JourneyListItem } from '#client/data/journeys/types.ts'
import { useDataQuery } from '#client/data/use-data.ts'
import { DeletedNotice } from '#client/desk/journeys/deleted-notice.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { formatRecordName } from '#client/desk/records/records-text.ts'
import { RejectedEditNotice } from '#client/desk/records/rejected-edit.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import styles from './journey-list.module.css'

/** Further notices appear after these are resolved. */
const MAX_NOTICES = 5

/** What only the owner can resolve: conflicts, deleted journeys and rejected edits. */
export function AttentionNotices({ items }: { items: readonly JourneyListItem[] }) {
  const rejected = useDataQuery('rejected', () => getData().journeys.listRejected())?.answer ?? []
  const conflicted = items.filter(({ hasConflict }) => hasConflict)
  const deleted = items.filter(({ isDeleted }) => isDeleted)
  if (rejected.length + conflicted.length + deleted.length === 0) return null
  return (
    <div className={`stack gap-3 ${styles.notices}`}>
      {conflicted.length > 0 ? <ConflictNotice items={conflicted} /> : null}
      {deleted.slice(0, MAX_NOTICES).map(({ id, title, places }) => (
        <DeletedNotice key={id} {...{ id, title }} rest={[...new Set(places)].join(', ')}>
          <TextAction to={`/admin/journeys/${id}`}>Open</TextAction>
        </DeletedNotice>
      ))}
      {rejected.slice(0, MAX_NOTICES).map((edit) => (
        <RejectedEditNotice
          key={edit.n}
          edit={edit}
          name={formatRecordName({ ...edit, name: edit.title })}
        >
          <TextAction to={`/admin/journeys/${edit.journeyId}`}>Open the journey</TextAction>
        </RejectedEditNotice>
      ))}
    </div>
  )
}

function ConflictNotice({ items }: { items: readonly JourneyListItem[] }) {
  const title =
    items.length === 1
      ? 'A journey was changed in two places'
      : `${items.length} journeys were changed in two places`
  return (
    <Banner tone="conflict" title={title}>
      The server’s version applies until you choose:{' '}
      {items.map(({ id, title: name }, index) => (
        <Fragment key={id}>
          {index > 0 ? '; ' : null}
          <Link to={`/admin/journeys/${id}`}>{name || UNTITLED}</Link>
        </Fragment>
      ))}
      .
    </Banner>
  )
}

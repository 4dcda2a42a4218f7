import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { getBook } from '#client/book/book-client.ts'
import type { JourneyListItem, RejectedJourneyEdit } from '#client/book/journeys/types.ts'
import { useBookQuery } from '#client/book/use-book.ts'
import { DeletedNotice } from '#client/desk/journeys/deleted-notice.tsx'
import {
  formatJourneyRecord,
  formatJourneyValue,
  getJourneyFieldLabel,
  isTypedField,
} from '#client/desk/journeys/journey-labels.ts'
import { RejectedNotice } from '#client/desk/kit/rejected-notice.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import styles from './attention-notices.module.css'

/** Further notices appear once these are settled. */
const MAX_NOTICES = 5

/** What only the owner can settle: conflicts, deleted journeys, and edits that the server refused. */
export function AttentionNotices({ items }: { items: readonly JourneyListItem[] }) {
  const rejected =
    useBookQuery('rejected', () => getBook().listRejectedJourneyEdits())?.answer ?? []
  const conflicted = items.filter(({ hasConflict }) => hasConflict)
  const deleted = items.filter(({ isDeleted }) => isDeleted)
  if (rejected.length + conflicted.length + deleted.length === 0) return null
  return (
    <div className={styles.notices}>
      {conflicted.length > 0 ? <ConflictNotice items={conflicted} /> : null}
      {deleted.slice(0, MAX_NOTICES).map(({ id, title, places }) => (
        <DeletedNotice key={id} {...{ id, title }} rest={[...new Set(places)].join(', ')}>
          <TextAction to={`/admin/journeys/${id}`}>Open</TextAction>
        </DeletedNotice>
      ))}
      {rejected.slice(0, MAX_NOTICES).map((edit) => (
        <RejectedEdit key={edit.n} edit={edit} />
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

function RejectedEdit({ edit }: { edit: RejectedJourneyEdit }) {
  const { n, coll, id, journeyId, base, set, rev, reason, fieldErrors } = edit
  const rows = Object.keys(set)
    .filter((field) => isTypedField(coll, field))
    .map((field) => ({
      field,
      label: getJourneyFieldLabel(coll, field),
      text: formatJourneyValue(field, set[field]),
      error: fieldErrors[field],
    }))
    .filter(({ text, error }) => text !== '' || error)
  const sendAgain = async () => {
    await getBook().editJourney([{ coll, id, op: 'set', base, set, rev }])
    await getBook().discardRejected(n)
  }
  return (
    <RejectedNotice
      title={`The server rejected a change to ${formatJourneyRecord(edit)}`}
      reason={reason}
      rows={rows}
      discardLabel="Discard this edit"
      onDiscard={() => void getBook().discardRejected(n)}
    >
      <TextAction to={`/admin/journeys/${journeyId}`}>Open the journey</TextAction>
      {Object.keys(set).length > 0 ? (
        <TextAction onClick={() => void sendAgain()}>Send it again</TextAction>
      ) : null}
    </RejectedNotice>
  )
}

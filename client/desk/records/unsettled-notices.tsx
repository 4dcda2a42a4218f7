import { getData } from '#client/data/data-client.ts'
import { useDataQuery } from '#client/data/use-data.ts'
import { useRecordsSoFar } from '#client/desk/queries/use-records.ts'
import type { Names } from '#shared/lib/define-collection.ts'
import { getCollection, type PageCollection } from '#shared/sync/collections.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { formatRecordName } from './records-text.ts'
import { RejectedEditNotice } from './rejected-edit.tsx'

/** Further notices appear after these are resolved. */
const MAX_REJECTED = 5

interface UnsettledNoticesProps {
  coll: PageCollection
  /** Names of the records whose ids stand in values, such as clients, by id. */
  names?: Names
}

/** The conflicts and rejected edits of a collection, above the list on its page. */
export function UnsettledNotices({ coll, names }: UnsettledNoticesProps) {
  const query = () => getData().queries.listUnsettled(coll)
  const { disputed = [], rejected = [] } = useDataQuery(`unsettled ${coll}`, query)?.answer ?? {}
  const records = useRecordsSoFar(coll)
  const { page, conflictText, getTitle } = getCollection(coll)
  if (disputed.length + rejected.length === 0) return null
  const { title = `${page?.title} changed in two places`, meanwhile = APPLIES_MEANWHILE } =
    conflictText ?? {}
  return (
    <div className="stack gap-4">
      {disputed.length > 0 ? (
        <ConflictNotice records={disputed} {...{ title, meanwhile, names }} />
      ) : null}
      {rejected.slice(0, MAX_REJECTED).map((edit) => {
        const known = records?.get(edit.id)
        const name = getTitle?.({ ...known, ...edit.set }) ?? ''
        return (
          <RejectedEditNotice
            key={edit.n}
            name={formatRecordName({ coll, name })}
            {...{ edit, known, names }}
          />
        )
      })}
    </div>
  )
}

const APPLIES_MEANWHILE = 'The server’s version applies until you choose.'

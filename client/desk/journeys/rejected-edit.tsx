import { type ReactNode, Suspense } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { JourneyView, RejectedJourneyEdit } from '#client/data/journeys/types.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { formatRecordName } from '#client/desk/records/records-text.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import type { Names } from '#shared/sync/define-collection.ts'

/** Loaded when there is one: the server rejects few edits. */
const RejectedNotice = lazyNamed(
  () => import('#client/desk/kit/rejected-notice.tsx'),
  (module) => module.RejectedNotice,
)

interface RejectedEditProps {
  edit: RejectedJourneyEdit
  /** For the labels of an item's fields, which depend on its kind. */
  items?: JourneyView['items']
  names?: Names
  /** Further actions, before the others. */
  children?: ReactNode
}

/** An edit that the server rejected: why, and what was typed. */
export function RejectedEdit({ edit, items, names, children }: RejectedEditProps) {
  const { n, coll, id, base, set, rev, title: name, item } = edit
  const { run } = useOneAtATime()
  const sendAgain = async () => {
    await getData().records.edit([{ coll, id, op: 'set', base, set, rev }])
    await getData().records.discardRejected(n)
  }
  const shown = items?.find((one) => one.item.id === id)
  return (
    <Suspense>
      <RejectedNotice
        title={`The server rejected a change to ${formatRecordName({ coll, name, item })}`}
        edit={edit}
        known={rev === 0 ? undefined : { ...shown?.item }}
        names={names}
        discardLabel="Discard this edit"
        onDiscard={() => void getData().records.discardRejected(n)}
      >
        {children}
        {Object.keys(set).length > 0 ? (
          <TextAction onClick={() => void run(sendAgain)}>Send it again</TextAction>
        ) : null}
      </RejectedNotice>
    </Suspense>
  )
}

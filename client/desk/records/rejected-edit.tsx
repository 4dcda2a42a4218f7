import { type ReactNode, Suspense } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { RejectedEdit } from '#client/data/store/types.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import type { Names } from '#shared/lib/define-collection.ts'
import type { RecordData } from '#shared/sync/collections.ts'

/** Loaded when there is one: the server rejects few edits. */
const RejectedNotice = lazyNamed(
  () => import('#client/desk/kit/rejected-notice.tsx'),
  (module) => module.RejectedNotice,
)

interface RejectedEditNoticeProps {
  edit: RejectedEdit
  /** The name of the edited record, which the title shows. */
  name: string
  /** The record as it is shown, for labels that depend on it. */
  known?: RecordData | undefined
  names?: Names | undefined
  /** Further actions, before the others. */
  children?: ReactNode
}

/** An edit that the server rejected: why, and what was typed, to send again, copy or discard. */
export function RejectedEditNotice(props: RejectedEditNoticeProps) {
  const { edit, name, known, names, children } = props
  const { run } = useOneAtATime()
  return (
    <Suspense>
      <RejectedNotice
        title={`The server rejected a change to ${name}`}
        edit={edit}
        known={edit.rev === 0 ? undefined : { ...known }}
        names={names}
        discardLabel="Discard this edit"
        onDiscard={() => void getData().records.discardRejected(edit.n)}
      >
        {children}
        {Object.keys(edit.set).length > 0 ? (
          <TextAction onClick={() => void run(() => getData().queries.sendAgain(edit))}>
            Send it again
          </TextAction>
        ) : null}
      </RejectedNotice>
    </Suspense>
  )
}

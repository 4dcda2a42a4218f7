import type { ReactNode } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { RejectedJourneyEdit } from '#client/data/journeys/types.ts'
import { RejectedNotice } from '#client/desk/kit/rejected-notice.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import type { ItemKind } from '#shared/journeys/journey-fields.ts'
import { findField, getFieldLabel } from '#shared/sync/collections.ts'
import { formatFieldValue, getItemLabel, type ValueContext } from './field-text.ts'
import { formatJourneyRecord } from './journey-labels.ts'

interface RejectedEditProps {
  edit: RejectedJourneyEdit
  /** For showing days and clients by name. */
  context?: ValueContext
  /** Further actions, before the others. */
  children?: ReactNode
}

/** An edit that the server rejected: why, and what was typed. */
export function RejectedEdit({ edit, context = NO_CONTEXT, children }: RejectedEditProps) {
  const { n, coll, id, base, set, rev, reason } = edit
  const { run } = useOneAtATime()
  const sendAgain = async () => {
    await getData().editJourney([{ coll, id, op: 'set', base, set, rev }])
    await getData().discardRejected(n)
  }
  return (
    <RejectedNotice
      title={`The server rejected a change to ${formatJourneyRecord(edit)}`}
      reason={reason}
      rows={listRows(edit, context)}
      discardLabel="Discard this edit"
      onDiscard={() => void getData().discardRejected(n)}
    >
      {children}
      {Object.keys(set).length > 0 ? (
        <TextAction onClick={() => void run(sendAgain)}>Send it again</TextAction>
      ) : null}
    </RejectedNotice>
  )
}

const NO_CONTEXT: ValueContext = { days: [] }

/** The typed fields of a rejected edit. A new item has all fields, so its empty ones are left out. */
function listRows({ coll, id, set, fieldErrors }: RejectedJourneyEdit, context: ValueContext) {
  const item = context.days.flatMap(({ items }) => items).find((one) => one.id === id)
  const kind = (set.kind ?? item?.kind) as ItemKind | undefined
  return Object.entries(set).flatMap(([field, value]) => {
    const text = formatFieldValue(field, value, context)
    const error = fieldErrors[field]
    const label = coll === 'journey-item' ? getItemLabel(field, kind) : getFieldLabel(coll, field)
    const isLeftOut = findField(coll, field)?.isHidden || (text === '' && !item && !error)
    return isLeftOut ? [] : [{ field, label, text, error }]
  })
}

import { getBook } from '#client/book/book-client.ts'
import type { JourneyView } from '#client/book/journeys/types.ts'
import { formatFieldValue, getItemLabel } from '#client/desk/journeys/field-text.ts'
import { getJourneyFieldLabel, isTypedField } from '#client/desk/journeys/journey-labels.ts'
import { getItemName } from '#client/desk/journeys/journey-text.ts'
import { RejectedNotice } from '#client/desk/kit/rejected-notice.tsx'
import { type ItemKind, toItemData } from '#shared/journeys/journey-fields.ts'
import type { Editor } from './editor.ts'

type Rejected = JourneyView['rejected'][number]

/** Edits that the server refused: why, and what was typed. */
export function RefusedEdits({ editor }: { editor: Editor }) {
  return editor.view.rejected.map((edit) => (
    <RejectedNotice
      key={edit.n}
      title={`The server refused a change of ${nameRecord(edit, editor)}`}
      reason={edit.reason}
      rows={listRows(edit, editor)}
      discardLabel="Discard this edit"
      onDiscard={() => void getBook().discardRejected(edit.n)}
    />
  ))
}

function nameRecord({ coll, id, set }: Rejected, { view }: Editor): string {
  if (coll === 'guest-pass') return 'their copy'
  if (coll === 'journey') return 'the journey'
  const item = view.items.find((one) => one.item.id === id)?.item
  return `“${getItemName(item ?? toItemData(set))}”`
}

/** What was typed; positions and keys say nothing to a person. */
function listRows({ coll, id, set, fieldErrors }: Rejected, { view, days }: Editor) {
  const item = view.items.find((one) => one.item.id === id)?.item
  const kind = (set.kind ?? item?.kind) as ItemKind | undefined
  return Object.entries(set).flatMap(([field, value]) => {
    const text = formatFieldValue(field, value, { days, clients: view.clients })
    const label =
      coll === 'journey-item' ? getItemLabel(field, kind) : getJourneyFieldLabel(coll, field)
    // A new item has a value for each field.
    const isLeftOut = !isTypedField(coll, field) || (text === '' && item === undefined)
    return isLeftOut ? [] : [{ field, label, text, error: fieldErrors[field] }]
  })
}

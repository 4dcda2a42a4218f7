import type { JourneyView } from '#client/data/journeys/types.ts'
import type { DisputedRecord } from '#client/data/store/types.ts'
import { getItemName, listNames } from '#client/desk/journeys/journeys-text.ts'
import { ConflictNotice } from '#client/desk/records/conflict-notice.tsx'
import { pluralize } from '#shared/lib/format-number.ts'
import type { Editor } from './editor.ts'

/** The records of the journey with open conflicts. */
export function listDisputed({
  id,
  journey,
  rev,
  conflicts,
  items,
}: JourneyView): DisputedRecord[] {
  const all: DisputedRecord[] = [
    { coll: 'journey', id, title: 'The journey', data: journey, rev, conflicts },
    ...items.map(({ item, ...state }): DisputedRecord => {
      const about = { coll: 'journey-item' as const, id: item.id, title: getItemName(item) }
      return { ...about, data: { ...item }, rev: state.rev, conflicts: state.conflicts }
    }),
  ]
  return all.filter((one) => one.conflicts.length > 0)
}

/** What was changed on two devices. */
export function JourneyConflicts({ editor: { view, days } }: { editor: Editor }) {
  const disputed = listDisputed(view)
  if (disputed.length === 0) return null
  const [first] = disputed
  const what = disputed.length === 1 ? first?.title : pluralize(disputed.length, 'part')
  return (
    <ConflictNotice
      records={disputed}
      title={`${what} ${disputed.length === 1 ? 'was' : 'of the journey were'} changed on two devices`}
      meanwhile="What is shown here applies until you choose."
      names={listNames(days, view.clients)}
    />
  )
}

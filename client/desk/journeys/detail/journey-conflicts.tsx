import { Suspense, useState } from 'react'
import type { DisputedRecord } from '#client/data/edits/types.ts'
import type { JourneyView } from '#client/data/journeys/types.ts'
import { getItemName, listNames } from '#client/desk/journeys/journeys-text.ts'
import { Sheet } from '#client/desk/journeys/share/side-sheet.tsx'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
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

/** Says what was changed on two devices, and lets the owner choose. Nothing changes before that. */
export function JourneyConflicts({ editor }: { editor: Editor }) {
  const disputed = listDisputed(editor.view)
  return disputed.length > 0 ? <ConflictNotice editor={editor} disputed={disputed} /> : null
}

interface ConflictNoticeProps {
  editor: Editor
  disputed: readonly DisputedRecord[]
}

/** Loaded when the owner asks for it. */
const ConflictSheet = lazyNamed(
  () => import('#client/desk/records/conflict-sheet.tsx'),
  (module) => module.ConflictSheet,
)

/** Unmounted once all is decided, so that the sheet does not open by itself for a later conflict. */
function ConflictNotice({ editor: { view, days }, disputed }: ConflictNoticeProps) {
  const [isOpen, setOpen] = useState(false)
  const [first] = disputed
  const what = disputed.length === 1 ? first?.title : pluralize(disputed.length, 'part')
  const title = `${what} ${disputed.length === 1 ? 'was' : 'of the journey were'} changed on two devices`
  const close = () => setOpen(false)
  return (
    <>
      <Banner
        tone="conflict"
        title={title}
        action={<BannerButton onClick={() => setOpen(true)}>Review</BannerButton>}
      >
        What is shown here applies until you choose.
      </Banner>
      {isOpen ? (
        <Sheet title="What to keep" onClose={close}>
          <Suspense>
            <ConflictSheet
              title={title}
              records={disputed}
              names={listNames(days, view.clients)}
              onLater={close}
            />
          </Suspense>
        </Sheet>
      ) : null}
    </>
  )
}

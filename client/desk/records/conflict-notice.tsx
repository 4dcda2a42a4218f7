import { Suspense, useState } from 'react'
import type { DisputedRecord } from '#client/data/store/types.ts'
import { Sheet } from '#client/desk/kit/dialogs/side-sheet.tsx'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import type { Names } from '#shared/lib/define-collection.ts'

/** Loaded when the owner asks for it. */
const ConflictSheet = lazyNamed(
  () => import('./conflict-sheet.tsx'),
  (module) => module.ConflictSheet,
)

interface ConflictNoticeProps {
  records: readonly DisputedRecord[]
  /** A sentence that says what was changed in two places. */
  title: string
  /** What applies until the owner has chosen. */
  meanwhile: string
  names?: Names | undefined
}

/**
 * Says what was changed on two devices, and lets the owner choose; nothing changes before that. Render it only while
 * there are conflicts, so that the sheet does not open by itself for a later one.
 */
export function ConflictNotice({ records, title, meanwhile, names }: ConflictNoticeProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Banner
        tone="conflict"
        title={title}
        action={<BannerButton onClick={() => setOpen(true)}>Review</BannerButton>}
      >
        {meanwhile}
      </Banner>
      {isOpen ? (
        <Sheet title="What to keep" onClose={close}>
          <Suspense>
            <ConflictSheet
              title={title}
              records={records}
              {...(names && { names })}
              onLater={close}
            />
          </Suspense>
        </Sheet>
      ) : null}
    </>
  )
}

import type { ClientView } from '#client/book/store/types.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import styles from './conflict-review.module.css'
import { DeletedElsewhere } from './deleted-elsewhere.tsx'
import { FieldReview } from './field-review.tsx'
import { disputedFields } from './review.ts'
import { useResolve } from './use-resolve.ts'
import { useThisDevice } from './use-this-device.ts'

interface ConflictReviewProps {
  view: ClientView
  onLater: () => void
}

/** What became of a client in two places, put before whoever decides; nothing changes before that. */
export function ConflictReview({ view, onLater }: ConflictReviewProps) {
  const { busy, failed, resolve } = useResolve(view.id)
  const device = useThisDevice()
  const deletion = view.conflicts.find(({ kind }) => kind === 'delete')
  const common = { busy, resolve, onLater, device }
  return (
    <div className={styles.review}>
      {deletion ? (
        <DeletedElsewhere key={deletion.cid} {...common} view={view} deletion={deletion} />
      ) : (
        <FieldReview {...common} view={view} disputed={disputedFields(view)} />
      )}
      {failed ? (
        <Banner tone="error" title="This could not be saved on this device">
          Nothing was changed. Free some room, then try again.
        </Banner>
      ) : null}
    </div>
  )
}

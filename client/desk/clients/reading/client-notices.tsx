import { useNavigate } from 'react-router-dom'
import type { ClientView } from '#client/book/store/types.ts'
import { useUnfinishedForm } from '#client/desk/clients/form/use-unfinished-form.ts'
import { TwinNotice } from '#client/desk/clients/merge/twin-notice.tsx'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import styles from './client-notices.module.css'
import { RefusedEdit } from './refused-edit.tsx'

interface ClientNoticesProps {
  view: ClientView
  onReview: () => void
}

/** What is still to be done about a client. */
export function ClientNotices({ view, onReview }: ClientNoticesProps) {
  const navigate = useNavigate()
  const unfinished = useUnfinishedForm(view.id)
  const { conflicts, refused } = view
  return (
    <div className={styles.notices}>
      {conflicts.length > 0 ? (
        <Banner
          tone="conflict"
          title="This client was changed in two places"
          action={<BannerButton onClick={onReview}>Review</BannerButton>}
        >
          What the server has is in use until you choose.
        </Banner>
      ) : null}
      {refused.map((change) => (
        <RefusedEdit key={change.n} view={view} change={change} />
      ))}
      <TwinNotice view={view} />
      {unfinished ? (
        <Banner
          tone="warn"
          title="You began to edit this client"
          action={
            <BannerButton onClick={() => navigate(`/admin/crm/${view.id}/edit`)}>
              Go on
            </BannerButton>
          }
        >
          What you typed is kept on this device.
        </Banner>
      ) : null}
    </div>
  )
}

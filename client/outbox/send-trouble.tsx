import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import type { SendState } from './use-queued-form.ts'

/** The spec's sentence for an answer that was not a yes. */
const SEND_FAILED = 'Failed to submit form. Please try again.'

interface SendTroubleProps {
  state: SendState
  /** Takes back what waits to be tried again. */
  onCancel(): void
}

/** Why a form did not go, and what becomes of what was written. */
export function SendTrouble({ state, onCancel }: SendTroubleProps) {
  if (state.kind === 'failed' && state.waits)
    return (
      <Banner
        tone="error"
        title={SEND_FAILED}
        action={<BannerButton onClick={onCancel}>Cancel</BannerButton>}
      >
        Nothing you wrote is lost: it is kept on this device and tried again by itself.
      </Banner>
    )
  if (state.kind === 'failed')
    return (
      <Banner tone="error" title={SEND_FAILED}>
        Nothing you wrote is lost.
      </Banner>
    )
  if (state.kind === 'unsaved')
    return (
      <Banner tone="error" title="No connection: this has not been sent.">
        {state.full
          ? 'This device has no room left to keep it.'
          : 'This browser could not keep it either.'}{' '}
        What you wrote stays in this page; please leave it open, and retry when you are back online.
      </Banner>
    )
  return null
}

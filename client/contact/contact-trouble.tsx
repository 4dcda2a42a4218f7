import { useEffect, useRef } from 'react'
import { SEND_FAILED, type SendState } from '../lib/send-form.ts'
import { Banner, BannerButton } from '../ui/banner.tsx'
import styles from './contact-form.module.css'

interface ContactTroubleProps {
  state: SendState
  onCancel(): void
}

/** Above the form: why it did not go, and what becomes of it. */
export function ContactTrouble({ state, onCancel }: ContactTroubleProps) {
  const place = useRef<HTMLDivElement>(null)
  const { kind } = state
  useEffect(() => {
    // On a phone the button is far below.
    if (kind === 'failed' || kind === 'unsaved') place.current?.scrollIntoView({ block: 'nearest' })
  }, [kind])
  const banner = bannerOf(state, onCancel)
  return banner ? (
    <div ref={place} className={styles.trouble}>
      {banner}
    </div>
  ) : null
}

function bannerOf(state: SendState, onCancel: () => void) {
  if (state.kind === 'failed')
    return state.waits ? (
      <Banner
        tone="error"
        title={SEND_FAILED}
        action={<BannerButton onClick={onCancel}>Cancel</BannerButton>}
      >
        Nothing you wrote is lost: it is kept on this device and tried again by itself.
      </Banner>
    ) : (
      <Banner tone="error" title={SEND_FAILED}>
        Nothing you wrote is lost.
      </Banner>
    )
  if (state.kind === 'unsaved')
    return (
      <Banner tone="error" title="No connection: this has not been sent.">
        {state.full
          ? 'This device has no room left to keep it. What you wrote stays in this page; please keep it open, and retry when you are back online.'
          : 'This browser could not keep it either. What you wrote stays in this page; please keep it open, and retry when you are back online.'}
      </Banner>
    )
  return null
}

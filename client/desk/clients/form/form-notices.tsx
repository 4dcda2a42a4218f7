import { Banner } from '#client/ui/controls/banner.tsx'
import type { KeptForm } from './use-client-draft.ts'

interface FormNoticesProps {
  form: KeptForm
  moved: boolean
  /** The device could not store it. */
  failed: boolean
}

/** What there is to know before going on typing. */
export function FormNotices({ form, moved, failed }: FormNoticesProps) {
  return (
    <>
      {failed ? (
        <Banner tone="error" title="This could not be saved on this device">
          What you typed is still here. Free some room on the device, then save again.
        </Banner>
      ) : null}
      {form.resumed ? (
        <Banner tone="warn" title="You began this earlier">
          What you typed was kept on this device and is not saved yet.
        </Banner>
      ) : null}
      {moved ? (
        <Banner tone="info" title="This client was changed elsewhere meanwhile">
          Your typing stays as it is. Only what you change here is saved; where both changed the
          same, you are asked.
        </Banner>
      ) : null}
    </>
  )
}

import { Banner } from '#client/ui/controls/banner.tsx'
import { AUTH_FAILED } from '#shared/account/session-api.ts'
import type { Failed } from './commands.ts'

interface TroubleProps {
  failed: Failed | undefined
  /** What did not happen. */
  title?: string | undefined
}

/** Nothing, or what went wrong, in a place where it is read out when it comes. */
export function Trouble({ failed, title = AUTH_FAILED }: TroubleProps) {
  return failed ? (
    <Banner tone="error" title={title}>
      {failed.text}
    </Banner>
  ) : null
}

import { AUTH_FAILED } from '../../shared/account/session-api.ts'
import { Banner } from '../ui/banner.tsx'
import type { Failed } from './commands.ts'

/** Nothing, or what went wrong, in a place where it is read out when it comes. */
export function Trouble({ failed }: { failed: Failed | undefined }) {
  return failed ? (
    <Banner tone="error" title={AUTH_FAILED}>
      {failed.text}
    </Banner>
  ) : null
}

import { Banner } from '#client/ui/controls/banner.tsx'
import { AUTH_FAILED } from '#shared/account/session-api.ts'
import type { RequestFailure } from './account-commands.ts'

interface RequestErrorProps {
  failure: RequestFailure | undefined
  title?: string | undefined
  /** The values of the form, whose fields show their own messages. */
  values?: object
}

/** The failure as an alert, unless a field of the form shows it. */
export function RequestError({ failure, title = AUTH_FAILED, values = {} }: RequestErrorProps) {
  if (!failure || Object.keys(failure.fields).some((name) => name in values)) return null
  return (
    <Banner tone="error" title={title}>
      {failure.text}
    </Banner>
  )
}

import { type FormEvent, useState } from 'react'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { AUTH_FAILED } from '#shared/account/session-api.ts'
import type { RequestFailure } from './account-commands.ts'

type FormRequest = () => Promise<{ kind: string } | RequestFailure | undefined>

/** Sends one request at a time; `failed` is the failure of the last one. */
export function useFormRequest() {
  const { busy, run } = useOneAtATime()
  const [failed, setFailed] = useState<RequestFailure>()
  return {
    busy,
    failed,
    /** Shows a refusal that needs no server, such as a password that is too short. */
    fail: setFailed,
    async send(question: FormRequest): Promise<void> {
      await run(async () => {
        const answer = await question()
        setFailed(answer?.kind === 'failed' ? (answer as RequestFailure) : undefined)
      })
    },
  }
}

/** The submitted form's value of a field; prevents the native submit. */
export function readField(event: FormEvent<HTMLFormElement>, name: string): string {
  event.preventDefault()
  return String(new FormData(event.currentTarget).get(name) ?? '')
}

interface RequestErrorProps {
  failure: RequestFailure | undefined
  /** Title of the message. */
  title?: string | undefined
}

/** The failure as an alert, or nothing. */
export function RequestError({ failure, title = AUTH_FAILED }: RequestErrorProps) {
  return failure ? (
    <Banner tone="error" title={title}>
      {failure.text}
    </Banner>
  ) : null
}

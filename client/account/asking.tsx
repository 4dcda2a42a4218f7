import { type FormEvent, useState } from 'react'
import { Banner } from '#client/ui/controls/banner.tsx'
import { AUTH_FAILED } from '#shared/account/session-api.ts'
import type { Failed } from './commands.ts'

type Ask = () => Promise<{ kind: string } | Failed | undefined>

/** Sends one request at a time; `failed` is the failure of the last one. */
export function useAsking() {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failed>()
  return {
    busy,
    failed,
    /** Shows a refusal that needs no server, such as a password that is too short. */
    fail: setFailed,
    async ask(question: Ask): Promise<void> {
      if (busy) return
      setBusy(true)
      const answer = await question()
      setBusy(false)
      setFailed(answer?.kind === 'failed' ? (answer as Failed) : undefined)
    },
  }
}

/** The submitted form's value of a field; prevents the native submit. */
export function typedIn(event: FormEvent<HTMLFormElement>, name: string): string {
  event.preventDefault()
  return String(new FormData(event.currentTarget).get(name) ?? '')
}

interface TroubleProps {
  failed: Failed | undefined
  /** Title of the message. */
  title?: string | undefined
}

/** The failure as an alert, or nothing. */
export function Trouble({ failed, title = AUTH_FAILED }: TroubleProps) {
  return failed ? (
    <Banner tone="error" title={title}>
      {failed.text}
    </Banner>
  ) : null
}

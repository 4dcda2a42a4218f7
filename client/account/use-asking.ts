import { type FormEvent, useState } from 'react'
import type { Failed } from './commands.ts'

type Ask = () => Promise<{ kind: string } | Failed | undefined>

/** One question to the server at a time; `failed` is what came of the last one, if nothing did. */
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

/** What stands in a form's field of this name. */
export function typedIn(event: FormEvent<HTMLFormElement>, name: string): string {
  event.preventDefault()
  return String(new FormData(event.currentTarget).get(name) ?? '')
}

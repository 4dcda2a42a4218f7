import { type ChangeEvent, type FormEvent, useState } from 'react'
import { changePassphrase, removePassphrase, setPassphrase } from '#client/encryption/page-seal.ts'
import { asUsed, SHORTEST } from '#client/encryption/passphrase.ts'
import { announce } from '#client/ui/announcer.tsx'

export type Answer = 'asking' | 'working' | 'blocked' | 'failed'

const EMPTY = { current: '', next: '', again: '' }
type Typed = typeof EMPTY
type Errors = Partial<Typed>

const NOT_CURRENT: Errors = { current: 'That is not the current passphrase.' }

export type Wish = 'set' | 'change' | 'remove'

const done: Record<Wish, string> = {
  set: 'The passphrase is set. What this device keeps is encrypted.',
  change: 'The passphrase is changed.',
  remove: 'The passphrase is removed.',
}

/** What is typed of passphrases, and what came of it; `onDone` once it is so. */
export function usePassphrase(userId: string, wish: Wish, onDone: () => void) {
  const [typed, setTyped] = useState<Typed>(EMPTY)
  const [errors, setErrors] = useState<Errors>({})
  const [state, setState] = useState<Answer>('asking')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const wrong = wish === 'remove' ? {} : faultsOf(typed)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return focusFirst(form, wrong)
    setState('working')
    try {
      const right = await act({ userId, wish, typed }, () => setState('blocked'))
      setState('asking')
      if (right) onDone()
      else setErrors(NOT_CURRENT)
      if (right) announce(done[wish])
      else focusFirst(form, NOT_CURRENT)
    } catch {
      setState('failed')
    }
  }
  const reset = () => {
    setTyped(EMPTY)
    setErrors({})
  }
  const field = (name: keyof Typed) => ({
    name,
    value: typed[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  })
  return { errors, state, submit, reset, field }
}

async function act(
  { userId, wish, typed }: { userId: string; wish: Wish; typed: Typed },
  onBlocked: () => void,
): Promise<boolean> {
  if (wish === 'change') return changePassphrase(userId, typed.current, typed.next)
  if (wish === 'remove') return removePassphrase(userId, typed.current, onBlocked)
  await setPassphrase(userId, typed.next, onBlocked)
  return true
}

function faultsOf({ next, again }: Typed): Errors {
  if ([...asUsed(next)].length < SHORTEST)
    return { next: `Please use at least ${SHORTEST} characters.` }
  return asUsed(next) === asUsed(again) ? {} : { again: 'This is not the same.' }
}

function focusFirst(form: HTMLFormElement, wrong: Errors): void {
  const [name] = Object.keys(wrong)
  const field = name && form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.focus()
}

import { type RefObject, useCallback, useEffect, useState } from 'react'
import { type CardForm, type CardFormOptions, openCardForm } from './stripe-form.ts'

type CardFormState = { state: 'opening' } | { state: 'failed' } | { state: 'open'; form: CardForm }

/** The provider's card fields in `host`, and a way to fetch them once more. */
export function useCardForm(
  host: RefObject<HTMLElement | null>,
  { publishableKey, clientSecret, customerName }: Omit<CardFormOptions, 'signal'>,
): [CardFormState, () => void] {
  const [shown, setShown] = useState<CardFormState>({ state: 'opening' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens the form anew
  useEffect(() => {
    if (!host.current) return
    const left = new AbortController()
    const { signal } = left
    setShown({ state: 'opening' })
    openCardForm(host.current, { publishableKey, clientSecret, customerName, signal }).then(
      (form) => {
        if (!signal.aborted) setShown({ state: 'open', form })
      },
      () => {
        if (!signal.aborted) setShown({ state: 'failed' })
      },
    )
    return () => left.abort()
  }, [host, publishableKey, clientSecret, customerName, attempt])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return [shown, retry]
}

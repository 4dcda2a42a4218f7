import { type RefObject, useCallback, useEffect, useState } from 'react'
import { type CardForm, type CardFormOptions, openCardForm } from './stripe-form.ts'

export type CardFormState =
  | { state: 'opening' }
  | { state: 'failed' }
  | { state: 'open'; form: CardForm }

/** The provider's card fields in `host`, and a way to fetch them once more. */
export function useCardForm(
  host: RefObject<HTMLElement | null>,
  { publishableKey, clientSecret, customerName }: CardFormOptions,
): [CardFormState, () => void] {
  const [shown, setShown] = useState<CardFormState>({ state: 'opening' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens the form anew
  useEffect(() => {
    if (!host.current) return
    let current = true
    let opened: CardForm | undefined
    setShown({ state: 'opening' })
    openCardForm(host.current, { publishableKey, clientSecret, customerName }).then(
      (form) => {
        opened = form
        if (current) setShown({ state: 'open', form })
        else form.close()
      },
      () => {
        if (current) setShown({ state: 'failed' })
      },
    )
    return () => {
      current = false
      opened?.close()
    }
  }, [host, publishableKey, clientSecret, customerName, attempt])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return [shown, retry]
}

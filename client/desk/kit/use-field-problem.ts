import { type RefObject, useEffect, useRef, useState } from 'react'

interface FieldProblem<T, Form> {
  /** Ref for the form or dialog whose fields the problem is about. */
  form: RefObject<Form | null>
  /** Why the form was refused last; undefined once it is corrected. */
  problem: T | undefined
  setProblem: (problem: T | undefined) => void
}

/**
 * Why a form was refused. Each refusal moves the focus to the first field that has an error, also if
 * the same text is shown again. `busy`: the fields are disabled meanwhile and cannot take the focus.
 */
export function useFieldProblem<T = string, Form extends HTMLElement = HTMLFormElement>(
  busy = false,
): FieldProblem<T, Form> {
  const form = useRef<Form>(null)
  const [refused, setRefused] = useState<{ problem: T | undefined }>()
  const focused = useRef<typeof refused>(undefined)
  useEffect(() => {
    if (busy || focused.current === refused) return
    focused.current = refused
    if (refused?.problem === undefined) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused, busy])
  return { form, problem: refused?.problem, setProblem: (problem) => setRefused({ problem }) }
}

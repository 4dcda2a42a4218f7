import { type RefObject, useState } from 'react'
import type { WireFields } from '#client/outbox/outbox.ts'
import { problemsOf, readForm } from './fields.ts'

type Problems = Record<string, string>

/** Which fields are told to be wrong: those left wrongly filled in, and all of them after a try to send. */
export function useChecks(form: RefObject<HTMLFormElement | null>) {
  const [problems, setProblems] = useState<Problems>({})
  const tell = (found: Problems) => {
    setProblems(found)
    const controls = form.current ? [...form.current.elements] : []
    const first = controls.find((control) => found[control.getAttribute('name') ?? ''])
    if (first instanceof HTMLElement) first.focus()
  }
  return {
    problems,
    /** Tells them all, and brings the person to the first. */
    tell,
    /** Whether all is well; tells what is not. */
    pass(fields: WireFields): boolean {
      const found = problemsOf(fields)
      tell(found)
      return Object.keys(found).length === 0
    },
    /** While someone types, a message goes as soon as it is no longer true; none comes. */
    recheck() {
      if (!form.current) return
      const found = problemsOf(readForm(form.current))
      setProblems((told) => stillWrong(told, found))
    },
    /** A field left empty is not wrong yet: it may be filled in later. */
    leave(field: EventTarget) {
      if (!form.current || !(field instanceof HTMLInputElement) || field.value === '') return
      const problem = problemsOf(readForm(form.current))[field.name]
      if (problem) setProblems((told) => ({ ...told, [field.name]: problem }))
    },
  }
}

function stillWrong(told: Problems, found: Problems): Problems {
  return Object.fromEntries(Object.entries(found).filter(([name]) => told[name]))
}

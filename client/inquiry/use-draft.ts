import { type RefObject, useEffect, useRef, useState } from 'react'
import type { InquiryFields } from '../../shared/inquiry/fields.ts'
import { systemClock } from '../lib/clock.ts'
import { randomKey } from '../lib/ids.ts'
import { type Attempt, attemptFor } from '../lib/send-form.ts'
import { emptyFields, loadDraft, removeDraft, saveDraft } from './draft.ts'
import { typedBefore } from './read-form.ts'

/** Long enough for a word, short enough for a crash; milliseconds. */
const PAUSE = 400

/** The answers, kept on the device while they are written. */
export function useDraft(form: RefObject<HTMLFormElement | null>) {
  const [fields, setFields] = useState(emptyFields)
  const [savedAt, setSavedAt] = useState<number>()
  const attempt = useRef<Attempt>(undefined)
  const latest = useRef(fields)
  const isSaved = useRef(true)

  const show = (now: InquiryFields) => {
    latest.current = now
    setFields(now)
  }
  const save = () => {
    if (isSaved.current) return
    const draft = { savedAt: systemClock(), fields: latest.current, attempt: attempt.current }
    isSaved.current = true
    setSavedAt(saveDraft(draft) ? draft.savedAt : undefined)
  }
  const saver = useRef(save)
  saver.current = save

  useEffect(() => {
    const kept = loadDraft()
    const typed = form.current ? typedBefore(form.current) : {}
    attempt.current = kept?.attempt
    setSavedAt(kept?.savedAt)
    latest.current = { ...emptyFields, ...kept?.fields, ...typed }
    isSaved.current = Object.keys(typed).length === 0
    setFields(latest.current)
  }, [form])
  useSaving(saver, fields)

  return {
    fields,
    savedAt,
    set(change: InquiryFields) {
      isSaved.current = false
      show({ ...latest.current, ...change })
    },
    /** The key under which this content goes. */
    keyFor(sent: InquiryFields): string {
      attempt.current = attemptFor(sent, attempt.current, randomKey)
      isSaved.current = false
      save()
      return attempt.current.key
    },
    /** Empties the form, and the device of it. */
    clear() {
      attempt.current = undefined
      isSaved.current = true
      removeDraft()
      setSavedAt(undefined)
      show(emptyFields)
    },
  }
}

/** Saves at each pause, and at once when the page is left in any way. */
function useSaving(saver: RefObject<() => void>, fields: InquiryFields): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins a new pause.
  useEffect(() => {
    const pause = setTimeout(() => saver.current(), PAUSE)
    return () => clearTimeout(pause)
  }, [saver, fields])
  useEffect(() => {
    const leave = () => saver.current()
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      leave()
    }
  }, [saver])
}

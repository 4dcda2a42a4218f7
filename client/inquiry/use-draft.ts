import { type RefObject, startTransition, useEffect, useReducer, useState } from 'react'
import type { Attempt } from '#client/outbox/outbox.ts'
import type { InquiryFields } from '#shared/inquiry/fields.ts'
import { DraftKeeper } from './draft-keeper.ts'
import { typedBefore } from './read-form.ts'

/** Long enough for a word, short enough for a crash; milliseconds. */
const PAUSE = 400

/** The answers, kept on the device while they are written. */
export function useDraft(form: RefObject<HTMLFormElement | null>) {
  const [keeper] = useState(() => new DraftKeeper())
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    keeper.load(form.current ? typedBefore(form.current) : {})
    startTransition(draw)
  }, [keeper, form])
  useSaving(keeper, draw)
  return {
    fields: keeper.fields,
    savedAt: keeper.savedAt,
    isBegun: keeper.isBegun,
    change(change: InquiryFields) {
      keeper.change(change)
      draw()
    },
    /** The last sending that has not been accepted yet. */
    attempt: keeper.attempt,
    note: (attempt: Attempt | undefined) => keeper.note(attempt),
    resume(fields: InquiryFields, attempt: Attempt) {
      keeper.resume(fields, attempt)
      draw()
    },
    clear() {
      keeper.clear()
      draw()
    },
  }
}

/** Saves at each pause, and at once when the page is left in any way. */
function useSaving(keeper: DraftKeeper, draw: () => void): void {
  const { fields } = keeper
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins a new pause.
  useEffect(() => {
    const save = () => {
      keeper.save()
      startTransition(draw)
    }
    const pause = setTimeout(save, PAUSE)
    return () => clearTimeout(pause)
  }, [keeper, fields])
  useEffect(() => {
    const leave = () => {
      keeper.save()
      draw()
    }
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      keeper.save()
    }
  }, [keeper, draw])
}

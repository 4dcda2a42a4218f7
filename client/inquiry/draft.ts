import { type RefObject, startTransition, useEffect, useReducer, useState } from 'react'
import * as v from 'valibot'
import { systemClock } from '#client/lib/clock.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type { Attempt } from '#client/outbox/entry.ts'
import { DEFAULT_COUNTRY } from '#shared/booking/phone.ts'
import { newsletterVersion } from '#shared/contact/schema.ts'
import type { InquiryFields } from '#shared/inquiry/fields.ts'
import { FORM_NAME, SPAM_TRAP } from '#shared/submissions/form-post.ts'

/** Pause in typing after which the draft is saved, milliseconds. */
const PAUSE = 400

/** The answers, saved on this device while they are written. */
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
    /** The answers at the time of the call, not of the last render. */
    current: () => keeper.fields,
    /** The last attempt to send that was not accepted yet. */
    attempt: () => keeper.attempt,
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

/** Saves after each pause, and at once when the page is hidden, closed or unmounted. */
function useSaving(keeper: DraftKeeper, draw: () => void): void {
  const { fields } = keeper
  // Each change starts the pause anew.
  useEffectOn(fields, () => {
    const save = () => {
      keeper.save()
      startTransition(draw)
    }
    const pause = setTimeout(save, PAUSE)
    return () => clearTimeout(pause)
  })
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

/** The current answers and their copy in `localStorage`. */
class DraftKeeper {
  fields: InquiryFields = emptyFields
  /** When they were last saved, UTC milliseconds; undefined if nothing is saved. */
  savedAt: number | undefined
  /** The last attempt to send that was not accepted yet. */
  attempt: Attempt | undefined
  private isSaved = true

  /** Whether there are unsent answers. */
  get isBegun(): boolean {
    return this.savedAt !== undefined || !this.isSaved
  }

  /** Loads the saved answers; `typed`, entered before hydration, takes precedence. */
  load(typed: InquiryFields): void {
    const kept = loadDraft()
    this.attempt = kept?.attempt
    this.savedAt = kept?.savedAt
    this.fields = { ...emptyFields, ...kept?.fields, ...typed }
    this.isSaved = Object.keys(typed).length === 0
  }

  change(change: InquiryFields): void {
    this.fields = { ...this.fields, ...change }
    this.isSaved = false
  }

  save(): void {
    if (this.isSaved) return
    const draft = { savedAt: systemClock(), fields: this.fields, attempt: this.attempt }
    this.isSaved = true
    this.savedAt = saveDraft(draft) ? draft.savedAt : undefined
  }

  note(attempt: Attempt | undefined): void {
    this.attempt = attempt
    this.isSaved = false
    this.save()
  }

  /** Loads an earlier submission for editing. */
  resume(fields: InquiryFields, attempt: Attempt): void {
    this.fields = { ...emptyFields, ...fields }
    this.note(attempt)
  }

  /** Empties the form and deletes its saved copy. */
  clear(): void {
    this.fields = emptyFields
    this.attempt = undefined
    this.savedAt = undefined
    this.isSaved = true
    removeDraft()
  }
}

/** Answers in the DOM that differ from an empty form: what was typed before hydration. */
export function typedBefore(form: HTMLFormElement): InquiryFields {
  const fields: InquiryFields = {}
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value === '' || value === emptyFields[name]) continue
    if (name === FORM_NAME || name === SPAM_TRAP) continue
    fields[name] = fields[name] ? `${fields[name]},${value}` : value
  }
  return fields
}

const NAME = 'inquiry-draft'

const Texts = v.record(v.string(), v.string())

const Draft = v.object({
  /** UTC milliseconds. */
  savedAt: v.number(),
  fields: Texts,
  /** The last attempt to send that was not accepted yet. */
  attempt: v.optional(v.object({ key: v.string(), fields: Texts })),
})

interface InquiryDraft {
  savedAt: number
  fields: InquiryFields
  attempt?: Attempt | undefined
}

/** Answers of an untouched form. */
const emptyFields: InquiryFields = {
  country: DEFAULT_COUNTRY,
  adults: '1',
  children: '0',
  newsletter_text: newsletterVersion,
}

/** The draft of this device; undefined if there is none or storage is unavailable. */
function loadDraft(): InquiryDraft | undefined {
  try {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Draft), localStorage.getItem(NAME))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Returns whether it is saved: private windows may refuse storage, and the page must not lie. */
function saveDraft(draft: InquiryDraft): boolean {
  try {
    localStorage.setItem(NAME, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

function removeDraft(): void {
  try {
    localStorage.removeItem(NAME)
  } catch {
    // Storage is unavailable, so nothing was saved.
  }
}

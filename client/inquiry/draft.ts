import { type RefObject, startTransition, useEffect, useReducer, useState } from 'react'
import * as v from 'valibot'
import { systemClock } from '#client/lib/clock.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type { Attempt } from '#client/outbox/entry.ts'
import { DEFAULT_COUNTRY } from '#shared/booking/phone.ts'
import { newsletterVersion } from '#shared/contact/schema.ts'
import type { InquiryFields } from '#shared/inquiry/fields.ts'
import { FORM_NAME, SPAM_TRAP } from '#shared/submissions/form-post.ts'

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
    /** The answers at the time of the call. */
    current: () => keeper.fields,
    /** The last sending that has not been accepted yet. */
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

/** Saves at each pause, and at once when the page is left in any way. */
function useSaving(keeper: DraftKeeper, draw: () => void): void {
  const { fields } = keeper
  // Each change begins a new pause.
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

/** The answers as they are now, and as this device keeps them. */
class DraftKeeper {
  fields: InquiryFields = emptyFields
  /** When they were last kept, UTC milliseconds; undefined while nothing is. */
  savedAt: number | undefined
  /** The last sending that has not been accepted yet. */
  attempt: Attempt | undefined
  private isSaved = true

  /** Something is written here that was not sent. */
  get isBegun(): boolean {
    return this.savedAt !== undefined || !this.isSaved
  }

  /** Brings back what was kept; what was typed meanwhile stands above it. */
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

  /** Goes on with what was sent earlier. */
  resume(fields: InquiryFields, attempt: Attempt): void {
    this.fields = { ...emptyFields, ...fields }
    this.note(attempt)
  }

  /** Empties the form, and the device of it. */
  clear(): void {
    this.fields = emptyFields
    this.attempt = undefined
    this.savedAt = undefined
    this.isSaved = true
    removeDraft()
  }
}

/** What was typed into the page before its script came; later it is in the form's own state. */
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
  /** The last sending that was not accepted yet. */
  attempt: v.optional(v.object({ key: v.string(), fields: Texts })),
})

interface InquiryDraft {
  savedAt: number
  fields: InquiryFields
  attempt?: Attempt | undefined
}

/** An untouched form. */
const emptyFields: InquiryFields = {
  country: DEFAULT_COUNTRY,
  adults: '1',
  children: '0',
  newsletter_text: newsletterVersion,
}

/** What was written on this device; undefined where nothing was, or storage is closed to us. */
function loadDraft(): InquiryDraft | undefined {
  try {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Draft), localStorage.getItem(NAME))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Whether it is kept: private windows may refuse storage, and then nothing may be claimed. */
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
    // Nothing was kept then.
  }
}

import { type RefObject, startTransition, useEffect, useReducer, useState } from 'react'
import * as v from 'valibot'
import { systemClock } from '#client/lib/clock.ts'
import { readStored, writeStored } from '#client/lib/stored-value.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type { SubmissionAttempt } from '#client/outbox/entry.ts'
import { newsletterVersion } from '#shared/contact/schema.ts'
import type { InquiryFields } from '#shared/inquiry/fields.ts'
import { DEFAULT_COUNTRY } from '#shared/lib/phone/dial-codes.ts'
import { FORM_NAME_FIELD, HONEYPOT_FIELD } from '#shared/submissions/form-post.ts'

/** Pause in typing after which the draft is saved, milliseconds. */
const SAVE_DELAY_MS = 400

/** The answers, saved on this device while they are written. */
export function useInquiryDraft(form: RefObject<HTMLFormElement | null>) {
  const [keeper] = useState(() => new DraftStore())
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    keeper.load(form.current ? readInputBeforeHydration(form.current) : {})
    startTransition(draw)
  }, [keeper, form])
  useAutosave(keeper, draw)
  return {
    fields: keeper.fields,
    savedAt: keeper.savedAt,
    isStarted: keeper.isStarted,
    change(change: InquiryFields) {
      keeper.change(change)
      draw()
    },
    /** The answers at the time of the call, not of the last render. */
    current() {
      keeper.addSaved()
      return keeper.fields
    },
    /** The last attempt to send that was not accepted yet. */
    attempt: () => keeper.attempt,
    note: (attempt: SubmissionAttempt | undefined) => keeper.setAttempt(attempt),
    resume(fields: InquiryFields, attempt: SubmissionAttempt) {
      keeper.resume(fields, attempt)
      draw()
    },
    clear() {
      keeper.clear()
      draw()
    },
  }
}

/**
 * Saves after each pause, and at once when the page is hidden, closed or unmounted. Follows what
 * other tabs save.
 */
function useAutosave(keeper: DraftStore, draw: () => void): void {
  const { fields } = keeper
  // Each change restarts the pause.
  useEffectOn(fields, () => {
    const save = () => {
      keeper.save()
      startTransition(draw)
    }
    const pause = setTimeout(save, SAVE_DELAY_MS)
    return () => clearTimeout(pause)
  })
  useEffect(() => {
    const leave = () => {
      keeper.save()
      draw()
    }
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    const follow = ({ key }: StorageEvent) => {
      if (key !== STORAGE_KEY) return
      keeper.follow()
      startTransition(draw)
    }
    addEventListener('storage', follow)
    return () => {
      removeEventListener('storage', follow)
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      keeper.save()
    }
  }, [keeper, draw])
}

/** The current answers and their copy in `localStorage`, which this site's other tabs write, too. */
class DraftStore {
  fields: InquiryFields = emptyFields
  /** When they were last saved, UTC milliseconds; undefined if nothing is saved. */
  savedAt: number | undefined
  /** The last attempt to send that was not accepted yet. */
  attempt: SubmissionAttempt | undefined
  /** The fields that this tab has changed since then; of the others, the copy may have newer answers. */
  private unsaved: InquiryFields | undefined

  /** Whether there are unsent answers. */
  get isStarted(): boolean {
    return this.savedAt !== undefined || this.unsaved !== undefined
  }

  /** Loads the saved answers; `typed`, entered before hydration, takes precedence. */
  load(typed: InquiryFields): void {
    this.unsaved = Object.keys(typed).length > 0 ? typed : undefined
    this.take(loadDraft())
  }

  /** Shows what another tab saved, or that it sent or cleared the form. */
  follow(): void {
    const stored = loadDraft()
    // What was not saved yet cannot have been sent by the other tab.
    if (stored || !this.unsaved) this.take(stored)
  }

  /** Takes over what other tabs have saved; the events that tell of it may arrive later. */
  addSaved(): void {
    const stored = loadDraft()
    if (stored) this.take(stored)
  }

  change(change: InquiryFields): void {
    this.fields = { ...this.fields, ...change }
    this.unsaved = { ...this.unsaved, ...change }
  }

  save(): void {
    if (!this.unsaved) return
    this.addSaved()
    this.store()
  }

  setAttempt(attempt: SubmissionAttempt | undefined): void {
    this.addSaved()
    this.attempt = attempt
    this.store()
  }

  /** Loads an earlier submission for editing. */
  resume(fields: InquiryFields, attempt: SubmissionAttempt): void {
    this.fields = { ...emptyFields, ...fields }
    this.attempt = attempt
    this.store()
  }

  /** Empties the form and deletes its saved copy. */
  clear(): void {
    this.unsaved = undefined
    this.take(undefined)
    removeDraft()
  }

  private take(stored: InquiryDraft | undefined): void {
    this.fields = { ...emptyFields, ...stored?.fields, ...this.unsaved }
    this.savedAt = stored?.savedAt
    this.attempt = stored?.attempt
  }

  private store(): void {
    const draft = { savedAt: systemClock(), fields: this.fields, attempt: this.attempt }
    const isSaved = saveDraft(draft)
    this.savedAt = isSaved ? draft.savedAt : undefined
    // Unsaved changes are kept, or an older copy would replace them.
    this.unsaved = isSaved ? undefined : (this.unsaved ?? this.fields)
  }
}

/** Answers in the DOM that differ from an empty form: what was typed before hydration. */
export function readInputBeforeHydration(form: HTMLFormElement): InquiryFields {
  const fields: InquiryFields = {}
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value === '' || value === emptyFields[name]) continue
    if (name === FORM_NAME_FIELD || name === HONEYPOT_FIELD) continue
    fields[name] = fields[name] ? `${fields[name]},${value}` : value
  }
  return fields
}

const STORAGE_KEY = 'inquiry-draft'

const TextFields = v.record(v.string(), v.string())

const StoredDraft = v.object({
  /** UTC milliseconds. */
  savedAt: v.number(),
  fields: TextFields,
  /** The last attempt to send that was not accepted yet. */
  attempt: v.optional(v.object({ key: v.string(), fields: TextFields })),
})

interface InquiryDraft {
  savedAt: number
  fields: InquiryFields
  attempt?: SubmissionAttempt | undefined
}

/** Answers of an untouched form. */
const emptyFields: InquiryFields = {
  country: DEFAULT_COUNTRY,
  adults: '1',
  children: '0',
  newsletter_text: newsletterVersion,
}

const getStorage = () => localStorage

/** The draft of this device. */
const loadDraft = (): InquiryDraft | undefined => readStored(getStorage, STORAGE_KEY, StoredDraft)

/** Returns whether it is saved: private windows may refuse storage, and the page must not lie. */
const saveDraft = (draft: InquiryDraft) => writeStored(getStorage, STORAGE_KEY, draft)

const removeDraft = () => writeStored(getStorage, STORAGE_KEY, undefined)

import { type RefObject, startTransition, useEffect, useReducer, useRef, useState } from 'react'
import * as v from 'valibot'
import { systemClock } from '#client/lib/clock.ts'
import { readStored, writeStored } from '#client/lib/stored-value.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type { FormValues } from '#client/lib/use-form.ts'
import { HONEYPOT_FIELD } from '#shared/submissions/form-post.ts'
import type { SubmissionAttempt, WireFields } from './entry.ts'
import { preloadOutbox } from './outbox-client.ts'

/** Longest time that a change waits to be saved, milliseconds. */
const SAVE_DELAY_MS = 400

interface DraftPlace {
  /** `sessionStorage` for a draft of this tab, `localStorage` for one that all tabs share. */
  storage: () => Storage
  key: string
  /** The values of an untouched form; fields that it does not name are empty. */
  empty: WireFields
}

export interface FormDraft extends FormValues<WireFields> {
  /** When the values were last saved, UTC milliseconds; undefined if nothing is saved. */
  savedAt: number | undefined
  /** Whether something is written that was not sent, at the time of the call. */
  readonly isStarted: boolean
  /** Takes over what was typed into a part of the form before React hydrated it. */
  readForm(): void
  /** Fills in only the fields that are empty. */
  fill(fields: WireFields): void
  /** The last attempt to send that was not accepted yet. */
  attempt(): SubmissionAttempt | undefined
  setAttempt(attempt: SubmissionAttempt | undefined): void
  /** Replaces the values by those of an earlier submission. */
  resume(fields: WireFields, attempt: SubmissionAttempt): void
  clear(): void
}

/** The values of a form, saved on this device while they are written. */
export function useFormDraft(
  place: DraftPlace,
  form: RefObject<HTMLFormElement | null>,
): FormDraft {
  const [keeper] = useState(() => new DraftStore(place))
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const drawAfter =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      act(...args)
      draw()
    }
  const change = drawAfter((patch: Partial<WireFields>) => {
    preloadOutbox()
    keeper.change(patch)
  })
  const readTyped = () => {
    const typed = form.current ? readInput(form.current, place.empty) : {}
    return Object.keys(typed).length > 0 ? typed : undefined
  }
  useEffectOn(keeper, () => {
    const typed = readTyped()
    if (typed) preloadOutbox()
    keeper.load(typed)
    startTransition(draw)
  })
  useAutosave(keeper, place.key, draw)
  return {
    values: keeper.fields,
    savedAt: keeper.savedAt,
    get isStarted() {
      return keeper.isStarted
    },
    change,
    readForm() {
      const typed = readTyped()
      if (typed) change(typed)
    },
    current: () => keeper.current(),
    fill: drawAfter((fields) => keeper.fill(fields)),
    attempt: () => keeper.attempt,
    setAttempt: (attempt) => keeper.setAttempt(attempt),
    resume: drawAfter((fields, attempt) => keeper.resume(fields, attempt)),
    clear: drawAfter(() => keeper.clear()),
  }
}

/**
 * Saves soon after a change, also while typing goes on, and at once when the page is hidden, closed or unmounted.
 * Follows what other tabs save.
 */
function useAutosave(keeper: DraftStore, storageKey: string, draw: () => void): void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffectOn(keeper.fields, () => {
    const save = () => {
      waiting.current = undefined
      keeper.save()
      startTransition(draw)
    }
    waiting.current ??= setTimeout(save, SAVE_DELAY_MS)
  })
  useEffect(() => {
    const leave = () => {
      keeper.save()
      draw()
    }
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    const follow = ({ key }: StorageEvent) => {
      if (key !== storageKey) return
      keeper.follow()
      startTransition(draw)
    }
    addEventListener('storage', follow)
    return () => {
      clearTimeout(waiting.current)
      waiting.current = undefined
      removeEventListener('storage', follow)
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      keeper.save()
    }
  }, [keeper, storageKey, draw])
}

/** The current values and their saved copy, which other tabs may write, too. */
class DraftStore {
  fields: WireFields
  /** When they were last saved, UTC milliseconds; undefined if nothing is saved. */
  savedAt: number | undefined
  /** The last attempt to send that was not accepted yet. */
  attempt: SubmissionAttempt | undefined
  /** The fields that this tab has changed since then; of the others, the copy may have newer values. */
  private unsaved: Partial<WireFields> | undefined

  constructor(private readonly place: DraftPlace) {
    this.fields = place.empty
  }

  /** Whether something is written here that was not sent. */
  get isStarted(): boolean {
    const { empty } = this.place
    return (
      this.hasDraft &&
      Object.keys(this.fields).some((name) => this.fields[name] !== (empty[name] ?? ''))
    )
  }

  private get hasDraft(): boolean {
    return this.savedAt !== undefined || this.unsaved !== undefined
  }

  /** Loads the saved values; `typed`, entered before hydration, takes precedence. */
  load(typed: WireFields | undefined): void {
    if (typed) this.change(typed)
    this.take(this.read())
  }

  /** Shows what another tab saved, or that it sent or cleared the form. */
  follow(): void {
    const stored = this.read()
    // What was not saved yet cannot have been sent by the other tab.
    if (stored || !this.unsaved) this.take(stored)
  }

  /** The values, with what other tabs have saved; the events that tell of it may arrive later. */
  current(): WireFields {
    const stored = this.read()
    if (stored) this.take(stored)
    return this.fields
  }

  change(change: Partial<WireFields>): void {
    this.fields = { ...this.fields, ...change } as WireFields
    this.unsaved = { ...this.unsaved, ...change }
  }

  /** Fills in the empty fields. That alone is not worth saving. */
  fill(fields: WireFields): void {
    const missing = Object.entries(fields).filter(([name]) => !this.fields[name])
    if (missing.length === 0) return
    if (this.hasDraft) this.change(Object.fromEntries(missing))
    else this.fields = { ...this.fields, ...Object.fromEntries(missing) }
  }

  save(): void {
    if (!this.unsaved) return
    this.current()
    this.store()
  }

  setAttempt(attempt: SubmissionAttempt | undefined): void {
    this.current()
    this.attempt = attempt
    this.store()
  }

  resume(fields: WireFields, attempt: SubmissionAttempt): void {
    this.fields = { ...this.place.empty, ...fields }
    this.attempt = attempt
    this.store()
  }

  /** Empties the form and deletes its saved copy. */
  clear(): void {
    this.unsaved = undefined
    this.take(undefined)
    writeStored(this.place.storage, this.place.key, undefined)
  }

  private read(): StoredDraft | undefined {
    return readStored(this.place.storage, this.place.key, StoredDraft)
  }

  private take(stored: StoredDraft | undefined): void {
    this.fields = { ...this.place.empty, ...stored?.fields, ...this.unsaved } as WireFields
    this.savedAt = stored?.savedAt
    this.attempt = stored?.attempt
  }

  private store(): void {
    const draft = { savedAt: systemClock(), fields: this.fields, attempt: this.attempt }
    // Private windows may refuse storage, and the page must not say that the draft is saved.
    const isSaved = writeStored(this.place.storage, this.place.key, draft)
    this.savedAt = isSaved ? draft.savedAt : undefined
    // Unsaved changes are kept, or an older copy would replace them.
    this.unsaved = isSaved ? undefined : (this.unsaved ?? this.fields)
  }
}

const TextFields = v.record(v.string(), v.string())

const StoredDraft = v.object({
  /** UTC milliseconds. */
  savedAt: v.number(),
  fields: TextFields,
  /** The last attempt to send that was not accepted yet. */
  attempt: v.optional(v.object({ key: v.string(), fields: TextFields })),
})

type StoredDraft = v.InferOutput<typeof StoredDraft>

/** The values in the document that differ from an untouched form: typed before hydration. */
function readInput(form: HTMLFormElement, empty: WireFields): WireFields {
  const hidden = [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')]
  const ignored = new Set([HONEYPOT_FIELD, ...hidden.map(({ name }) => name)])
  const fields: WireFields = {}
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value === '' || value === empty[name]) continue
    if (ignored.has(name)) continue
    fields[name] = fields[name] ? `${fields[name]},${value}` : value
  }
  return fields
}

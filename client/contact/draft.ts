import * as v from 'valibot'
import type { Attempt } from '#client/outbox/outbox.ts'

const NAME = 'contact-draft'

const Texts = v.record(v.string(), v.string())

const Draft = v.object({
  typed: Texts,
  /** The last sending that was not accepted yet. */
  attempt: v.optional(v.object({ key: v.string(), fields: Texts })),
})

interface ContactDraft {
  typed: Record<string, string>
  attempt?: Attempt | undefined
}

/** What was typed in this tab; undefined where nothing was, or storage is closed to us. */
export function loadDraft(): ContactDraft | undefined {
  try {
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), Draft),
      sessionStorage.getItem(NAME),
    )
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Private windows may refuse storage; the form then works until its page is closed. */
export function saveDraft(draft: ContactDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(NAME, JSON.stringify(draft))
    else sessionStorage.removeItem(NAME)
  } catch {
    // Nothing to tell: what is typed stays on the screen.
  }
}

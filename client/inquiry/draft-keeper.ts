import { systemClock } from '#client/lib/clock.ts'
import type { Attempt } from '#client/outbox/outbox.ts'
import type { InquiryFields } from '#shared/inquiry/fields.ts'
import { emptyFields, loadDraft, removeDraft, saveDraft } from './draft.ts'

/** The answers as they are now, and as this device keeps them. */
export class DraftKeeper {
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

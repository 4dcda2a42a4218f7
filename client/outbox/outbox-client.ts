import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { announce } from '#client/ui/announcer.tsx'
import { sendEntry } from './drain.ts'
import {
  addSupersededKeys,
  createEntry,
  isSameContent,
  parseHttpStatus,
  type SubmissionAttempt,
  type SubmissionContent,
  type SubmitResult,
} from './entry.ts'

/** Loads the outbox with its database code on first use. */
export const loadOutbox = () => import('./page-outbox.ts')

/** Loads the outbox in advance, while there may still be a connection. */
export function preloadOutbox(): void {
  loadOutbox().catch(() => undefined)
}

/**
 * Submits a form through the outbox, or directly if its code cannot load. Every form uses this
 * function.
 */
export async function submitForm(
  content: SubmissionContent,
  previous: SubmissionAttempt | undefined,
): Promise<SubmitResult> {
  const page = await loadOutbox().catch(() => undefined)
  return page ? page.submitViaOutbox(content, previous) : sendDirectly(content, previous)
}

/** Keeps unsent content on this device, listed beside the entries; false if it cannot be stored. */
export async function putAside(content: SubmissionContent): Promise<boolean> {
  try {
    const { outbox } = await loadOutbox()
    await outbox.putAside({ ...content, key: randomKey() })
    return true
  } catch {
    return false
  }
}

/** Removes an entry at the person's request; false while it is being sent. */
export async function removeEntry(key: string): Promise<boolean> {
  const { outbox } = await loadOutbox()
  const isBack = await outbox.remove(key)
  if (!isBack) announce('It is being sent right now and cannot be taken back.')
  return isBack
}

/**
 * Sends without the outbox, where nothing can be stored. If that fails, only the form has the
 * content.
 */
export async function sendDirectly(
  content: SubmissionContent,
  previous: SubmissionAttempt | undefined,
  { isStorageFull = false } = {},
): Promise<SubmitResult> {
  const attempt = resolveAttempt(content, previous)
  const entry = createEntry({ ...content, ...attempt }, systemClock())
  const sent = await sendEntry(entry, (address, init) => fetch(address, init))
  switch (sent.kind) {
    case 'accepted':
      return { outcome: { kind: 'sent', answer: sent.answer }, attempt }
    case 'refused':
      return { outcome: { kind: 'refused', problem: sent.problem }, attempt }
    default:
      return {
        outcome: { kind: 'unsaved', isStorageFull, answered: parseHttpStatus(sent.reason) },
        attempt,
      }
  }
}

/**
 * Unchanged content keeps its key; changed content gets a new one, and a booking names the key that
 * it replaces.
 */
function resolveAttempt(
  { form, fields }: SubmissionContent,
  previous: SubmissionAttempt | undefined,
): SubmissionAttempt {
  if (!previous) return { key: randomKey(), fields }
  if (isSameContent(previous.fields, fields)) return previous
  return { key: randomKey(), fields: addSupersededKeys(previous, form, fields) }
}

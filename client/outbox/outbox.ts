import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { announce } from '#client/ui/announcer.tsx'
import {
  type Attempt,
  answered,
  type Content,
  type Handed,
  inPlaceOf,
  newEntry,
  sameContent,
} from './entry.ts'
import { sendEntry } from './send.ts'

/** Loads the outbox with its database code on first use. */
export const openOutbox = () => import('./page-outbox.ts')

/** Loads the outbox in advance, while there may still be a connection. */
export function prepareOutbox(): void {
  openOutbox().catch(() => undefined)
}

/**
 * Submits a form through the outbox, or directly if its code cannot load. Every form uses this
 * function.
 */
export async function submit(content: Content, before: Attempt | undefined): Promise<Handed> {
  const page = await openOutbox().catch(() => undefined)
  return page ? page.submit(content, before) : sendDirectly(content, before)
}

/** Removes an entry at the person's request; false while it is being sent. */
export async function takeBack(key: string): Promise<boolean> {
  const { outbox } = await openOutbox()
  const isBack = await outbox.remove(key)
  if (!isBack) announce('It is being sent right now and cannot be taken back.')
  return isBack
}

/**
 * Sends without the outbox, where nothing can be stored. If that fails, only the form has the
 * content.
 */
export async function sendDirectly(
  content: Content,
  before: Attempt | undefined,
  full = false,
): Promise<Handed> {
  const attempt = attemptFor(content, before)
  const entry = newEntry({ ...content, ...attempt }, systemClock())
  const sent = await sendEntry(entry, (address, init) => fetch(address, init))
  switch (sent.kind) {
    case 'accepted':
      return { outcome: { kind: 'sent', answer: sent.answer }, attempt }
    case 'refused':
      return { outcome: { kind: 'refused', problem: sent.problem }, attempt }
    default:
      return { outcome: { kind: 'unsaved', full, answered: answered(sent.reason) }, attempt }
  }
}

/**
 * Unchanged content keeps its key; changed content gets a new one, and a booking names the key that
 * it replaces.
 */
function attemptFor({ form, fields }: Content, before: Attempt | undefined): Attempt {
  if (!before) return { key: randomKey(), fields }
  if (sameContent(before.fields, fields)) return before
  return { key: randomKey(), fields: inPlaceOf(before, form, fields) }
}

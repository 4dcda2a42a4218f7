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

/** The outbox and its database come when they are first needed. */
export const openOutbox = () => import('./page-outbox.ts')

/** Fetches them ahead, while there may still be a connection. */
export function prepareOutbox(): void {
  openOutbox().catch(() => undefined)
}

/** The one way by which forms leave the page. */
export async function submit(content: Content, before: Attempt | undefined): Promise<Handed> {
  const page = await openOutbox().catch(() => undefined)
  return page ? page.submit(content, before) : sendDirectly(content, before)
}

/** Takes an entry off this device, by its person's wish; false where it is just being sent. */
export async function takeBack(key: string): Promise<boolean> {
  const { outbox } = await openOutbox()
  const isBack = await outbox.remove(key)
  if (!isBack) announce('It is being sent right now and cannot be taken back.')
  return isBack
}

/** Where nothing can be kept: it goes at once, or stays in the form alone. */
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

/** The same again goes under its key; what was changed names what it takes the place of. */
function attemptFor({ form, fields }: Content, before: Attempt | undefined): Attempt {
  if (!before) return { key: randomKey(), fields }
  if (sameContent(before.fields, fields)) return before
  return { key: randomKey(), fields: inPlaceOf(before, form, fields) }
}

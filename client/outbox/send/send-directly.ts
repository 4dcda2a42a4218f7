import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import { newEntry } from '#client/outbox/entry.ts'
import { inPlaceOf } from '#client/outbox/store/replaced.ts'
import {
  type Attempt,
  answered,
  type Content,
  type Handed,
  sameContent,
} from '#client/outbox/submission-outcome.ts'
import { sendEntry } from './send.ts'

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

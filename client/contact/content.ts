import type { Content, WireFields } from '#client/outbox/submission-outcome.ts'
import { business } from '#shared/site/business.ts'

/** Enough of a message to know it again by. */
const EXCERPT = 60

/** The form as the outbox takes it. */
export function contactContent(fields: WireFields): Content {
  return {
    form: 'contact',
    fields,
    typed: null,
    summary: {
      title: `Message to ${business.name}`,
      detail: excerpt(fields.message ?? ''),
    },
    slotStart: null,
    scheduleVersion: null,
    amountShown: null,
  }
}

function excerpt(message: string): string {
  const text = message.trim().replace(/\s+/g, ' ')
  if (text === '') return ''
  if (text.length <= EXCERPT) return `“${text}”`
  const cut = text.slice(0, EXCERPT)
  const wordEnd = cut.lastIndexOf(' ')
  return `“${wordEnd > EXCERPT / 2 ? cut.slice(0, wordEnd) : cut}…”`
}

import type { WireFields } from '#client/booking/draft.ts'
import { TIME_MESSAGE } from '#shared/booking/api.ts'
import { BookingPost } from '#shared/booking/schema.ts'
import { parse } from '#shared/lib/result.ts'

export const TERMS_MESSAGE = 'Please accept the Terms of Use and Privacy Notice to proceed.'

/** Messages by wire name; `terms` never leaves the browser. */
export type Problems = Partial<Record<string, string>>

/** The server's own rules, applied before sending. */
export function problemsOf(fields: WireFields, terms: boolean): Problems {
  const parsed = parse(BookingPost, fields)
  const problems: Problems = parsed.ok ? {} : { ...parsed.refusal.fields }
  return terms ? problems : { ...problems, terms: TERMS_MESSAGE }
}

const inForm = ['first_name', 'last_name', 'email', 'phone', 'message', 'terms']

/** What is wrong outside the form's own fields: the choice of the step before. */
export function problemElsewhere(problems: Problems): string | undefined {
  const names = Object.keys(problems).filter((name) => !inForm.includes(name))
  if (names.length === 0) return undefined
  const ofTime = names.some((name) => ['start', 'date', 'time', 'timezone'].includes(name))
  return ofTime ? TIME_MESSAGE : problems[names[0] ?? '']
}

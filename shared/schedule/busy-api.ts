import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'
import { PlainDateText } from './schema.ts'

/** The owner's busy times in the whole weeks of a month, from their own calendar. Instants are ISO 8601. */
export const getBusyTimes = endpoint({
  name: 'get-busy-times',
  method: 'GET',
  access: 'owner',
  /** Its first day. */
  input: v.object({ month: PlainDateText }),
  output: v.object({
    busy: v.array(v.object({ start: v.string(), end: v.string() })),
    /** When the calendar was last read, and how far; null where there is none. */
    readAt: v.nullable(v.string()),
    readUntil: v.nullable(v.string()),
  }),
  failure: 'Failed to fetch busy times',
})

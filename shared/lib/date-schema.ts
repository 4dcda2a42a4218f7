import * as v from 'valibot'
import { isPlainDate } from './date.ts'

/** `YYYY-MM-DD`, or empty. */
export const PlainDateOrEmpty = v.pipe(
  v.string(),
  v.check((date) => date === '' || isPlainDate(date), 'Please enter a date such as 2026-11-25.'),
)

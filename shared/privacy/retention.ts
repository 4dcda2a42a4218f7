import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'

const days = (min: number, max: number) =>
  v.pipe(
    v.number(),
    v.integer('Please enter whole days.'),
    v.minValue(min, `Please enter at least ${min} days.`),
    v.maxValue(max, `Please enter at most ${max} days.`),
  )

/** For how many days things are kept; the longest are what the privacy policy promises. */
export const Retention = v.object({
  /** What visitors sent by the forms. */
  submissionDays: days(30, 730),
  /** Mails that were sent, and their files. */
  mailDays: days(30, 365),
  /** By which a form that arrives twice is known; devices come back after more than a year. */
  answerDays: days(400, 1200),
  /** Work that is done. */
  jobDays: days(7, 365),
})

export type Retention = v.InferOutput<typeof Retention>

export const defaultRetention: Retention = {
  submissionDays: 730,
  mailDays: 365,
  answerDays: 400,
  jobDays: 90,
}

export const getRetention = endpoint({
  name: 'get-retention',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: Retention,
  failure: 'Failed to fetch retention settings',
})

export const updateRetention = endpoint({
  name: 'update-retention',
  method: 'POST',
  access: 'owner',
  input: Retention,
  output: Retention,
  failure: 'Failed to save retention settings',
})

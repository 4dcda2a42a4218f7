import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'

/** A job of the server that has failed for good or keeps failing. */
const FailingJob = v.object({
  id: v.number(),
  /** The kind of the job: `mail`, `room`. */
  kind: v.string(),
  /** The kind of a mail, such as `confirmed`; null for other jobs. */
  mail: v.nullable(v.string()),
  bookingId: v.nullable(v.string()),
  /** ISO 8601. */
  requestedAt: v.string(),
  /** Error of the last attempt; empty if there is none. */
  error: v.string(),
  /** True: failed for good; false: it is still retried automatically. */
  isGivenUp: v.boolean(),
})

export type FailingJob = v.InferOutput<typeof FailingJob>

/** In a synced record, whose id is that of the job. */
export type FailingJobRecord = Omit<FailingJob, 'id'>

/** For browsers that can store no records. */
export const getFailingJobs = defineEndpoint({
  name: 'get-failing-jobs',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: v.array(FailingJob),
  failure: 'Failed to fetch what could not be sent',
})

/** Tries a failed mail again at once. Called twice, it sends the mail once. */
export const retryMail = defineEndpoint({
  name: 'resend-mail',
  method: 'POST',
  access: 'owner',
  input: v.object({ id: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  output: v.object({ sent: v.boolean(), error: v.nullable(v.string()) }),
  failure: 'Failed to send this email again',
})

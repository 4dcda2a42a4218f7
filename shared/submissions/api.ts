import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import { type FormName, formNames } from './form-post.ts'
import { markSchemas, type SubmissionMarks } from './marks.ts'

const Id = v.pipe(v.number(), v.integer(), v.minValue(1))

export const FormSubmission = v.object({
  id: Id,
  /** ISO 8601. */
  created_at: v.string(),
  ...markSchemas,
  /** Id of the booking that it created. */
  booking_id: v.nullable(v.string()),
  /** The submitted fields by wire name. */
  data: v.record(v.string(), v.string()),
})

export type FormSubmission = v.InferOutput<typeof FormSubmission>

/** A submission as devices store it, without what the owner has noted; its id is the record's. */
export interface SubmissionRecord extends Omit<FormSubmission, 'id' | keyof SubmissionMarks> {
  form: FormName
}

export const FormGroup = v.object({
  name: v.picklist(formNames),
  timeZone: v.string(),
  total: v.number(),
  /** The latest submissions, the latest first; `total` counts the older ones too. */
  submissions: v.array(FormSubmission),
})

export type FormGroup = v.InferOutput<typeof FormGroup>

export const getForms = defineEndpoint({
  name: 'get-forms',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: v.array(FormGroup),
  failure: 'Failed to fetch form submissions',
})

/** The file `{formName}-submissions.csv`, the oldest first. */
export const exportForms = defineEndpoint({
  name: 'export-forms',
  method: 'POST',
  access: 'owner',
  needsRecentSignIn: true,
  input: v.object({ formName: v.picklist(formNames) }),
  output: v.string(),
  failure: 'Failed to export form data',
})

/**
 * Refusals, each with its reason in `fields.email`: 403 `address` for an address that is not the
 * owner's own, 429 `rate`, 502 `not_sent`.
 */
export const sendTestEmail = defineEndpoint({
  name: 'send-notification',
  method: 'POST',
  access: 'owner',
  input: v.object({ email: v.pipe(v.string(), v.maxLength(254)), type: v.literal('test') }),
  output: v.object({
    message: v.literal('Test email sent successfully!'),
    email: v.string(),
    /** False if no mail server is set: the mail was then written to a file. */
    isDelivered: v.boolean(),
    /** ISO 8601. */
    sentAt: v.string(),
  }),
  failure: 'Failed to send test email',
})

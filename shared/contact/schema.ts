import * as v from 'valibot'
import { Email, FirstName, LastName, optionalText } from '#shared/lib/fields.ts'
import { newsletterFields } from './newsletter.ts'

/** The contact form by its wire names. */
export const ContactPost = v.object({
  first_name: FirstName,
  last_name: LastName,
  email: Email,
  message: optionalText(5000),
  ...newsletterFields,
})

export type ContactPost = v.InferOutput<typeof ContactPost>

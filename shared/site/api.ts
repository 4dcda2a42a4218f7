import * as v from 'valibot'
import { locationKinds } from '#shared/booking/meeting-location.ts'
import { ServiceTypeText } from '#shared/content/service-type.ts'
import { defineEndpoint } from '#shared/lib/endpoint.ts'

/** What this server is set up for, so that no page promises more. */
const SiteConfig = v.object({
  /** `card` real payments, `demo` no card is charged, `off` paid services cannot be booked online. */
  payments: v.picklist(['card', 'demo', 'off']),
  /** Whether mail leaves the server; if false, no page says that mail was sent. */
  sendsMail: v.boolean(),
  /** The kind of meeting location of each service. */
  locationKinds: v.record(ServiceTypeText, v.picklist(locationKinds)),
})

export type SiteConfig = v.InferOutput<typeof SiteConfig>

export const getSiteConfig = defineEndpoint({
  name: 'get-config',
  method: 'GET',
  access: 'public',
  input: v.object({}),
  output: SiteConfig,
  failure: 'Failed to load',
})

import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'

const Unfinished = v.object({
  name: v.string(),
  /** What a public site closes until it is written. */
  closes: v.nullable(v.picklist(['sales', 'mail'])),
})

/** What the server's settings and environment decide: the outside services, and what is not set up yet. */
export const SiteState = v.object({
  checkedAt: v.string(),
  mail: v.object({
    /** Whether mail leaves the server, or is only written to files. */
    delivers: v.boolean(),
    /** What a public site lacks to send mail. */
    lacks: v.nullable(v.picklist(['sender', 'server'])),
    sentToday: v.number(),
  }),
  payment: v.picklist(['card', 'demo', 'off']),
  /** Whether a video provider is connected. */
  createsRooms: v.boolean(),
  /** What the owner has not written yet. */
  samples: v.array(Unfinished),
  /** Zones in which the server's zone data is older than the law. */
  oldZones: v.array(v.string()),
})

export type SiteState = v.InferOutput<typeof SiteState>
export type Unfinished = v.InferOutput<typeof Unfinished>

export const getSiteState = defineEndpoint({
  name: 'get-site-state',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: SiteState,
  failure: 'Failed to fetch the state of the site',
})

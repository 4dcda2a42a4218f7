import type { SiteConfig } from '#shared/site/api.ts'

/** The public configuration of a site with card payments, mail and video rooms. */
export function buildSiteConfig(over: Partial<SiteConfig> = {}): SiteConfig {
  return {
    payments: 'card',
    sendsMail: true,
    locationKinds: {
      'initial-consultation': 'video_room',
      'bespoke-planning': 'video_room',
      'business-consultancy': 'video_room',
    },
    ...over,
  }
}

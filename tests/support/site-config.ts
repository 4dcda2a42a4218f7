import type { SiteConfig } from '#shared/site/api.ts'

/** The public configuration of a site with card payments, mail and video rooms. */
export function siteConfig(over: Partial<SiteConfig> = {}): SiteConfig {
  return {
    payments: 'card',
    mail: true,
    places: {
      'initial-consultation': 'video_room',
      'bespoke-planning': 'video_room',
      'business-consultancy': 'video_room',
    },
    ...over,
  }
}

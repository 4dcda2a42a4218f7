export interface Discipline {
  name: string
  /** Who the service is for. */
  audience: string
  /** On Home. */
  description: string
  /** On the Services page. */
  inShort: string
  inShortLink: string
  points: readonly string[]
  to: string
  link: string
  /**
   * Accessible name of the link, because a page shows two links with the same text. It begins with
   * the visible text.
   */
  linkName: string
  plate: { name: 'arch' | 'sheet'; caption: string; description: string }
}

/** The two kinds of service, shown as cards on Home and side by side on the Services page. */
export const disciplines: readonly Discipline[] = [
  {
    name: 'Artistry',
    audience: 'for private travellers',
    description:
      'Its pace, its silences, and the doors that open along the way: planned for you by one person.',
    inShort: 'Private travel in the North, from one long weekend to three slow weeks.',
    inShortLink: 'See Artistry',
    points: [
      'Personalized destination curation',
      'Exclusive access and experiences',
      'Cultural immersion planning',
      'Seamless travel coordination',
    ],
    to: '/services/nordic-luxury-travel',
    link: 'EXPLORE SERVICES',
    linkName: 'Explore services: Artistry, Nordic luxury travel',
    plate: {
      name: 'arch',
      caption: 'Pl. II — Skerries, with a route for two',
      description:
        'Engraved sea chart of a Nordic archipelago with one dotted route between its islands',
    },
  },
  {
    name: 'Mastery',
    audience: 'for boutique hospitality',
    description:
      'Strategy for brands, lodges and retreats that want the right guests more than all of them.',
    inShort:
      'Counsel by the hour or by the season, for owners who want a full house that is also calm.',
    inShortLink: 'See Mastery',
    points: [
      'Strategic business analysis',
      'Market positioning optimization',
      'Guest experience enhancement',
      'Revenue growth strategies',
    ],
    to: '/services/hospitality-consultancy',
    link: 'EXPLORE SERVICES',
    linkName: 'Explore services: Mastery, hospitality consultancy',
    plate: {
      name: 'sheet',
      caption: 'Pl. III — A lodge, elevation and plan',
      description: 'Architect’s drawing of a small Nordic lodge: elevation above, floor plan below',
    },
  },
]

export const servicesTitle = 'One hand, two disciplines. Choose the one you came for.'

import { line, list, paragraph } from '#shared/content/fields.ts'

const points = (initial: readonly string[]) => list('Points', { limit: 60, entries: 6 }, initial)

/** One of the two disciplines, on Home and on the Services page. */
export const servicesPage = {
  head: {
    title: line('Heading', 60, 'One hand, two disciplines. Choose the one you came for.'),
  },
  artistry: {
    name: line('Name', 40, 'Artistry'),
    audience: line('For whom', 60, 'for private travellers'),
    description: paragraph(
      'On Home',
      160,
      'Its pace, its silences, and the doors that open along the way: planned for you by one person.',
    ),
    inShort: paragraph(
      'On Services',
      160,
      'Private travel in the North, from one long weekend to three slow weeks.',
    ),
    points: points([
      'Personalized destination curation',
      'Exclusive access and experiences',
      'Cultural immersion planning',
      'Seamless travel coordination',
    ]),
  },
  mastery: {
    name: line('Name', 40, 'Mastery'),
    audience: line('For whom', 60, 'for boutique hospitality'),
    description: paragraph(
      'On Home',
      160,
      'Strategy for brands, lodges and retreats that want the right guests more than all of them.',
    ),
    inShort: paragraph(
      'On Services',
      160,
      'Counsel by the hour or by the season, for owners who want a full house that is also calm.',
    ),
    points: points([
      'Strategic business analysis',
      'Market positioning optimization',
      'Guest experience enhancement',
      'Revenue growth strategies',
    ]),
  },
} as const

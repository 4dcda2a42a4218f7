import type { Service, VatRule } from '#shared/content/service.ts'

/** An accountant must confirm that services for buyers abroad carry no Norwegian VAT. */
const standardVat: VatRule = { home: 'standard', abroad: 'none' }

const common = {
  currency: 'nok',
  vat: standardVat,
  isShown: true,
  pauseMinutes: 0,
  buyers: 'both',
} as const

/** The services of an untouched site. Their addresses and types stay, whatever the owner makes of them. */
export const standardServices: readonly Service[] = [
  {
    ...common,
    id: 'initial-consultation',
    type: 'initial-consultation',
    title: 'Initial Consultation',
    durationMinutes: 30,
    amount: 0,
    isPerHour: false,
    asksDestinations: true,
    side: 'artistry',
    kicker: 'DISCOVERY',
    teaser: 'Half an hour by video, to hear where you might go and when.',
    cardTitle: 'Initial Consultation',
    audience: '',
    description:
      'A 30-minute video call about where you might go, and when the North is at its best for it.',
    points: [
      'Destination recommendations',
      'Timing and seasonal insight',
      'Cultural suggestions',
      'Budget and logistics discussion',
    ],
    remark: '',
    link: 'Book the call',
    pageTitle: 'Book an Initial Consultation',
    pageDescription:
      'Choose a time for a complimentary 30-minute video call about your journey in the North.',
    intro:
      'A first conversation about where you might go, and when the North is at its best for it.',
    covers: 'Destinations, timing and season, cultural suggestions, budget and logistics',
    feeLabel: 'Fee',
  },
  {
    ...common,
    id: 'bespoke-planning',
    type: 'bespoke-planning',
    title: 'Bespoke Planning',
    durationMinutes: 30,
    amount: 400_000,
    isPerHour: false,
    asksDestinations: true,
    side: 'artistry',
    kicker: 'ARTISTRY',
    teaser: 'The whole journey, drawn and held together by one person.',
    cardTitle: 'Bespoke Planning',
    audience: '',
    description:
      'The whole journey, drawn and held together: where you sleep, who opens the gate, what happens if the weather turns.',
    points: [
      'Full itinerary',
      'Exclusive accommodation bookings',
      'Private experiences',
      'Travel documentation',
    ],
    remark: '24/7 travel support available for an additional premium.',
    link: 'Begin planning',
    pageTitle: 'Begin Bespoke Planning',
    pageDescription: 'Choose a time to begin the planning of your journey. Planning fee {price}.',
    intro: 'The call that opens your planning. From here on, the journey is drawn for you alone.',
    covers: 'Full itinerary, stays, private experiences, travel documents',
    feeLabel: 'Planning fee',
  },
  {
    ...common,
    id: 'business-consultancy',
    type: 'business-consultancy',
    title: 'Business Consultancy',
    durationMinutes: 60,
    amount: 150_000,
    isPerHour: true,
    asksDestinations: false,
    side: 'mastery',
    kicker: 'MASTERY',
    teaser: 'One hour on the question that keeps returning to your house.',
    cardTitle: 'Initial Consultation',
    audience: 'for your house',
    description:
      'One hour on the question that keeps returning. You leave with notes you can act on, whether or not we meet again.',
    points: [],
    remark: '',
    link: 'Book an hour',
    pageTitle: 'Book a Business Consultancy',
    pageDescription:
      'Choose a time for one hour on the question that keeps returning to your house. From {price}.',
    intro: 'An hour on your house: who it is for, and what would bring them back.',
    covers: 'Business analysis, market position, guest experience, revenue',
    feeLabel: 'Consultation fee',
  },
]

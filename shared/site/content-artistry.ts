import { catalogue } from '#shared/booking/catalogue.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { formatListedTaxNote } from '#shared/payment/seller.ts'

const planning = catalogue['bespoke-planning']

export const artistryHero = {
  kicker: 'Artistry',
  title: 'A journey *drawn* around you.',
  lead: 'Private travel in Norway, Denmark, Sweden, Iceland and their neighbours, planned by one person who has been there.',
  caption: 'Pl. II — Skerries, printed at night',
}

export interface Offer {
  name: string
  description: string
  fee: string
  feeNote?: string
  points: readonly string[]
  remark?: string
  link: string
  to: string
}

export const offers: {
  title: string
  lead: string
  consultation: Offer
  planning: Offer
} = {
  title: 'Two ways to begin',
  lead: 'Talk first, or hand me the whole map. One often leads to the other.',
  consultation: {
    name: 'Initial Consultation',
    description:
      'A 30-minute video call about where you might go, and when the North is at its best for it.',
    fee: 'Complimentary',
    points: [
      'Destination recommendations',
      'Timing and seasonal insight',
      'Cultural suggestions',
      'Budget and logistics discussion',
    ],
    link: 'Book the call',
    to: '/service/initial-consultation',
  },
  planning: {
    name: 'Bespoke Planning',
    description:
      'The whole journey, drawn and held together: where you sleep, who opens the gate, what happens if the weather turns.',
    fee: formatPrice(planning.amount, planning.currency),
    feeNote: ['Planning fee', formatListedTaxNote(planning)].filter(Boolean).join(', '),
    points: [
      'Full itinerary',
      'Exclusive accommodation bookings',
      'Private experiences',
      'Travel documentation',
    ],
    remark: '24/7 travel support available for an additional premium.',
    link: 'Begin planning',
    to: '/service/bespoke-planning',
  },
}

export const journeysTitle = 'Three journeys, to show what is possible'

export const process = {
  title: 'How a journey is made',
  steps: [
    {
      name: 'I listen.',
      text: 'What you love, what you avoid, who you travel with. I ask about mornings before I ask about mountains.',
    },
    {
      name: 'I draw.',
      text: 'A route with room in it. You see every day on one sheet, and change anything that does not feel like you.',
    },
    {
      name: 'I stay close.',
      text: 'Bookings made, documents in one place, and the same person to write to, from the first ferry to the last.',
    },
  ],
}

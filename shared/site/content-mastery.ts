import { catalogue } from '#shared/booking/catalogue.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { formatListedTaxNote, getSeller } from '#shared/payment/seller.ts'
import { hostBookingLink, type InquiryPrompt } from './content-common.ts'
import { business } from './owner/business.ts'

const hour = catalogue['business-consultancy']

export const masteryHero = {
  kicker: 'Mastery',
  title: 'Strategy for houses that would rather be *remembered* than be everywhere.',
  caption: 'Pl. III — A lodge, elevation and plan',
}

export const engagements = {
  title: 'Two engagements',
  consultation: {
    name: 'Initial Consultation',
    audience: 'for your house',
    description:
      'One hour on the question that keeps returning. You leave with notes you can act on, whether or not we meet again.',
    fee: `from ${formatPrice(hour.amount, hour.currency)}/hour`,
    feeNote: formatListedTaxNote(hour),
    link: hostBookingLink.label,
    to: hostBookingLink.to,
  },
  advisory: {
    name: 'Strategic Advisory',
    description:
      'A longer engagement, scoped with you: an opening, a repositioning, a season that has to go differently. The fee is agreed in writing before any work begins.',
    fee: 'Custom engagement',
    link: 'Describe your house',
    to: '/contact?about=house',
  },
}

/** Headings of the worked example, whose content is the owner's. */
export const example = {
  title: 'One house, before and after',
  before: 'Before',
  after: 'After',
  changes: 'What changed',
  note: 'A sample, until a house agrees to be named here.',
  caption: 'Pl. IV — The lodge at night',
  plate: 'A lodge by a lake at night, its hall lit, under bare mountains',
}

/** Exactly six entries: the drawn floor plan has two rows of three rooms. */
export const expertise = {
  title: 'Six rooms I know well',
  rooms: [
    {
      name: 'Business analysis',
      text: 'What the house earns, what it costs, and which of its rooms carry the others.',
    },
    {
      name: 'Market position',
      text: 'Who you are for. Then the harder half: who you are not for.',
    },
    {
      name: 'Guest experience',
      text: 'Every moment from first email to farewell, walked through and written down.',
    },
    {
      name: 'Revenue',
      text: 'Rates, seasons and length of stay, set so that a full house is also a calm one.',
    },
    {
      name: 'Brand and story',
      text: 'Words and pictures a guest recognises on arrival, because they turn out to be true.',
    },
    {
      name: 'Team and service',
      text: 'A manner of welcome that survives a busy Saturday and a new colleague.',
    },
  ],
}

export const meetings = {
  title: 'Where we meet',
  options: [
    {
      name: 'Virtual',
      text: 'By video, from wherever your house is.',
      points: ['Screen sharing', 'Recorded sessions', 'Available globally'],
    },
    {
      name: 'On-site',
      text: 'I walk the house with you, front door to laundry.',
      points: ['Your premises', 'Travel costs covered by the client'],
    },
  ],
}

export const paymentTerms = {
  title: 'Payment terms',
  /** '' for a seller who is not registered for VAT. */
  vat:
    business.vatRegistered === true
      ? '25% VAT is charged on all services. The prices shown include it. Buyers who live or have their seat outside Norway pay the same price, without VAT.'
      : '',
  /** '' while nothing is sold online. */
  card: getSeller() ? 'Paid when you book. I pay the processing fee: there is no surcharge.' : '',
  invoice: '30-day terms.',
  invoiceLink: 'Ask for an invoice',
  invoiceSubject: 'Invoice for a business consultancy',
}

export const clientNote = 'A house I work with, shown with permission.'

export const travelInquiryPrompt: InquiryPrompt = {
  question: 'Planning a journey instead?',
  link: 'Use the travel enquiry',
}

import type { ContactSubject } from '#shared/contact/schema.ts'

interface ContactText {
  title: string
  lead: string
}

export const contactText: ContactText = {
  title: 'One person reads every message.',
  lead: 'A sentence is enough: the season, or the building. I write back within two working days.',
}

const timeText: ContactText = {
  title: 'Ask for a time',
  lead: 'Two or three days that suit you, the hours you prefer, and where in the world you will be.',
}

/** The page's texts when a link gave the form a subject. */
export const subjectTexts: Record<ContactSubject, ContactText> = {
  'initial-consultation': timeText,
  'bespoke-planning': timeText,
  'business-consultancy': timeText,
  booking: {
    title: 'Write about your booking',
    lead: 'Its reference is in the confirmation and on its page.',
  },
  invoice: {
    title: 'Ask for an invoice',
    lead: 'Name the company, its address, and what the invoice is for.',
  },
  privacy: {
    title: 'Ask about your data',
    lead: 'Say what you would like to see, correct or have erased.',
  },
  accessibility: {
    title: 'Tell me what stands in your way',
    lead: 'Name the page, what you wanted to do, and what you use to read it. I will answer, and help you meanwhile.',
  },
  house: {
    title: 'Tell me about your house',
    lead: 'How many rooms, which season worries you, and what you have already tried.',
  },
}

export const contactPlate = {
  caption: 'Pl. VII — Harbour at first light',
  description: 'A fishing harbour before sunrise: boathouses, a moored boat, a light on the mole',
}

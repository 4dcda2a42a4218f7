import type { ContactSubject } from '#shared/contact/schema.ts'

interface ContactText {
  title: string
  lead: string
}

export const contactText: ContactText = {
  title: 'One person reads every message.',
  lead: 'A sentence is enough. Tell me the season, or the building, and where to write back.',
}

/** The page's texts when a link gave the form a subject. */
export const subjectTexts: Record<ContactSubject, ContactText> = {
  house: {
    title: 'Tell me about your house',
    lead: 'How many rooms, which season worries you, and what you have already tried.',
  },
}

export const contactPlate = {
  caption: 'Pl. VII — Harbour at first light',
  description: 'A fishing harbour before sunrise: boathouses, a moored boat, a light on the mole',
}

import { line, paragraph, photograph } from '#shared/content/fields.ts'

export const contactPage = {
  head: {
    title: line('Heading', 60, 'One person reads every message.'),
    lead: paragraph(
      'Text',
      160,
      'A sentence is enough: the season, or the building. I write back within two working days.',
    ),
  },
} as const

/** Parts of every page. */
export const commonParts = {
  footer: {
    first: line('First line', 60, 'Nordic journeys and hospitality counsel,'),
    second: line('Second line, in italics', 60, 'made one at a time.'),
  },
  owner: {
    role: line('Your role', 60, 'Founder and principal consultant'),
    portrait: photograph('Your portrait'),
  },
  invitation: {
    title: line('Heading', 60, 'Begin with half an hour of conversation.'),
    lead: paragraph('Text', 160, 'A complimentary 30-minute video call, at a time that suits you.'),
  },
} as const

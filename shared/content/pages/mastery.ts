import {
  group,
  line,
  list,
  optional,
  paragraph,
  photographs,
  rows,
  sample,
} from '#shared/content/fields.ts'
import { namedTexts } from './home.ts'

const lines = (label: string) => list(label, { limit: 40, entries: 5 }, [])

export const masteryPage = {
  hero: {
    title: line(
      'Heading',
      80,
      'Strategy for houses that would rather be *remembered* than be everywhere.',
    ),
  },
  engagements: {
    title: line('Heading', 60, 'Two engagements'),
    advisory: line('Name of the longer one', 60, 'Strategic Advisory'),
    description: paragraph(
      'Text',
      300,
      'A longer engagement, scoped with you: an opening, a repositioning, a season that has to go differently. The fee is agreed in writing before any work begins.',
    ),
    fee: line('Fee', 60, 'Custom engagement'),
  },
  example: {
    title: line('Heading', 60, 'One house, before and after'),
    house: sample(
      'worked example on the Mastery page',
      group('The house', {
        title: line('House', 80, ''),
        before: lines('Before'),
        after: lines('After'),
        changes: rows(
          'What changed',
          {
            entries: 4,
            columns: {
              measure: line('Measure', 40, ''),
              before: line('Before', 12, ''),
              after: line('After', 12, ''),
              unit: line('Unit', 12, ''),
            },
          },
          [],
        ),
      }),
    ),
  },
  expertise: {
    title: line('Heading', 60, 'Six rooms I know well'),
    /** Exactly six: the drawn floor plan has two rows of three rooms. */
    rooms: rows('Rooms', { entries: 6, columns: namedTexts }, [
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
    ]),
  },
  meetings: {
    title: line('Heading', 60, 'Where we meet'),
    options: rows(
      'Places',
      {
        entries: 2,
        columns: { ...namedTexts, points: list('Points', { limit: 60, entries: 4 }, []) },
      },
      [
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
    ),
  },
  invitation: {
    title: line('Heading', 60, 'Begin with one hour about your house.'),
    lead: paragraph(
      'Text',
      160,
      'Bring the figures you trust least. You leave with a page of notes.',
    ),
  },
  client: {
    /** A house that agreed to be named; `logo` is a file in client/public, such as `/logo.svg`. */
    house: optional(
      group('Client house', { name: line('Name', 60, ''), logo: line('Logo', 120, '') }),
    ),
  },
  photographs: { list: photographs('Photographs', 3) },
} as const

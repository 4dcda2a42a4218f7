import { type Destination, destinationChoices } from '#shared/content/destinations.ts'
import {
  amount,
  choice,
  group,
  laterColumn,
  line,
  list,
  paragraph,
  photographs,
  rows,
  sample,
} from '#shared/content/fields.ts'
import { namedTexts, quotationColumns } from './home.ts'

/** The charts that are drawn, one for each of the sample journeys. */
const charts = ['lofoten', 'lapland', 'denmark'] as const

const journeyColumns = {
  /** Its name in links to the booking page. */
  slug: line('Address', 60, ''),
  title: line('Title', 60, ''),
  length: line('Length', 40, ''),
  season: line('Season', 40, ''),
  /** Three moments. */
  moments: list('Moments', { limit: 80, entries: 3 }, []),
  /** The lowest price in øre. */
  amount: amount('Lowest price', 1_000_000_000, 0),
  travellers: line('For how many', 40, ''),
  /** Chosen on the booking page when a visitor comes from this journey. */
  destination: choice<Destination>('Country', destinationChoices, 'Norway'),
  /** Shown as it is, or the colours of the chart that is drawn from `places`. */
  chart: choice('Chart', charts, 'lofoten'),
  places: laterColumn({
    ...list('Places of its own chart', { limit: 60, entries: 9 }, []),
    hint: 'In the order of the journey. A chart of its own is drawn through them, in the colours of the one above. Without places, that one is shown.',
  }),
  /** The chart in words, for people who cannot see it; made from the places if it is empty. */
  chartText: line('Chart in words', 160, ''),
} as const

export const artistryPage = {
  hero: {
    title: line('Heading', 60, 'A journey *drawn* around you.'),
    lead: paragraph(
      'Below it',
      160,
      'Private travel in Norway, Denmark, Sweden, Iceland and their neighbours, planned by one person who has been there.',
    ),
  },
  journeys: {
    title: line('Heading', 60, 'Three journeys, to show what is possible'),
    list: sample(
      'sample journeys and their prices',
      rows('Journeys', { entries: 3, columns: journeyColumns }, []),
    ),
    /** January first. */
    months: rows(
      'What each month is best for',
      {
        entries: 12,
        columns: { name: line('Month', 12, ''), bestFor: line('Best for', 60, '') },
      },
      [
        { name: 'January', bestFor: 'blue hours and a stove' },
        { name: 'February', bestFor: 'reindeer country, and the aurora' },
        { name: 'March', bestFor: 'snow with sun in it' },
        { name: 'April', bestFor: 'skis at eight, birdsong at noon' },
        { name: 'May', bestFor: 'orchards in flower' },
        { name: 'June', bestFor: 'a sun that does not set' },
        { name: 'July', bestFor: 'warm granite, and a swim' },
        { name: 'August', bestFor: 'cloudberries, and the first stars' },
        { name: 'September', bestFor: 'red fells and clear air' },
        { name: 'October', bestFor: 'storms, seen from indoors' },
        { name: 'November', bestFor: 'empty harbours, first snow' },
        { name: 'December', bestFor: 'a lamp in every window' },
      ],
    ),
  },
  offers: {
    title: line('Heading', 60, 'Two ways to begin'),
    lead: paragraph(
      'Text',
      160,
      'Talk first, or hand me the whole map. One often leads to the other.',
    ),
  },
  process: {
    title: line('Heading', 60, 'How a journey is made'),
    steps: rows('Steps', { entries: 3, columns: namedTexts }, [
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
    ]),
  },
  quotation: {
    words: sample('testimonials', group('Quotation', quotationColumns)),
  },
  photographs: { list: photographs('Photographs', 4) },
} as const

import { group, line, list, paragraph, rows, sample } from '#shared/content/fields.ts'

/** A client's words; only words that the client has allowed to print may stand here. */
export const quotationColumns = {
  quote: paragraph('Words', 140, ''),
  client: line('Name', 60, ''),
  about: line('What it was about', 60, ''),
} as const

/** Names and short texts, as a row of three. */
export const namedTexts = {
  name: line('Name', 40, ''),
  text: paragraph('Text', 160, ''),
} as const

export const homePage = {
  hero: {
    title: line('Heading', 60, 'Nordic experiences, *masterfully* crafted.'),
    lead: paragraph(
      'Below it',
      160,
      'Private journeys through the North, and counsel for the houses that welcome travellers.',
    ),
  },
  craft: {
    title: line('Heading', 60, 'Our Craft'),
    opening: line('First words, in italics', 60, 'Two disciplines, one hand.'),
    lead: paragraph(
      'Text',
      300,
      'A journey and a guest house ask for the same thing: attention, patiently applied. I offer it to those who travel, and to those who receive them.',
    ),
    waysToBegin: line('Heading of the services', 60, 'Ways to begin'),
  },
  journeys: { title: line('Heading', 60, 'Three ways through the North') },
  artisan: {
    kicker: line('Above the heading', 40, 'The Artisan'),
    title: line('Heading', 60, 'Someone who knows which road the light takes.'),
    paragraphs: list('Text', { limit: 400, entries: 3 }, [
      '{name} is the work of one person. Before it was a practice it was a habit: walking a valley before recommending it, sleeping in the room before sending a guest there, asking the boatman about November.',
      'That habit became a way of working. Every itinerary and every strategy is written by the same hand that answers your first message.',
    ]),
  },
  philosophy: {
    title: line('Heading', 60, 'Our Philosophy'),
    statement: paragraph(
      'Sentence',
      140,
      'The rarest luxury in the North is not a view. It is an *unhurried hour* in front of one.',
    ),
  },
  values: {
    title: line('Heading', 60, 'Our Values'),
    list: rows('Values', { entries: 3, columns: namedTexts }, [
      {
        name: 'Provenance',
        text: 'I recommend only what I have walked, slept in and tasted. Nothing arrives by brochure.',
      },
      {
        name: 'Discretion',
        text: 'Names stay unspoken, plans stay private. The best service leaves hardly a ripple.',
      },
      {
        name: 'Patience',
        text: 'Good work is built in layers. I take the time that a place, and a business, requires.',
      },
    ]),
  },
  quotation: {
    words: sample('testimonials', group('Quotation', quotationColumns)),
  },
  story: {
    title: line('Heading', 60, 'We transform travel into *art.*'),
    lead: paragraph(
      'Text',
      200,
      'A print is numbered because it can be repeated. A journey cannot. Each of mine is an edition of one, made for the people in it and then retired.',
    ),
  },
  contact: {
    title: line('Heading', 60, 'Begin Your Masterpiece'),
    lead: paragraph(
      'Text',
      160,
      'Tell me a little. A season, a feeling, a building you cannot stop thinking about.',
    ),
  },
} as const

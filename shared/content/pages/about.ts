import { line, list, paragraph, rows, sample } from '#shared/content/fields.ts'
import { namedTexts } from './home.ts'

export const aboutPage = {
  story: {
    title: line('Heading', 60, 'I have driven the road before I send you down it.'),
    paragraphs: sample(
      'story on the About page',
      list('Your story', { limit: 900, entries: 5 }, [
        'In my third year I sent two people to a lighthouse I had only read about. The pictures were true. Nobody had written that the last ferry leaves at four in October, or that the kitchen closes when the cook’s mother is ill.',
        'They spent that night in a waiting room with a vending machine, and were kinder about it than I deserved.',
        'The week after, I drove out. I took the ferry both ways, ate what there was, slept above the boathouse and wrote all of it down. I have had one rule since: if I have not stood in the doorway, I do not describe the door. My list of places is shorter for it. I can answer for every one.',
      ]),
    ),
    lead: line('Until it is written', 160, '{name} is a practice of one.'),
  },
  facts: {
    list: sample(
      'facts on the About page',
      rows(
        'Facts',
        {
          entries: 8,
          columns: { term: line('Name', 40, ''), value: line('Fact', 80, '') },
        },
        [
          { term: 'Years at work', value: 'Fourteen' },
          { term: 'Places lived', value: 'Tromsø, Copenhagen, Visby' },
          { term: 'Languages', value: 'Norwegian, Danish, Swedish, English' },
          { term: 'Memberships and guarantees', value: 'Travel guarantee, no.\u00a00000' },
        ],
      ),
    ),
  },
  philosophy: {
    title: line('Heading', 60, 'On the road'),
    statement: paragraph(
      'Sentence',
      140,
      'Go slower than you planned. *The North* was here first, and it keeps its own time.',
    ),
  },
  creed: {
    title: line('Heading', 60, 'What I promise'),
    list: rows('Promises', { entries: 3, columns: namedTexts }, [
      {
        name: 'I have been there',
        text: 'If a place is new to me, I go before you do, or I tell you so.',
      },
      {
        name: 'You stay private',
        text: 'I keep no list of famous guests, and I ask the houses to keep none either.',
      },
      {
        name: 'I say no',
        text: 'Some weeks, roads and ideas are wrong for you. You hear it from me before you pay for it.',
      },
    ]),
  },
} as const

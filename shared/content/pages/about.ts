import { line, list, paragraph, rows, sample } from '#shared/content/fields.ts'
import { namedTexts } from './home.ts'

export const aboutPage = {
  story: {
    title: line('Heading', 60, 'I have driven the road before I send you down it.'),
    paragraphs: sample(
      'story on the About page',
      list('Your story', { limit: 900, entries: 5 }, []),
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
        [],
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

import { isPublicSite, sample } from './samples.ts'

/** Your story on the About page, in paragraphs; some 120 words. */
export const story: readonly string[] | null = sample(
  'story on the About page',
  isPublicSite
    ? null
    : [
        'In my third year I sent two people to a lighthouse I had only read about. The pictures were true. Nobody had written that the last ferry leaves at four in October, or that the kitchen closes when the cook’s mother is ill.',
        'They spent that night in a waiting room with a vending machine, and were kinder about it than I deserved.',
        'The week after, I drove out. I took the ferry both ways, ate what there was, slept above the boathouse and wrote all of it down. I have had one rule since: if I have not stood in the doorway, I do not describe the door. My list of places is shorter for it. I can answer for every one.',
      ],
)

/** Facts below the story. A row without content is left out. */
export const facts: readonly { term: string; value: string }[] | null = sample(
  'facts on the About page',
  isPublicSite
    ? null
    : [
        { term: 'Years at work', value: 'Fourteen' },
        { term: 'Places lived', value: 'Tromsø, Copenhagen, Visby' },
        { term: 'Languages', value: 'Norwegian, Danish, Swedish, English' },
        { term: 'Memberships and guarantees', value: 'Travel guarantee, no.\u00a00000' },
      ],
)

import { business } from './owner/business.ts'

export const aboutHead = {
  title: 'I have driven the road before I send you down it.',
  /** Shown while the owner's story is not written. */
  lead: `${business.name} is a practice of one.`,
}

export const aboutPhilosophy = {
  title: 'On the road',
  statement: 'Go slower than you planned. *The North* was here first, and it keeps its own time.',
}

export const creed = {
  title: 'What I promise',
  list: [
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
  ],
}

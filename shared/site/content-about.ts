import { business } from './business.ts'

export const aboutHead = {
  title: 'I have driven the road before I send you down it.',
  lead: `${business.name} is a practice of one. ${business.nameMeaning}`.trim(),
  caption: 'Pl. IV — Birches, first snow',
  plate: 'Birch trunks in early snow, a low sun behind them',
}

export const biography = [
  'It began with notebooks. Which ferry has a warm saloon, which road closes first, where the kitchen is better than the view. Friends asked to borrow them, then friends of friends.',
  'Then the owners of the houses in those notebooks wrote. They wanted to know what their guests had noticed and had been too polite to say. Reading a house became the other half of the work.',
  'The two halves sharpen each other. A season of arriving as a guest teaches what a host forgets, and a week behind the desk shows what a traveller never sees.',
  'The practice has stayed small on purpose. I answer the first message, draw the route, make the calls and am awake when your train is late.',
]

export const aboutPhilosophy = {
  title: 'Our Philosophy',
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

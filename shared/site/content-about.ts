import { business } from './business.ts'

export const aboutHead = {
  title: 'Someone who knows which road the light takes.',
  lead: `${business.name} is the work of one person. ${business.nameMeaning}`.trim(),
  caption: 'Pl. IV — Birches, first snow',
  plate: 'Birch trunks in early snow, a low sun behind them',
}

export const biography = [
  'Before it was a practice it was a habit: walking a valley before recommending it, sleeping in the room before sending a guest there, asking the boatman about November.',
  'Friends borrowed the habit first. Then friends of friends, and then the owners of the houses they had stayed in, who wanted to know what those guests had noticed.',
  'So the work grew on two sides of the same door. On one side a traveller, arriving. On the other a host, listening for the car. Both are asking how the next hour should feel.',
  'It has stayed small on purpose. Every itinerary and every strategy is written by the same hand that answers your first message, and nothing is delegated that you would notice.',
]

export const aboutPhilosophy = {
  title: 'Our Philosophy',
  statement: 'Go slower than you planned. *The North* was here first, and it keeps its own time.',
}

export const creed = {
  title: 'What we hold to',
  list: [
    {
      name: 'Provenance',
      text: 'We recommend only what we have walked, slept in and tasted. If we have not been, we go, or we say so.',
    },
    {
      name: 'Discretion',
      text: 'Names stay unspoken, plans stay private. You will not find our guests on this page.',
    },
    {
      name: 'Patience',
      text: 'Good work is built in layers. We take the time that a place, and a business, requires.',
    },
  ],
}

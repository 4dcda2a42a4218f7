import fc from 'fast-check'

export const DEVICES = 3

/** What the network between a device and the server may do to one request. */
const faults = [
  'none',
  'lost request',
  'lost answer',
  /** The device gives up, yet the request arrives, after all others. */
  'late request',
  /** The answer arrives after others; meanwhile the device goes on. */
  'late answer',
  'portal',
  'error before',
  'error after',
  'twice',
  'restart',
  'disk full',
  /** A proxy on the way lets only one mutation through at a time (413). */
  'too large',
] as const

export type Fault = (typeof faults)[number]

const fields = ['name', 'phone', 'dining', 'notes'] as const

export type Step =
  | { do: 'create' | 'close day'; device: number }
  | { do: 'set date' | 'remove date'; device: number }
  | { do: 'edit'; device: number; which: number; field: (typeof fields)[number]; how: number }
  | { do: 'delete' | 'restore' | 'delete for good'; device: number; which: number }
  /** A record of a collection that the simulation knows by its definition alone. */
  | { do: 'edit other'; device: number; which: number; field: number }
  | {
      do: 'delete other' | 'restore other' | 'delete other for good'
      device: number
      which: number
    }
  | { do: 'resolve'; device: number; which: number; open: number; choice: 'keep' | 'take' }
  | { do: 'sync'; device: number; faults: Fault[]; diesIn: number }
  | { do: 'crash'; device: number }
  | { do: 'clock'; device: number; days: number }
  | { do: 'back up' | 'restore server' | 'deliver late' | 'months pass' }
  | { do: 'erase' | 'book'; which: number }

const device = fc.nat({ max: DEVICES - 1 })
const which = fc.nat({ max: 2 })
/** Taken modulo the number of collections, or of fields. */
const MAX_INDEX = 59

const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('create' as const, 'close day' as const), device }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('set date' as const, 'set date' as const, 'remove date' as const),
      device,
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      device,
      which,
      field: fc.constantFrom(...fields),
      how: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('delete' as const, 'restore' as const, 'delete for good' as const),
      device,
      which,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('edit other' as const),
      device,
      which: fc.nat({ max: MAX_INDEX }),
      field: fc.nat({ max: MAX_INDEX }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'delete other' as const,
        'restore other' as const,
        'delete other for good' as const,
      ),
      device,
      which: fc.nat({ max: MAX_INDEX }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('resolve' as const),
      device,
      which,
      open: fc.nat({ max: 2 }),
      choice: fc.constantFrom('keep' as const, 'take' as const),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      device,
      faults: fc.array(fc.constantFrom(...faults), { maxLength: 4 }),
      diesIn: fc.constantFrom(2, 3, 5, 99, 99, 99, 99),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), device }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('book' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      device,
      days: fc.constantFrom(-1, 1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'deliver late' as const,
        'deliver late' as const,
        'deliver late' as const,
        'back up' as const,
        'restore server' as const,
        'months pass' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), which }) },
)

/** Most stories begin with a client that every device has, so that edits meet. */
const sharedClientSteps: Step[] = [
  { do: 'create', device: 0 },
  ...Array.from(
    { length: DEVICES },
    (_, at): Step => ({
      do: 'sync',
      device: at,
      faults: [],
      diesIn: 99,
    }),
  ),
]

export const steps: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.constantFrom<Step[]>(sharedClientSteps, sharedClientSteps, sharedClientSteps, []),
    fc.array(arbitraryStep, { minLength: 4, maxLength: 40 }),
  )
  .map(([first, later]) => [...first, ...later])

/** Stories that random steps rarely produce. */
export const examples: [Step[]][] = [
  // The server's disk becomes full between two mutations of one batch.
  [
    [
      ...sharedClientSteps,
      { do: 'edit', device: 0, which: 0, field: 'phone', how: 0 },
      { do: 'create', device: 0 },
      { do: 'sync', device: 0, faults: ['disk full', 'lost request'], diesIn: 99 },
    ],
  ],
  // One device deletes a client and the server clears the tombstone; another device, which does not
  // know, edits and then deletes the client.
  [
    [
      ...sharedClientSteps,
      { do: 'delete', device: 0, which: 0 },
      { do: 'sync', device: 0, faults: [], diesIn: 2 },
      { do: 'months pass' },
      { do: 'edit', device: 0, which: 0, field: 'name', how: 0 },
      { do: 'edit', device: 2, which: 0, field: 'notes', how: 0 },
      { do: 'delete', device: 2, which: 0 },
    ],
  ],
  // The same, and a third device brings the client back between the edit and the delete.
  [
    [
      ...sharedClientSteps,
      { do: 'delete', device: 1, which: 0 },
      { do: 'edit', device: 2, which: 0, field: 'notes', how: 0 },
      { do: 'sync', device: 1, faults: [], diesIn: 2 },
      { do: 'delete', device: 2, which: 0 },
      { do: 'sync', device: 2, faults: ['late request'], diesIn: 2 },
      { do: 'months pass' },
      { do: 'edit', device: 0, which: 0, field: 'phone', how: 0 },
      { do: 'edit', device: 1, which: 0, field: 'name', how: 0 },
      { do: 'sync', device: 0, faults: [], diesIn: 2 },
      { do: 'edit', device: 0, which: 0, field: 'name', how: 0 },
    ],
  ],
  // The answer to a push is lost; before the push is repeated, another device edits the same field.
  [
    [
      ...sharedClientSteps,
      { do: 'edit', device: 0, which: 0, field: 'phone', how: 0 },
      { do: 'sync', device: 0, faults: ['lost answer', 'lost request'], diesIn: 99 },
      { do: 'sync', device: 1, faults: [], diesIn: 99 },
      { do: 'edit', device: 1, which: 0, field: 'phone', how: 0 },
      { do: 'sync', device: 1, faults: [], diesIn: 99 },
    ],
  ],
  // More mutations are pending than fit one batch, with one of the schedule among them; then one by one.
  [
    [
      ...sharedClientSteps,
      { do: 'create', device: 0 },
      { do: 'create', device: 0 },
      { do: 'set date', device: 0 },
      { do: 'create', device: 0 },
      { do: 'edit', device: 0, which: 0, field: 'phone', how: 0 },
      { do: 'edit', device: 1, which: 0, field: 'phone', how: 0 },
      { do: 'sync', device: 1, faults: [], diesIn: 99 },
      { do: 'sync', device: 0, faults: ['none', 'too large'], diesIn: 99 },
      { do: 'set date', device: 0 },
      { do: 'sync', device: 0, faults: ['lost answer'], diesIn: 99 },
      { do: 'set date', device: 0 },
    ],
  ],
  // A mutation is rejected for a missing name and the answer is lost; the device numbers its next
  // edit, and another device gives the client a name.
  [
    [
      ...sharedClientSteps,
      { do: 'delete', device: 1, which: 0 },
      { do: 'edit', device: 2, which: 0, field: 'notes', how: 0 },
      { do: 'sync', device: 1, faults: [], diesIn: 99 },
      { do: 'months pass' },
      { do: 'sync', device: 2, faults: ['lost answer'], diesIn: 99 },
      { do: 'edit', device: 2, which: 0, field: 'name', how: 0 },
      { do: 'edit', device: 0, which: 0, field: 'name', how: 0 },
    ],
  ],
  // A page of changes arrives after a newer answer to a mutation.
  [
    [
      ...sharedClientSteps,
      { do: 'edit', device: 1, which: 0, field: 'phone', how: 0 },
      { do: 'sync', device: 1, faults: [], diesIn: 99 },
      { do: 'sync', device: 0, faults: ['late answer'], diesIn: 99 },
      { do: 'edit', device: 0, which: 0, field: 'name', how: 0 },
      { do: 'sync', device: 0, faults: ['none', 'lost request'], diesIn: 99 },
      { do: 'deliver late' },
    ],
  ],
  // A device dies after it asked for another device's new client, before it has stored the answer.
  [
    [
      ...sharedClientSteps,
      { do: 'create', device: 0 },
      { do: 'sync', device: 0, faults: [], diesIn: 2 },
      { do: 'edit', device: 0, which: 0, field: 'name', how: 0 },
      { do: 'sync', device: 1, faults: [], diesIn: 3 },
      { do: 'edit', device: 0, which: 0, field: 'name', how: 0 },
    ],
  ],
]

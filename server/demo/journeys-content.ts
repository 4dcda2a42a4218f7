import type { ItemData, ItemKind } from '#shared/journeys/journey-fields.ts'

/** An item of the demo; `day` counts from 1. */
type DemoItem = [
  day: number,
  kind: ItemKind,
  begins: string,
  title: string,
  place: string,
  more?: Partial<ItemData>,
]

export interface DemoJourneyRow {
  title: string
  /** Names of clients in `clients-content.ts`. */
  clients: string[]
  /** Days from today to the first day; undefined for a journey without dates. */
  start: number | undefined
  days: number
  isShared: boolean
  /** Hours since a guest opened it last; undefined for never. */
  seenHoursAgo?: number
  /** Days since it was last edited. */
  editedDaysAgo: number
  /** Where its times are; empty for the owner's zone. */
  zone?: string
  items: DemoItem[]
}

// All journeys are invented, with the clients of the demo; confirmation numbers and telephone numbers lead
// nowhere.
export const journeyRows: DemoJourneyRow[] = [
  {
    title: 'Lofoten, by sea',
    clients: ['Elisabeth Vance', 'William Thorne'],
    start: -2,
    days: 8,
    isShared: true,
    seenHoursAgo: 0.6,
    editedDaysAgo: 1,
    items: [
      [
        1,
        'train',
        '08:05',
        'Nordland Line to Bodø',
        'Trondheim',
        { toPlace: 'Bodø', ends: '17:49' },
      ],
      [1, 'stay', '18:30', 'A room over the harbour', 'Bodø', { confirmation: 'BO-4471' }],
      [
        2,
        'ferry',
        '15:15',
        'The coastal ship to Svolvær',
        'Bodø',
        { toPlace: 'Svolvær', ends: '21:30', confirmation: 'HK-20817' },
      ],
      [
        2,
        'stay',
        '21:45',
        'Rorbu at the quay',
        'Svolvær',
        { nights: 3, contact: 'Marit', phone: '+47 55502650', address: 'Kaia 4, 8300 Svolvær' },
      ],
      [
        3,
        'activity',
        '10:00',
        'Boat into the Trollfjord',
        'Svolvær',
        { ends: '13:30', included: 'Warm suits, coffee on board' },
      ],
      [
        3,
        'activity',
        '17:00',
        'Sauna on the pier',
        'Svolvær',
        { ends: '19:00', guestText: 'Towels are there. The ladder is on the left.' },
      ],
      [
        3,
        'table',
        '19:30',
        'Table for two, Bryggekjøkkenet',
        'Svolvær',
        { confirmation: '2 at the window' },
      ],
      [
        4,
        'transfer',
        '11:00',
        'Along the E10',
        'Svolvær',
        { toPlace: 'Henningsvær', ends: '11:40' },
      ],
      [4, 'activity', '13:00', 'The gallery in the fish factory', 'Henningsvær'],
      [5, 'transfer', '10:00', 'By car to Reine', 'Svolvær', { toPlace: 'Reine', ends: '12:30' }],
      [5, 'stay', '15:00', 'Two cabins by the water', 'Reine', { nights: 3 }],
      [6, 'activity', '09:30', 'Kayaks on Reinefjorden', 'Reine', { ends: '13:00' }],
      [7, 'note', '', 'Nothing planned', 'Reine', { guestText: 'The day is yours.' }],
      [8, 'ferry', '11:00', 'Moskenes to Bodø', 'Reine', { toPlace: 'Bodø', ends: '14:15' }],
      [8, 'flight', '17:20', 'Bodø to Oslo', 'Bodø', { toPlace: 'Oslo', ends: '18:50' }],
    ],
  },
  {
    title: 'The Sognefjord, with her mother',
    clients: ['Claire Marchetti'],
    start: 11,
    days: 8,
    isShared: true,
    seenHoursAgo: 41,
    editedDaysAgo: 3,
    items: [
      [1, 'stay', '15:00', 'A house by the water', 'Bergen', { nights: 2 }],
      [2, 'activity', '11:00', 'The organ of Mariakirken', 'Bergen'],
      [3, 'ferry', '08:00', 'The express boat', 'Bergen', { toPlace: 'Balestrand', ends: '11:50' }],
      [3, 'stay', '14:00', 'Two rooms to the fjord', 'Balestrand', { nights: 3 }],
      [4, 'activity', '10:00', 'Cider with its maker', 'Balestrand'],
      [
        6,
        'transfer',
        '10:00',
        'Over the mountain',
        'Balestrand',
        { toPlace: 'Sogndal', ends: '12:00' },
      ],
      [6, 'stay', '14:00', 'The farm above the bay', 'Sogndal', { nights: 2 }],
      [8, 'train', '11:40', 'The Bergen Line', 'Sogndal', { toPlace: 'Oslo', ends: '17:25' }],
    ],
  },
  {
    title: 'North Iceland',
    clients: ['Daniel Okafor'],
    start: 25,
    days: 7,
    isShared: true,
    editedDaysAgo: 6,
    zone: 'Atlantic/Reykjavik',
    items: [
      [
        1,
        'flight',
        '16:10',
        'Reykjavík to Akureyri',
        'Reykjavík',
        { toPlace: 'Akureyri', ends: '16:55' },
      ],
      [1, 'stay', '18:00', 'The house at the head of the fjord', 'Akureyri', { nights: 2 }],
      [3, 'activity', '09:00', 'Whales, by oak boat', 'Húsavík', { ends: '12:30' }],
      [3, 'stay', '15:00', 'A cabin over the bay', 'Húsavík', { nights: 2 }],
      [5, 'stay', '15:00', 'The farm at the lake', 'Mývatn', { nights: 2 }],
      [6, 'activity', '20:00', 'Nature baths', 'Mývatn'],
      [
        7,
        'transfer',
        '09:00',
        'Back along the lake',
        'Mývatn',
        { toPlace: 'Akureyri', ends: '10:30' },
      ],
    ],
  },
  {
    title: 'Faroe Islands in summer',
    clients: ['Hanna Lindqvist'],
    start: 53,
    days: 7,
    isShared: false,
    editedDaysAgo: 0,
    zone: 'Atlantic/Faroe',
    items: [
      [1, 'stay', '16:00', 'The turf roofs above the harbour', 'Tórshavn', { nights: 2 }],
      [3, 'activity', '10:00', 'The gorge, with its shepherd', 'Gjógv'],
    ],
  },
  {
    title: 'Lake Inari, first frost',
    clients: ['Kenji Arai'],
    start: 95,
    days: 8,
    isShared: false,
    editedDaysAgo: 1,
    zone: 'Europe/Helsinki',
    items: [
      [
        1,
        'train',
        '19:00',
        'The night train north',
        'Helsinki',
        { toPlace: 'Rovaniemi', ends: '07:35', endDay: 1 },
      ],
      [2, 'stay', '14:00', 'A room in the old school', 'Rovaniemi', { nights: 1 }],
      [
        3,
        'transfer',
        '09:00',
        'North, with stops',
        'Rovaniemi',
        { toPlace: 'Inari', ends: '14:00' },
      ],
      [3, 'stay', '15:00', 'Nine rooms on the lake', 'Inari', { nights: 4 }],
      [
        4,
        'activity',
        '11:00',
        'Fishing with Tomas',
        'Inari',
        { ownerText: 'Ask Tomas for the price.' },
      ],
    ],
  },
  {
    title: 'Tromsø and Lyngen',
    clients: ['Margaret Bell'],
    start: undefined,
    days: 5,
    isShared: false,
    editedDaysAgo: 9,
    items: [
      [1, 'stay', '15:00', 'The lodge on the island', 'Tromsø', { nights: 2 }],
      [3, 'stay', '15:00', 'Under the Lyngen Alps', 'Lyngen', { nights: 2 }],
    ],
  },
  {
    title: 'The Helgeland coast',
    clients: ['Astrid Hellevik'],
    start: -20,
    days: 7,
    isShared: true,
    editedDaysAgo: 30,
    items: [
      [1, 'stay', '15:00', 'The island hotel', 'Sandnessjøen', { nights: 3 }],
      [
        4,
        'ferry',
        '10:20',
        'Island by island',
        'Sandnessjøen',
        { toPlace: 'Brønnøysund', ends: '16:00' },
      ],
      [4, 'stay', '17:00', 'A pilot’s house', 'Brønnøysund', { nights: 3 }],
    ],
  },
  {
    title: 'Copenhagen to Skagen',
    clients: ['Sólrún Einarsdóttir'],
    start: -40,
    days: 6,
    isShared: true,
    editedDaysAgo: 52,
    zone: 'Europe/Copenhagen',
    items: [
      [1, 'stay', '15:00', 'A courtyard in Christianshavn', 'Copenhagen', { nights: 2 }],
      [
        3,
        'train',
        '10:00',
        'Across the bridges',
        'Copenhagen',
        { toPlace: 'Aarhus', ends: '12:50' },
      ],
      [3, 'stay', '15:00', 'The rooms over the bookshop', 'Aarhus', { nights: 2 }],
      [5, 'stay', '15:00', 'The painters’ inn', 'Skagen', { nights: 1 }],
    ],
  },
]

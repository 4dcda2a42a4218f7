/**
 * Invented values, by the address of their field, which show what a site looks like until the owner writes her own. Only the
 * server has them: nothing invented is in any file of a public site, and the owner's devices pull them with version 0.
 */
export const samples: Readonly<Record<string, unknown>> = {
  'business.legalName': 'Lysning (sample)',
  'business.founder': 'Ingrid Solheim',
  'business.organizationNumber': '000 000 000',
  'business.vatRegistered': true,
  'business.inForetaksregisteret': false,
  'business.travelRole': 'organiser',
  'business.guarantor': 'Reisegarantifondet (sample)',
  'business.guaranteeNumber': 'sample 0000',
  'business.address': 'Sample street 1, 0001 Oslo, Norway',
  'business.email': 'hello@example.com',
  'business.phone': '+47 00 00 00 00',
  'business.social': [
    {
      name: 'Instagram',
      url: 'https://www.instagram.com/',
    },
    {
      name: 'LinkedIn',
      url: 'https://www.linkedin.com/',
    },
  ],
  'home.quotation.words': {
    quote:
      'We came home with fewer photographs than usual, and more to say about every one of them.',
    client: 'Helen and Marc D.',
    about: 'private journey, western Norway',
  },
  'artistry.journeys.list': [
    {
      slug: 'lofoten-by-sea',
      title: 'Lofoten, by sea',
      length: 'Eight days',
      season: 'June',
      moments: [
        'A working boat into the Trollfjord at midnight',
        'A sauna on the pier, and the stairs into the sea',
        'Supper in a fisherman’s kitchen',
      ],
      amount: 6800000,
      travellers: 'for two',
      destination: 'Norway',
      chart: 'lofoten',
      chartText:
        'Chart of Lofoten, not for navigation: a dotted route by sea from Bodø to Svolvær, the Trollfjord, Henningsvær and Reine',
    },
    {
      slug: 'swedish-lapland',
      title: 'Swedish Lapland, in the blue month',
      length: 'Six days',
      season: 'December to February',
      moments: [
        'A cabin with one stove and no clock',
        'A day with a reindeer herder',
        'Aurora watched from a warm floor',
      ],
      amount: 7400000,
      travellers: 'for two',
      destination: 'Sweden',
      chart: 'lapland',
      chartText:
        'Chart of Swedish Lapland, not for navigation: a dotted route from Luleå to Jokkmokk, Kiruna and Abisko',
    },
    {
      slug: 'copenhagen-to-skagen',
      title: 'Copenhagen to Skagen, slowly',
      length: 'Seven days',
      season: 'May or September',
      moments: [
        'Two workshops that do not have a sign',
        'A manor house and its kitchen garden',
        'The beach where two seas meet',
      ],
      amount: 5200000,
      travellers: 'for two',
      destination: 'Denmark',
      chart: 'denmark',
      chartText:
        'Chart of Denmark, not for navigation: a dotted route from Copenhagen across Funen to Aarhus and Skagen',
    },
  ],
  'artistry.quotation.words': {
    quote: 'The boatman knew our names, and that we did not want to talk before coffee.',
    client: 'Thomas W.',
    about: 'private journey, northern Norway',
  },
  'mastery.example.house': {
    title: 'A twelve-room lodge, two hours from the airport',
    before: ['Three prices', 'Two seasons', 'A menu of everything'],
    after: ['One price', 'Four seasons', 'A table at seven'],
    changes: [
      {
        measure: 'Length of stay',
        before: '1.6',
        after: '2.9',
        unit: 'nights',
      },
      {
        measure: 'Direct bookings',
        before: '34',
        after: '61',
        unit: '%',
      },
    ],
  },
  'about.story.paragraphs': [
    'In my third year I sent two people to a lighthouse I had only read about. The pictures were true. Nobody had written that the last ferry leaves at four in October, or that the kitchen closes when the cook’s mother is ill.',
    'They spent that night in a waiting room with a vending machine, and were kinder about it than I deserved.',
    'The week after, I drove out. I took the ferry both ways, ate what there was, slept above the boathouse and wrote all of it down. I have had one rule since: if I have not stood in the doorway, I do not describe the door. My list of places is shorter for it. I can answer for every one.',
  ],
  'about.facts.list': [
    {
      term: 'Years at work',
      value: 'Fourteen',
    },
    {
      term: 'Places lived',
      value: 'Tromsø, Copenhagen, Visby',
    },
    {
      term: 'Languages',
      value: 'Norwegian, Danish, Swedish, English',
    },
    {
      term: 'Memberships and guarantees',
      value: 'Travel guarantee, no. 0000',
    },
  ],
}

import type { LegalText } from './legal.ts'

/** SAMPLE: have a lawyer read it before going online, and update `updated` at every change. */
export const terms: LegalText = {
  title: 'Terms of Use',
  lead: 'The agreement between you and {name}, in plain words.',
  updated: '29 November 2026',
  sections: [
    {
      id: 'acceptance',
      title: 'Acceptance',
      paragraphs: [
        [
          'By using this website or booking a consultation you accept these terms. If you book for others, you accept them on their behalf.',
        ],
        ['My services are for people aged 18 and over.'],
      ],
    },
    {
      id: 'services',
      title: 'Services',
      paragraphs: [
        [
          'Artistry is private travel planning in the Nordic countries. Mastery is consulting for hospitality businesses. Each is described, with its price, on its own page: ',
          { text: 'Artistry', to: '/services/nordic-luxury-travel' },
          ' and ',
          { text: 'Mastery', to: '/services/hospitality-consultancy' },
          '.',
        ],
        [
          'Whole journeys and longer engagements are agreed in writing, with fees and conditions of their own. The fees named in the travel enquiry belong to them; its planning fee is non-refundable.',
        ],
      ],
    },
    {
      id: 'booking-and-cancellation',
      title: 'Booking and cancellation',
      paragraphs: [
        [
          'A booking is made when this website shows it as confirmed; where I send email, I confirm it there, too. A request that waits on your device without a connection is not yet a booking.',
        ],
        [
          'For a paid service your time is held for 15 minutes while you pay. If payment does not arrive, the time is released and you owe nothing. Late payments are refunded in full.',
        ],
        [
          'You may move or cancel a consultation until 24 hours before it begins, by the link in your confirmation. If you cancel, you are refunded in full. After that, please write to me: any refund is then at my discretion, unless you still have the right of withdrawal described below. If I have to cancel, you choose between another time and a full refund.',
        ],
        [
          'Prices are in Norwegian kroner. {vat} I add no card surcharge to your price. On request I send an invoice instead, due within 30 days.',
        ],
      ],
    },
    {
      id: 'right-of-withdrawal',
      title: 'Right of withdrawal',
      paragraphs: [
        ['{withdrawal instructions}'],
        ['Companies have no right of withdrawal. For them, the 24 hours above apply.'],
        ['{withdrawal form}'],
      ],
    },
    {
      id: 'privacy',
      title: 'Privacy',
      paragraphs: [
        [
          'I use what you tell me to answer you and to plan with you, and for nothing else. The ',
          { text: 'Privacy Policy', to: '/privacy-policy' },
          ' says how.',
        ],
      ],
    },
    {
      id: 'intellectual-property',
      title: 'Intellectual property',
      paragraphs: [
        [
          'Itineraries, reports and the drawings on this site are mine. What I prepare for you is yours to use for your own journey or business, and not to resell.',
        ],
      ],
    },
    {
      id: 'limitation-of-liability',
      title: 'Limitation of liability',
      paragraphs: [
        [
          'I choose the people and houses I recommend with care, but they are independent of me, and you contract with them directly.',
        ],
        [
          'As far as the law allows, my liability is limited to the fee you have paid me for the service in question. Nothing here limits what the law does not let me limit.',
        ],
      ],
    },
    {
      id: 'governing-law',
      title: 'Governing law',
      paragraphs: [
        [
          'These terms are governed by the law of Norway, and disputes are decided by the courts of Norway. As a consumer you keep the protection of the country you live in.',
        ],
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      paragraphs: [['{business}.'], ['Questions about these terms: ', '{contact}', '.']],
    },
  ],
}

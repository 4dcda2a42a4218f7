import { business, toMailLink } from './business.ts'
import type { LegalText } from './legal.ts'

/** SAMPLE: have a lawyer read it before going online, and update `updated` at every change. */
export const privacyPolicy: LegalText = {
  title: 'Privacy Policy',
  lead: 'What we know about you, why, for how long, and what you can do about it.',
  updated: '21 November 2026',
  sections: [
    {
      id: 'who-we-are',
      title: 'Who we are',
      paragraphs: [
        [
          `${business.legalName}, organisation number ${business.organizationNumber}, ${business.address}, is responsible for the personal data described here.`,
        ],
      ],
    },
    {
      id: 'what-we-collect',
      title: 'What we collect',
      paragraphs: [
        [
          'What you write to us: your name, email address, telephone number and message. For a booking also its date, time, time zone and destinations; for a travel enquiry the answers you give, such as who travels with you and what you like.',
        ],
        [
          'Allergies are data about health. You need not name any; if you do, we use them by the consent you give when you send the enquiry, and only to plan the journey.',
        ],
        [
          'If you make an account: its name and address, your password in a form that cannot be read back, and for each place where you are signed in its network address, the name of its browser and the times. What you allow there is kept with the words that were shown.',
        ],
        [
          'When you pay we receive the fact and the amount of the payment. Your card number goes to the payment provider and never reaches us.',
        ],
        [
          'We do not measure who visits this site: there are no statistics, no advertising and no profiles. Your network address is used for a moment to answer you and to stop misuse; with a booking we keep it in a form that cannot be read back, until the time of the booking has come.',
        ],
      ],
    },
    {
      id: 'how-we-use-it',
      title: 'How we use it',
      paragraphs: [
        [
          'To answer you, to hold the consultation, and to plan a journey or an engagement, because you asked us to. To keep accounts, because the law demands it.',
        ],
        [
          'The seasonal letter is sent only to those who ticked its box and then confirmed it by the link we mailed them. We keep the words they ticked and the time. Each letter can be unsubscribed with one click.',
        ],
      ],
    },
    {
      id: 'on-your-device',
      title: 'What stays on your device',
      paragraphs: [
        [
          'One cookie, named browser (on a secure connection __Host-browser), is set when you send a form. It holds a random number and nothing about you; by it this browser can see and change the booking it made. It lasts 400 days at most. Because it is needed for what you asked for, we do not ask about it separately.',
        ],
        [
          'When you sign in, a second cookie, named account.session_token (on a secure connection __Host-account.session_token), keeps you signed in for 30 days, or until you sign out. For that time your name and address stay on the device too, so that forms know them.',
        ],
        [
          'What you write in our forms is kept in your browser until it is sent, so that it is not lost when a connection fails. After a travel enquiry is sent, only the destination and your contact details stay, for 30 days, so that a booking can begin with them; allergies and fellow travellers do not.',
        ],
        [
          'What you send waits on this device until it has arrived; then its text is erased, and a receipt stays for 30 days. The page On this device lists it all, and removes what you want removed. The site itself is kept there too, so that it opens without a connection; that holds nothing about you. You are shown a notification only if you asked for it.',
        ],
        [
          'Clearing the browser’s data for this site removes all of it. At the payment step, and only there, the payment provider’s own script is loaded, which may set cookies to prevent fraud.',
        ],
      ],
    },
    {
      id: 'who-else-sees-it',
      title: 'Who else sees it',
      paragraphs: [
        [
          'Those who work for us, each only what its task needs: Stripe for card payments, Daily for the video room, and the companies that carry our email and run our server. Messages and enquiries reach us by email.',
        ],
        ['We sell nothing and share nothing else, unless the law orders us to.'],
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      paragraphs: [
        [
          'Messages, enquiries and what booking forms held: two years at the most, then they are erased automatically. Bookings and accounts: while we are working together, and after that until you ask us to erase them. Our mails to you: one year at the most.',
        ],
        [
          'Receipts and what belongs to them: five years after the end of the accounting year, as Norwegian law demands, even if you ask us to erase the rest.',
        ],
        [
          'The seasonal letter: an address that is not confirmed is erased after 30 days. The record of a consent, and of its withdrawal, is kept as proof that we were allowed to write, until you ask us to erase it.',
        ],
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      paragraphs: [
        [
          'You may ask to see, correct, move or erase your data, ask us to use it less or not at all, and withdraw a consent at any time. Write to us; it costs nothing.',
        ],
        [
          'If you think that we treat your data wrongly, you may complain to ',
          { text: 'Datatilsynet', href: 'https://www.datatilsynet.no/en/' },
          ', the Norwegian Data Protection Authority.',
        ],
      ],
    },
    {
      id: 'age',
      title: 'Age',
      paragraphs: [
        [
          'Our services are for people aged 18 and over. We do not knowingly collect data from anyone younger; of children who travel with you we ask only name and relationship.',
        ],
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      paragraphs: [['When this policy changes, the date at its top changes with it.']],
    },
    {
      id: 'contact',
      title: 'Contact',
      paragraphs: [
        [
          'Privacy enquiries: ',
          { text: business.email, href: toMailLink('Privacy') },
          '. We aim to reply within 48 business hours.',
        ],
      ],
    },
  ],
}

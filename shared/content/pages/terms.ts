import { paragraph } from '#shared/content/fields.ts'
import { legalSections, section } from './legal-sections.ts'

/** SAMPLE: have a lawyer read it before going online. */
export const termsPage = {
  head: {
    lead: paragraph(
      'Below the heading',
      160,
      'The agreement between you and {name}, in plain words.',
    ),
  },
  text: {
    sections: legalSections([
      section('Acceptance', [
        'By using this website or booking a consultation you accept these terms. If you book for others, you accept them on their behalf.',
        'My services are for people aged 18 and over.',
      ]),
      section('Services', [
        'Artistry is private travel planning in the Nordic countries. Mastery is consulting for hospitality businesses. Each is described, with its price, on its own page: [Artistry](/services/nordic-luxury-travel) and [Mastery](/services/hospitality-consultancy).',
        'Whole journeys and longer engagements are agreed in writing, with fees and conditions of their own. The fees named in the travel enquiry belong to them; its planning fee is non-refundable.',
      ]),
      section('Booking and cancellation', [
        'A booking is made when this website shows it as confirmed; where I send email, I confirm it there, too. A request that waits on your device without a connection is not yet a booking.',
        'For a paid service your time is held for 15 minutes while you pay. If payment does not arrive, the time is released and you owe nothing. Late payments are refunded in full.',
        'You may move or cancel a consultation until 24 hours before it begins, by the link in your confirmation. If you cancel, you are refunded in full. After that, please write to me: any refund is then at my discretion, unless you still have the right of withdrawal described below. If I have to cancel, you choose between another time and a full refund.',
        'Prices are in Norwegian kroner. {vat} I add no card surcharge to your price. On request I send an invoice instead, due within 30 days.',
      ]),
      section('Right of withdrawal', [
        '{withdrawal instructions}',
        'Companies have no right of withdrawal. For them, the 24 hours above apply.',
        '{withdrawal form}',
      ]),
      section('Privacy', [
        'I use what you tell me to answer you and to plan with you, and for nothing else. The [Privacy Policy](/privacy-policy) says how.',
      ]),
      section('Intellectual property', [
        'Itineraries, reports and the drawings on this site are mine. What I prepare for you is yours to use for your own journey or business, and not to resell.',
      ]),
      section('Limitation of liability', [
        'I choose the people and houses I recommend with care, but they are independent of me, and you contract with them directly.',
        'As far as the law allows, my liability is limited to the fee you have paid me for the service in question. Nothing here limits what the law does not let me limit.',
      ]),
      section('Governing law', [
        'These terms are governed by the law of Norway, and disputes are decided by the courts of Norway. As a consumer you keep the protection of the country you live in.',
      ]),
      section('Contact', ['{business}.', 'Questions about these terms: {contact}.']),
    ]),
  },
} as const

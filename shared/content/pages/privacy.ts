import { paragraph } from '#shared/content/fields.ts'
import { legalSections, section } from './legal-sections.ts'

/** SAMPLE: have a lawyer read it before going online. */
export const privacyPage = {
  head: {
    lead: paragraph(
      'Below the heading',
      160,
      'What I know about you, why, for how long, and what you can do about it.',
    ),
  },
  text: {
    sections: legalSections([
      section('Who I am', [
        'Responsible for the personal data described here (the controller): {business}.',
      ]),
      section('What I collect', [
        'What you write to me: your name, email address, telephone number and message. For a booking, I also collect its date, time, time zone and destinations; for a travel enquiry, the answers you give, such as who travels with you and what you like.',
        'Allergies are health data. You do not have to mention any; if you do, I use them on the basis of the consent you give when you send the enquiry, and only to plan the journey.',
        'If you create an account: your name and email address, your password as a hash that cannot be reversed, and for each device on which you are signed in its IP address, its browser and the times. Consents you give there are stored with the exact text you were shown.',
        'If I plan a journey for you: its days, addresses, times, confirmation numbers and documents. What I share with you by a link is encrypted with a key that is part of the link: anyone who finds the address without that part cannot read it. My own copy of the journey, on my server, is not encrypted. When you open it, the page tells me when it was first and last opened, which version, and whether on a phone, a tablet or a computer; nothing else, and no IP address is kept. You can switch that off on the page of the journey.',
        'For a paid service I also ask who buys it: whether privately or for a company, the country, the postal address, and of a company its name and organisation number. The law requires them on the receipt, and they decide the VAT. If you pay by card here, your card number goes to the payment provider and never reaches me: I learn only that you paid, and how much.',
        'I do not measure who visits this site: there are no statistics, no advertising and no profiles. Your IP address is used briefly to respond to your request and to prevent abuse; with a booking, I keep a keyed hash of it until the day after the booking begins.',
      ]),
      section('How I use it', [
        'To answer you, to hold the consultation, and to plan a journey or an engagement, because you asked me to. To keep accounts, because the law requires it.',
        'The seasonal letter is sent only to people who ticked its box and then confirmed it through the link I emailed them. I keep the text they agreed to and the time. You can unsubscribe from any letter with one click.',
      ]),
      section('What stays on your device', [
        'One cookie, named browser (on a secure connection __Host-browser), is set when you send a form. It contains a random number and nothing about you; it lets this browser view and change the booking made in it. It lasts at most 400 days. Because it is needed for what you asked for, I do not ask about it separately.',
        'When you sign in, a second cookie, named account.session_token (on a secure connection __Host-account.session_token), keeps you signed in for 30 days, or until you sign out. During that time your name and email address stay on the device too, so that forms can be prefilled.',
        'What you write in the forms here is kept in your browser until it is sent, so that it is not lost when a connection fails. After a travel enquiry is sent, only the destination and your contact details stay, so that a booking can be prefilled; allergies and fellow travellers do not. After 30 days they are no longer used, and the next booking page that looks for them erases them.',
        'What you send is stored on this device until it has been delivered; then its text is erased, and a receipt stays for 30 days. The page On this device lists all of it and lets you remove any of it. The site itself is stored there too, so that it opens without a connection; it contains nothing about you. You are shown a notification only if you asked for it.',
        'A journey that you open by my link is kept in your browser, together with its key, so that you can read it without a connection; its documents too, if you say so. It erases itself when the link ends, two weeks after the last day unless we agreed otherwise, also on a device that stays offline; a browser that is closed then does so when it next opens this site. If I delete a journey, your device puts its copy away when it next reaches the site, and erases it after 30 days unless I have opened it again.',
        'Clearing the browser’s data for this site removes all of it. If you pay by card here, the payment provider’s own script is loaded at that step, and only there; it may set cookies to prevent fraud.',
      ]),
      section('Who else sees it', [
        'My service providers, each only as far as its task requires: the companies that run my server and carry my email. If you pay by card here, Stripe handles the payment. If we meet in a video room of this site, Daily provides it. Messages and enquiries are stored on my server, and may also reach me by email.',
        'I sell nothing and share nothing else, unless the law requires me to.',
      ]),
      section('How long I keep it', [
        'Messages, enquiries and data from booking forms: at most two years, then they are erased automatically. Bookings and accounts: while we are working together, and after that until you ask me to erase them. My emails to you: at most one year. Journeys and their documents: while we work together, and after that until you ask me to erase them; what lies behind the link of a journey is erased within a day of the link’s end.',
        'Receipts and what belongs to them: five years after the end of the accounting year, as Norwegian law requires, even if you ask me to erase the rest.',
        'The seasonal letter: an address that is not confirmed is erased after 30 days. The record of a consent, and of its withdrawal, is kept as proof that I was allowed to write, until you ask me to erase it.',
      ]),
      section('Your rights', [
        'You may ask to see, correct, transfer or erase your data, restrict or object to its use, and withdraw a consent at any time. Write to me; it is free of charge.',
        'If you think that I am mishandling your data, you may complain to [Datatilsynet](https://www.datatilsynet.no/en/), the Norwegian Data Protection Authority.',
      ]),
      section('Age', [
        'My services are for people aged 18 and over. I do not knowingly collect data from anyone younger; of children who travel with you I ask only name and relationship.',
      ]),
      section('Changes', ['When I change this policy, I update the date at the top.']),
      section('Contact', [
        'Privacy enquiries: {contact about privacy}. I aim to reply within 48 business hours.',
      ]),
    ]),
  },
} as const

import { line, rows, sample, yesOrNo } from './fields.ts'

/** Names, addresses and numbers of the business, for pages, mails and receipts. */
export const businessFields = {
  name: line('Name', 40, 'Lysning'),
  nameMeaning: line(
    'What the name means',
    160,
    'Norwegian for a clearing in the forest, and for the first light of the day.',
  ),
  legalName: sample('legal name', line('Legal name', 80, '')),
  founder: sample('founder’s name', line('Your name', 60, '')),
  organizationNumber: sample('organisation number', line('Organisation number', 20, '')),
  /** Only then receipts show VAT and "MVA". */
  vatRegistered: sample('VAT registration', yesOrNo('In the Norwegian VAT register', false)),
  /** Then receipts say "Foretaksregisteret". */
  inForetaksregisteret: sample(
    'entry in Foretaksregisteret',
    yesOrNo('In Foretaksregisteret', false),
  ),
  /** The seller's postal address, as receipts must show it. */
  address: sample('postal address', line('Address', 160, '')),
  email: sample('email address', line('Email', 160, '')),
  phone: sample('phone number', line('Telephone', 40, '')),
  social: sample(
    'social profiles',
    rows(
      'Elsewhere',
      { entries: 4, columns: { name: line('Name', 40, ''), url: line('Address', 200, '') } },
      [],
    ),
  ),
} as const

import { choice, line, rows, sample, yesOrNo } from './fields.ts'
import { businessLabels } from './labels.ts'

/** Names, addresses and numbers of the business, for pages, mails and receipts. */
export const businessFields = {
  name: line(businessLabels.name, 40, 'Lysning'),
  nameMeaning: line(
    businessLabels.nameMeaning,
    160,
    'Norwegian for a clearing in the forest, and for the first light of the day.',
  ),
  legalName: sample('legal name', line(businessLabels.legalName, 80, '')),
  founder: sample('founder’s name', line(businessLabels.founder, 60, '')),
  organizationNumber: sample(
    'organisation number',
    line(businessLabels.organizationNumber, 20, ''),
  ),
  /** Only then receipts show VAT and "MVA". */
  vatRegistered: sample('VAT registration', yesOrNo(businessLabels.vatRegistered, false)),
  /** Then receipts say "Foretaksregisteret". */
  inForetaksregisteret: sample(
    'entry in Foretaksregisteret',
    yesOrNo(businessLabels.inForetaksregisteret, false),
  ),
  /** An adviser is paid a fee only. An organiser sells whole journeys, and must name who guarantees the money of their buyers. */
  travelRole: sample(
    'adviser or organiser',
    choice(businessLabels.travelRole, ['adviser', 'organiser'], 'adviser'),
  ),
  guarantor: sample('travel guarantee', line(businessLabels.guarantor, 80, '')),
  guaranteeNumber: sample('travel guarantee', line(businessLabels.guaranteeNumber, 40, '')),
  /** The seller's postal address, as receipts must show it. */
  address: sample('postal address', line(businessLabels.address, 160, '')),
  email: sample('email address', line(businessLabels.email, 160, '')),
  phone: sample('phone number', line(businessLabels.phone, 40, '')),
  social: sample(
    'social profiles',
    rows(
      businessLabels.social,
      { entries: 4, columns: { name: line('Name', 40, ''), url: line('Address', 200, '') } },
      [],
    ),
  ),
} as const

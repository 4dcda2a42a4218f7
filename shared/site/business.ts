/**
 * Who the business is. SAMPLES: put your own here before going online; pages, mails and receipts
 * take every name, address and number from this file.
 */
export const business = {
  name: 'Lysning',
  legalName: 'Lysning (sample)',
  founder: 'Ingrid Solheim',
  organizationNumber: '000 000 000',
  /** The seller's postal address, as receipts must show it. */
  address: 'Sample street 1, 0001 Oslo, Norway',
  email: 'hello@example.com',
  phone: '+47 00 00 00 00',
} as const

import { isPublicSite, sample } from './samples.ts'

/** A worked example on the Mastery page: one house, before and after. */
export const workedExample = sample(
  'worked example on the Mastery page',
  isPublicSite
    ? null
    : {
        title: 'A twelve-room lodge, two hours from the airport',
        before: ['Three prices', 'Two seasons', 'A menu of everything'],
        after: ['One price', 'Four seasons', 'A table at seven'],
        changes: [
          { measure: 'Length of stay', before: '1.6', after: '2.9', unit: 'nights' },
          { measure: 'Direct bookings', before: '34', after: '61', unit: '%' },
        ],
      },
)

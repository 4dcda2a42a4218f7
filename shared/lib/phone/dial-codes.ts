/** A country, its dial code, and how long its numbers are. */
export interface DialCode {
  /** ISO 3166-1 alpha-2 code. */
  country: string
  name: string
  /** With `+`; for countries of the North American plan with their area code, such as `+1268`. */
  code: string
  /** Digits of the shortest mobile number, without dial code. */
  shortest: number
  /** Digits of the longest number, without dial code. */
  longest: number
}

/**
 * Countries and dial codes by the digits of their numbers (shortest mobile number, longest number).
 * Of countries that share a code, the first is the default. Source: the metadata of Google's
 * libphonenumber, with which a test compares each entry.
 */
const numberingPlans =
  '4-7: NU683 TK690; 5-7: SB677; 5: CK682 FK500 SH290; 6-10: FI358 AX358; 6-9: AD376 PM508; 6-7: TV688; 6: ' +
  'FO298 GL299 NC687 WF681; 7-13: AT43; 7-10: CD243 MM95 WS685; 7-9: IS354 GM220 LI423 LR231 SO252; 7-8: CW599 ' +
  'EE372 GA241 LB961 PA507; 7: AG1268 AI1264 AS1684 AW297 BB1246 BM1441 BN673 BS1242 BZ501 CV238 DM1767 DO1809 ' +
  'ER291 FJ679 FM691 GD1473 GU1671 GY592 JM1876 KM269 KN1869 KY1345 LC1758 MH692 MP1670 MS1664 MV960 NR674 ' +
  'PR1787 PW680 SC248 SR597 ST239 SX1721 TC1649 TO676 TT1868 VC1784 VG1284 VI1340 VU678; 8-12: RS381 XK383; ' +
  '8-10: CU53 MN976 NZ64 SM378; 8-9: BA387 BG359 HR385 KH855 MC377; 8: DK45 NO47 AM374 BF226 BH973 BI257 BO591 ' +
  'BT975 BW267 CF236 CR506 CY357 DJ253 GI350 GT502 HK852 HN504 HT509 KI686 KW965 LS266 LT370 LV371 MD373 ME382 ' +
  'MK389 ML223 MO853 MR222 MT356 MU230 NE227 NI505 OM968 PF689 PG675 QA974 SG65 SI386 SJ47 SL232 SV503 SZ268 ' +
  'TD235 TG228 TL670 TM993 TN216 UY598; 9-12: IT39 ID62 IL972; 9-11: NL31 LU352 VA39; 9-10: IE353 KR82 LA856 ' +
  'MY60 VN84; 9: BE32 FR33 ES34 SE46 CH41 AE971 AF93 AL355 AO244 AU61 AZ994 BY375 CG242 CL56 CM237 CZ420 DZ213 ' +
  'EC593 ET251 GE995 GF594 GH233 GN224 GP590 BL590 MF590 GQ240 GW245 HU36 JO962 KE254 KG996 LK94 LY218 MA212 ' +
  'MG261 MQ596 MW265 MZ258 NA264 PE51 PL48 PS970 PT351 PY595 RE262 YT262 RO40 RW250 SA966 SD249 SK421 SN221 ' +
  'SS211 SY963 TH66 TJ992 TW886 TZ255 UA380 UG256 UZ998 YE967 ZA27 ZM260 ZW263; 10-13: DE49; 10-11: AR54 BR55; ' +
  '10: GB44 US1 BD880 BJ229 CA1 CI225 CO57 EG20 GG44 GR30 IM44 IN91 IQ964 IR98 JE44 JP81 KP850 RU7 KZ7 MX52 ' +
  'NG234 NP977 PH63 PK92 TR90 VE58; 11: CN86'

/** Listed first, with their names, sorted; all others get their names from `Intl`. */
const mainNames: Record<string, string> = {
  AT: 'Austria',
  BE: 'Belgium',
  DK: 'Denmark',
  FI: 'Finland',
  FR: 'France',
  DE: 'Germany',
  IS: 'Iceland',
  IT: 'Italy',
  NL: 'Netherlands',
  NO: 'Norway',
  ES: 'Spain',
  SE: 'Sweden',
  CH: 'Switzerland',
  GB: 'United Kingdom',
  US: 'United States',
}

export const DEFAULT_COUNTRY = 'NO'

const allDialCodes: readonly DialCode[] = numberingPlans.split('; ').flatMap((group) => {
  const [lengths = '', countries = ''] = group.split(': ')
  const [shortest = 0, longest = shortest] = lengths.split('-').map(Number)
  return countries.split(' ').map((entry) => {
    const country = entry.slice(0, 2)
    const name = mainNames[country] ?? country
    return { country, name, code: `+${entry.slice(2)}`, shortest, longest }
  })
})

/** Listed first; Norway is the default. */
export const mainDialCodes = allDialCodes
  .filter(({ country }) => country in mainNames)
  .sort(compareNames)

/** Every other country, sorted by its English name. */
export function listOtherDialCodes(): DialCode[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return allDialCodes
    .filter(({ country }) => !(country in mainNames))
    .map((entry) => ({ ...entry, name: names.of(entry.country) ?? entry.country }))
    .sort(compareNames)
}

function compareNames(a: DialCode, b: DialCode): number {
  return a.name.localeCompare(b.name, 'en')
}

const byCountry = new Map(allDialCodes.map((entry) => [entry.country, entry]))

const byCode = new Map(allDialCodes.toReversed().map((entry) => [entry.code, entry]))

/** The entry of a country; undefined for any other text. */
export function findByCountry(country: string): DialCode | undefined {
  return byCountry.get(country)
}

const LONGEST_CODE = 4

/** The entry with the longest code with which these digits begin. */
export function findByLeadingDigits(digits: string): DialCode | undefined {
  for (let length = LONGEST_CODE; length > 0; length--) {
    const found = byCode.get(`+${digits.slice(0, length)}`)
    if (found) return found
  }
  return undefined
}

export function getDialCode(country: string): string | undefined {
  return byCountry.get(country)?.code
}

import * as v from 'valibot'
import { ok, type Result, refuse } from '#shared/lib/result.ts'

/** ISO 3166 country and its dial code. */
interface DialCode {
  country: string
  name: string
  code: string
}

/** Listed first, sorted by name; Norway is the default. */
export const mainDialCodes: readonly DialCode[] = [
  { country: 'AT', name: 'Austria', code: '+43' },
  { country: 'BE', name: 'Belgium', code: '+32' },
  { country: 'DK', name: 'Denmark', code: '+45' },
  { country: 'FI', name: 'Finland', code: '+358' },
  { country: 'FR', name: 'France', code: '+33' },
  { country: 'DE', name: 'Germany', code: '+49' },
  { country: 'IS', name: 'Iceland', code: '+354' },
  { country: 'IT', name: 'Italy', code: '+39' },
  { country: 'NL', name: 'Netherlands', code: '+31' },
  { country: 'NO', name: 'Norway', code: '+47' },
  { country: 'ES', name: 'Spain', code: '+34' },
  { country: 'SE', name: 'Sweden', code: '+46' },
  { country: 'CH', name: 'Switzerland', code: '+41' },
  { country: 'GB', name: 'United Kingdom', code: '+44' },
  { country: 'US', name: 'United States', code: '+1' },
]

export const DEFAULT_COUNTRY = 'NO'

// The rest of the world, by country code; names come from `Intl`, so that only codes are shipped.
const otherCodes =
  'AD376 AE971 AF93 AG1268 AI1264 AL355 AM374 AO244 AR54 AS1684 AU61 AW297 AX358 AZ994 BA387 BB1246 ' +
  'BD880 BF226 BG359 BH973 BI257 BJ229 BL590 BM1441 BN673 BO591 BR55 BS1242 BT975 BW267 BY375 BZ501 ' +
  'CA1 CD243 CF236 CG242 CI225 CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 CY357 CZ420 DJ253 ' +
  'DM1767 DO1809 DZ213 EC593 EE372 EG20 ER291 ET251 FJ679 FK500 FM691 FO298 GA241 GD1473 GE995 GF594 ' +
  'GG44 GH233 GI350 GL299 GM220 GN224 GP590 GQ240 GR30 GT502 GU1671 GW245 GY592 HK852 HN504 HR385 ' +
  'HT509 HU36 ID62 IE353 IL972 IM44 IN91 IQ964 IR98 JE44 JM1876 JO962 JP81 KE254 KG996 KH855 KI686 ' +
  'KM269 KN1869 KP850 KR82 KW965 KY1345 KZ7 LA856 LB961 LC1758 LI423 LK94 LR231 LS266 LT370 LU352 ' +
  'LV371 LY218 MA212 MC377 MD373 ME382 MF590 MG261 MH692 MK389 ML223 MM95 MN976 MO853 MP1670 MQ596 ' +
  'MR222 MS1664 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NG234 NI505 NP977 NR674 ' +
  'NU683 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PM508 PR1787 PS970 PT351 PW680 PY595 QA974 ' +
  'RE262 RO40 RS381 RU7 RW250 SA966 SB677 SC248 SD249 SG65 SH290 SI386 SJ47 SK421 SL232 SM378 SN221 ' +
  'SO252 SR597 SS211 ST239 SV503 SX1721 SY963 SZ268 TC1649 TD235 TG228 TH66 TJ992 TK690 TL670 TM993 ' +
  'TN216 TO676 TR90 TT1868 TV688 TW886 TZ255 UA380 UG256 UY598 UZ998 VA39 VC1784 VE58 VG1284 VI1340 ' +
  'VN84 VU678 WF681 WS685 XK383 YE967 YT262 ZA27 ZM260 ZW263'

/** Every other country, sorted by its English name. */
export function listOtherDialCodes(): DialCode[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return otherCodes
    .split(' ')
    .map((entry) => {
      const country = entry.slice(0, 2)
      return { country, name: names.of(country) ?? country, code: `+${entry.slice(2)}` }
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

const knownCodes = new Set([
  ...mainDialCodes.map((entry) => entry.code),
  ...otherCodes.split(' ').map((entry) => `+${entry.slice(2)}`),
])

function isDialCode(code: string): boolean {
  return knownCodes.has(code)
}

/** The dial code of a country in either list; undefined for any other text. */
export function getDialCode(country: string): string | undefined {
  const main = mainDialCodes.find((entry) => entry.country === country)
  if (main) return main.code
  const other = otherCodes.split(' ').find((entry) => entry.slice(0, 2) === country)
  return other && `+${other.slice(2)}`
}

const MIN_PHONE_DIGITS = 8

/** Keeps the characters that the field allows: digits, spaces and hyphens. */
export function stripPhone(text: string): string {
  return text.replace(/[^\d\s-]/g, '')
}

/** The message for a number as typed; undefined if it is valid. */
export function validatePhone(digits: string): string | undefined {
  const count = digits.replace(/\D/g, '').length
  return count < MIN_PHONE_DIGITS ? 'Phone number must have at least 8 digits' : undefined
}

/** `+47` and `412 09 877` as wire text, `+47 41209877`. */
export function formatPhone(dialCode: string, digits: string): string {
  return `${dialCode} ${digits.replace(/\D/g, '')}`
}

/** Parses the wire text; without a space after the dial code, the longest known code wins. */
export function parsePhone(text: string): Result<{ dialCode: string; digits: string }> {
  const compact = text.trim()
  const dialCode = findLeadingDialCode(compact)
  if (!dialCode) return refuse('phone', 'Invalid country code')
  const digits = compact.slice(dialCode.length).replace(/\D/g, '')
  const problem = validatePhone(digits)
  return problem ? refuse('phone', problem) : ok({ dialCode, digits })
}

function findLeadingDialCode(text: string): string | undefined {
  const apart = /^(\+\d{1,4})[\s-]/.exec(text)?.[1]
  if (apart) return isDialCode(apart) ? apart : undefined
  const prefixes = [5, 4, 3, 2].map((length) => text.slice(0, length))
  return prefixes.find(isDialCode)
}

/** The phone number of a form post, as wire text. */
export const Phone = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('Please enter your phone number.'),
  v.maxLength(40, 'Phone number is too long'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const parsed = parsePhone(dataset.value)
    if (!parsed.ok) addIssue({ message: parsed.refusal.error })
  }),
)

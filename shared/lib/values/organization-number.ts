const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]

/** What people write before and after the digits, without spaces and signs. */
const TYPED =
  /^(?:ORG(?:ANISASJONS|ANI[SZ]ATION)?(?:NR|NUMMER|NUMBER|NO)?)?(?:NO)?([1-9]\d{8})(?:MVA)?(?:FORETAKSREGISTERET)?$/

/**
 * The nine digits of a Norwegian organisation number as people type or paste it, with spaces and
 * signs of any kind, `NO` or `Org.nr.` before or `MVA` after it; undefined if it is not one. The last
 * digit checks the others (modulus 11).
 */
export function parseOrganizationNumber(text: string): string | undefined {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  const [, digits] = TYPED.exec(plain) ?? []
  if (digits === undefined) return undefined
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(digits[place]), 0)
  const check = (11 - (sum % 11)) % 11
  return check === Number(digits[8]) ? digits : undefined
}

/** `923 609 016`; other texts, such as foreign numbers, as they are. */
export function formatOrganizationNumber(number: string): string {
  return parseOrganizationNumber(number) === number
    ? number.replace(/(...)(...)(...)/, '$1 $2 $3')
    : number
}

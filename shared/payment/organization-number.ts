const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]

/**
 * The nine digits of a Norwegian organisation number as people type it, with spaces, `NO` before or
 * `MVA` after it; undefined if it is not one. The last digit checks the others (modulus 11).
 */
export function parseOrganizationNumber(text: string): string | undefined {
  const digits = text
    .toUpperCase()
    .replaceAll(/[\s.-]/g, '')
    .replace(/^NO/, '')
    .replace(/MVA$/, '')
  if (!/^[1-9]\d{8}$/.test(digits)) return undefined
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(digits[place]), 0)
  const check = (11 - (sum % 11)) % 11
  return check === Number(digits[8]) ? digits : undefined
}

/** `923 609 016`; other texts, such as foreign numbers, as they are. */
export function formatOrganizationNumber(number: string): string {
  return /^\d{9}$/.test(number) ? number.replace(/(...)(...)(...)/, '$1 $2 $3') : number
}

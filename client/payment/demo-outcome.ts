import type { DemoOutcome } from '#shared/payment/api.ts'

/** The provider's well-known test numbers; no person owns them. */
const testNumbers: Record<string, DemoOutcome> = {
  '4242424242424242': 'succeed',
  '4000000000000002': 'decline',
  '4000002500003155': 'authenticate',
}

/** How a payment with this number ends; undefined for a number that may be somebody's card. */
export function demoOutcomeOf(number: string): DemoOutcome | undefined {
  return testNumbers[number.replace(/\D/g, '')]
}

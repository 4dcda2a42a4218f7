/**
 * Where a payment stands with its provider, in our words. `open` waits for the payer, `processing`
 * for the banks, `missing` is unknown to the provider (its keys were changed, or its books emptied).
 */
const intentStates = ['open', 'processing', 'succeeded', 'canceled', 'missing'] as const

export type IntentState = (typeof intentStates)[number]

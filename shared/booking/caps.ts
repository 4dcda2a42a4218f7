/** What a sender can be told apart by, the widest first. */
export const capKinds = ['network', 'browser', 'mailbox'] as const

export type CapKind = (typeof capKinds)[number]

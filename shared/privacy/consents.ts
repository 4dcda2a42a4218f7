import * as v from 'valibot'

/** What a person may allow beyond what the service needs. */
export const consentKinds = ['preferences', 'marketing', 'thirdParty'] as const

export type ConsentKind = (typeof consentKinds)[number]

/**
 * What is asked, by version. A wording that was ever shown is never edited: it is the proof of what
 * was agreed to.
 */
const wordings = {
  '2026-11-21': {
    preferences: 'Remember my preferences, so I do not have to enter them again.',
    marketing: 'Write to me about journeys and offers that may interest me.',
    thirdParty: 'Share my data with partners where they help to plan my journey.',
  },
} as const satisfies Record<string, Record<ConsentKind, string>>

export type ConsentVersion = keyof typeof wordings

export const consentVersion: ConsentVersion = '2026-11-21'

export function consentWording(kind: ConsentKind, version = consentVersion): string {
  return wordings[version][kind]
}

const isVersion = (text: string): text is ConsentVersion => Object.hasOwn(wordings, text)

/** Which words were on the screen; what we do not know was not shown by us. */
export const ConsentVersionField = v.pipe(
  v.optional(v.string(), consentVersion),
  v.check(isVersion, 'This text is not known.'),
  v.transform((version) => version as ConsentVersion),
)

/** What the service cannot do without is always on, whatever is sent. */
export const ConsentSettings = v.object({
  essentialData: v.pipe(
    v.optional(v.boolean(), true),
    v.transform(() => true),
  ),
  preferences: v.boolean(),
  marketing: v.boolean(),
  thirdParty: v.boolean(),
})

export type ConsentSettings = v.InferOutput<typeof ConsentSettings>

export const noConsents: ConsentSettings = {
  essentialData: true,
  preferences: false,
  marketing: false,
  thirdParty: false,
}

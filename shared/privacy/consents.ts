import * as v from 'valibot'

/** The consents that a person may give; the service works without them. */
export const consentKinds = ['preferences', 'marketing', 'thirdParty'] as const

export type ConsentKind = (typeof consentKinds)[number]

/**
 * The wordings of the consents, by version. A wording that was ever shown must not be edited: it is
 * the proof of what was agreed to. Add a new version instead.
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

export function getConsentText(kind: ConsentKind, version = consentVersion): string {
  return wordings[version][kind]
}

const isVersion = (text: string): text is ConsentVersion => Object.hasOwn(wordings, text)

/** Version of the wording that was on the screen; an unknown version is refused. */
export const ConsentVersionField = v.pipe(
  v.optional(v.string(), consentVersion),
  v.check(isVersion, 'This text is not known.'),
  v.transform((version) => version as ConsentVersion),
)

/** `essentialData` is always true, whatever is sent: the service cannot work without it. */
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

/** What the owner can replace, as the log and the dashboard name it. */
export type SampleName =
  | 'legal name'
  | 'organisation number'
  | 'VAT registration'
  | 'entry in Foretaksregisteret'
  | 'postal address'
  | 'email address'
  | 'phone number'
  | 'social profiles'
  | 'testimonials'
  | 'client logo'
  | 'story on the About page'
  | 'facts on the About page'
  | 'sample journeys and their prices'
  | 'worked example on the Mastery page'

/** Names of the sample values in this folder that the owner has not replaced yet. */
export const samples: SampleName[] = []

/** Marks a sample value. To replace it, write your own value instead of the whole call. */
export function sample<T>(name: SampleName, value: T): T {
  samples.push(name)
  return value
}

export function isSample(name: SampleName): boolean {
  return samples.includes(name)
}

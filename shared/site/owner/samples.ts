/** What the owner can replace, as the log and the dashboard name it. */
export type SampleName =
  | 'founder’s name'
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

const registered = new Map<SampleName, unknown>()

/**
 * Whether the site is public: it was built with `PUBLIC_URL`. Such a build contains no samples, so
 * that none can be shown or sent; the bundler removes what stands after `isPublicSite ? null :`.
 */
export const isPublicSite: boolean =
  import.meta.env?.VITE_PUBLIC_SITE ?? Boolean(globalThis.process?.env.PUBLIC_URL)

/** Marks a sample value. To replace it, write your own value instead of the whole call. */
export function sample<T>(name: SampleName, value: T | null): T | null {
  registered.set(name, value)
  return value
}

/** What the owner has not replaced yet, with the samples; their values are null on a public site. */
export function listSamples(): [name: SampleName, value: unknown][] {
  return [...registered]
}

export function isSample(name: SampleName): boolean {
  return registered.has(name)
}

import { isSample } from '#shared/site/owner/samples.ts'

/**
 * Whether visitors may see this entry of `business`. A public site (`VITE_PUBLIC_SITE`) leaves out
 * sample entries.
 */
export function isContentVisible(what: string): boolean {
  return !(import.meta.env.VITE_PUBLIC_SITE && isSample(what))
}

import { isSample } from '#shared/site/business.ts'

/** Whether visitors may see this entry of `business`: on a public site, samples are left out. */
export function isShown(what: string): boolean {
  return !(import.meta.env.VITE_PUBLIC_SITE && isSample(what))
}

import { isSample, type SampleName } from '#shared/site/owner/samples.ts'

/** Whether visitors may see this content. A public site (`VITE_PUBLIC_SITE`) leaves out samples. */
export function isContentVisible(name: SampleName): boolean {
  return !(import.meta.env.VITE_PUBLIC_SITE && isSample(name))
}

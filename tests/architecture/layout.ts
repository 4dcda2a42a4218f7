import { features, layers, otherFolders } from './folder-names.ts'

const MAX_DEPTH = 4

/** `booking-page.module.css`, `0001-bookings.ts`: kebab-case, then endings. */
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/

/** A sentence for each fault of a file's name or folder. */
export function findLayoutFaults(path: string): string[] {
  const folders = path.split('/').slice(0, -1)
  const [program = '', folder] = folders
  const allowedNames = [...features, ...(layers[program] ?? []), ...(otherFolders[program] ?? [])]
  const faults: string[] = []
  if (folder !== undefined && !allowedNames.includes(folder))
    faults.push(`${folder} is not a word of ${program}`)
  if (folders.length > MAX_DEPTH) faults.push(`lies more than ${MAX_DEPTH} folders deep`)
  if (!path.split('/').every((name) => KEBAB.test(name))) faults.push('is not in kebab-case')
  return faults.map((fault) => `${path}: ${fault}`)
}

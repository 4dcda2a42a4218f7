import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const SOURCES = [
  'client',
  'server',
  'shared',
  'sw',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

/**
 * A digest of all that a build depends on. By content: a checkout or a copy changes the times of
 * files, and reading a few hundred small ones takes some 20 ms.
 */
export function stampOf(root: string, publicUrl: string | undefined): string {
  const hash = createHash('sha256').update(publicUrl ?? '')
  for (const file of SOURCES.flatMap((name) => filesUnder(root, name)))
    hash.update(`\0${file}\0`).update(fs.readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

/** The files at and under `name`, relative to `root`, in a stable order; none where it is absent. */
export function filesUnder(root: string, name = '.'): string[] {
  const found = fs.statSync(path.join(root, name), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [name]
  return fs
    .readdirSync(path.join(root, name))
    .sort()
    .flatMap((entry) => filesUnder(root, path.posix.join(name, entry)))
}

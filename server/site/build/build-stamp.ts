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
 * Digest of everything that a build depends on. It is taken from the content of the files, because
 * a checkout or a copy changes their times; reading a few hundred small files takes about 20 ms.
 */
export function computeBuildStamp(root: string): string {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((name) => listFilesUnder(root, name)))
    hash.update(`\0${file}\0`).update(fs.readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

/** The files at and under `name`, relative to `root`, in a stable order; none if it is absent. */
export function listFilesUnder(root: string, name = '.'): string[] {
  const found = fs.statSync(path.join(root, name), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [name]
  return fs
    .readdirSync(path.join(root, name))
    .sort()
    .flatMap((entry) => listFilesUnder(root, path.posix.join(name, entry)))
}

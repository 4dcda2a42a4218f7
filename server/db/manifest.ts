import fs from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { flush, hashFile } from '#server/lib/files.ts'
import { DATABASE, DataError, MAIL } from './data-dir.ts'

/** Ends the name of a folder that is not, or never was, finished. */
export const PARTIAL = '.partial'

const NAME = 'backup.json'

const Manifest = v.object({
  takenAt: v.string(),
  /** Which migration the database has come to. */
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Each file by its path in the folder, with the SHA-256 of what it holds. */
  files: v.record(v.string(), v.string()),
})

export type Manifest = v.InferOutput<typeof Manifest>

/** A backup's own account of what it holds; without one a folder is no backup. */
export function readManifest(folder: string): Manifest {
  const file = path.join(folder, NAME)
  if (!fs.existsSync(file)) throw new DataError(`${folder} is no backup: it has no ${NAME}.`)
  if (path.resolve(folder).endsWith(PARTIAL))
    throw new DataError(`${folder} is a backup that was interrupted.`)
  const parsed = v.safeParse(Manifest, parseJson(fs.readFileSync(file, 'utf8')))
  if (!parsed.success || !Object.keys(parsed.output.files).every(isOurs))
    throw new DataError(`${file} is damaged.`)
  return parsed.output
}

/** Written last, when all that it speaks of is on the disk. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = path.join(folder, NAME)
  await fs.promises.writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  await flush(file)
}

/** The database, where there is one, and all whole mails, as paths in the folder. */
export function contentsOf(folder: string): string[] {
  const mail = path.join(folder, MAIL)
  const mails = fs.existsSync(mail) ? fs.readdirSync(mail).map((name) => `${MAIL}/${name}`) : []
  return [DATABASE, ...mails].filter(isOurs)
}

export async function hashesOf(folder: string, files: string[]): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const file of files) hashes[file] = await hashFile(path.join(folder, file))
  return hashes
}

/** What a whole backup consists of, as paths in its folder. */
export function filesOfBackup(folder: string): string[] {
  return [...Object.keys(readManifest(folder).files), NAME]
}

export function isFileOfBackup(file: string): boolean {
  return file === NAME || isOurs(file)
}

/** Also keeps a manifest from naming a path that leads elsewhere. */
function isOurs(file: string): boolean {
  return file === DATABASE || /^mail\/[\w-]+\.eml$/.test(file)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

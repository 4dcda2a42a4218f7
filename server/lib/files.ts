import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Waits until a file, or the names in a folder, are on the disk. */
export async function flush(place: string): Promise<void> {
  const handle = await fs.promises.open(place, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Copies a file into a folder that is made where needed, readable by its owner alone. */
export async function copyPrivately(from: string, to: string): Promise<void> {
  await fs.promises.mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  await fs.promises.copyFile(from, to, fs.constants.COPYFILE_EXCL)
  await fs.promises.chmod(to, 0o600)
}

/** SHA-256 of what a file holds, in hexadecimal digits. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of fs.createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

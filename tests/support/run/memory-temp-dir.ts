import fs from 'node:fs'

const MEMORY_FOLDER = '/dev/shm'
/** Bytes that must be free; some containers have only 64 MB of shared memory. */
const MIN_FREE_BYTES = 4 * 1024 ** 3

/** Puts temporary files in memory if there is room: test databases need not survive a power cut. */
export function getTempDirEnv(): { TMPDIR?: string } {
  if (!fs.existsSync(MEMORY_FOLDER)) return {}
  const { bavail, bsize } = fs.statfsSync(MEMORY_FOLDER)
  return bavail * bsize >= MIN_FREE_BYTES ? { TMPDIR: MEMORY_FOLDER } : {}
}

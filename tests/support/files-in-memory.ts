import fs from 'node:fs'

const PLACE = '/dev/shm'
/** Bytes that must be free; some containers have only 64 MB of shared memory. */
const ROOM = 4 * 1024 ** 3

/** Puts temporary files in memory if there is room: test databases need not survive a power cut. */
export function filesInMemory(): { TMPDIR?: string } {
  if (!fs.existsSync(PLACE)) return {}
  const { bavail, bsize } = fs.statfsSync(PLACE)
  return bavail * bsize >= ROOM ? { TMPDIR: PLACE } : {}
}

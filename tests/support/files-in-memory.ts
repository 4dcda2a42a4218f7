import fs from 'node:fs'

const PLACE = '/dev/shm'
/** In some containers there are only 64 MB. */
const ROOM = 4 * 1024 ** 3

/** Nobody needs the databases of tests after a power cut: in memory they wait for no disk. */
export function filesInMemory(): { TMPDIR?: string } {
  if (!fs.existsSync(PLACE)) return {}
  const { bavail, bsize } = fs.statfsSync(PLACE)
  return bavail * bsize >= ROOM ? { TMPDIR: PLACE } : {}
}

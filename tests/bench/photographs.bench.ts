import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Row } from './table.ts'

const COUNT = 12
/** Most memory of the process, MB. */
const MAX_MEMORY = 600

/** Memory of a process that makes what visitors get of twelve photographs of about 20 MB. */
export async function measurePhotographs(): Promise<Row[]> {
  const script = fileURLToPath(new URL('./make-photographs.ts', import.meta.url))
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--import', 'tsx', script, String(COUNT)])
  const { megabytes, memory, seconds } = JSON.parse(stdout) as Record<string, number>
  return [
    {
      label: `${COUNT} photographs of ${megabytes} MB, peak memory`,
      value: `${memory} MB`,
      target: `${MAX_MEMORY} MB`,
    },
    { label: 'each of them', value: `${seconds} s` },
  ]
}

import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#server/db/open-database.ts'
import { changeSchedule } from '#tests/support/schedule/schedule.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface RunningServer {
  url: string
  dataDir: string
  stop(): Promise<void>
}

/** Opens the schedule day and night for two years, so that a benchmark never lacks free slots. */
export async function writeOpenSchedule(dataDir: string, url?: string): Promise<void> {
  const db = await openDatabase(dataDir, { url })
  const day = { enabled: true, timeSlots: [{ start: '00:00', end: '00:00' }] }
  const weekly = Array(7).fill(day)
  await changeSchedule(db, { weekly, windowDays: 730 })
  await db.close()
}

export async function startBaseline(): Promise<RunningServer> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'floor-'))
  const floor = fileURLToPath(new URL('./baseline.ts', import.meta.url))
  return startProcess(['--import', 'tsx', floor], dataDir)
}

/** Starts another floor, from a file beside the benchmarks. */
export async function startBaselineFile(
  file: string,
  prepare: (dataDir: string) => void,
): Promise<RunningServer> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'floor-'))
  prepare(dataDir)
  return startProcess(
    ['--import', 'tsx', fileURLToPath(new URL(`./${file}`, import.meta.url))],
    dataDir,
  )
}

export async function startBuiltServer(
  prepare: (dataDir: string) => void | Promise<void> = () => {},
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  await prepare(dataDir)
  return startProcess(getNpmStartArgs(), dataDir, env)
}

function getNpmStartArgs(): string[] {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  const [, args] = (scripts.start as string).split(' node ')
  if (!args) throw new Error('npm start no longer calls node')
  return args.split(' ')
}

async function startProcess(
  args: string[],
  dataDir: string,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMIT: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await waitForAddress(child)
  return {
    url,
    dataDir,
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
      fs.rmSync(dataDir, { recursive: true })
    },
  }
}

/** The address in the log line `listening`; the rest of the log is read and dropped. */
function waitForAddress(child: ChildProcess): Promise<string> {
  const { stdout } = child
  if (!stdout) throw new Error('The server has no output')
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server stopped with ${code}`)))
    readline.createInterface({ input: stdout }).on('line', (line) => {
      if (!line.startsWith('{')) return
      const { msg, url } = JSON.parse(line)
      if (msg === 'listening') resolve(url)
    })
  })
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'

const typescript = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

type Command = 'backup' | 'demo' | 'keys' | 'owner' | 'restore'

/** The owner that tests make, where they need one. */
export const owner = {
  email: 'astrid@lysning.example',
  name: 'Astrid Dahl',
  password: 'a lamp in the blue hour',
}

interface Ended {
  code: number | null
  output: string
  errors: string
}

interface Running {
  child: ChildProcess
  ended: Promise<Ended>
}

/** A command as `npm run` starts it, on this data folder and with no setting of the developer's. */
export function startCommand(name: Command, dataDir: string, ...args: string[]): Running {
  return start({ name, dataDir, args, environment: {} })
}

interface Order {
  name: Command
  dataDir: string
  args: string[]
  /** Further settings. */
  environment: Record<string, string>
}

function start({ name, dataDir, args, environment }: Order): Running {
  const file = fileURLToPath(new URL(`../../server/cli/${name}.ts`, import.meta.url))
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['--import', typescript, file, ...args], {
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, DATA_DIR: dataDir, OWNER_PASSWORD: owner.password, ...environment },
  })
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return {
    child,
    ended: ended.then(([[code], output, errors]) => ({ code, output, errors })),
  }
}

export function command(name: Command, dataDir: string, ...args: string[]): Promise<Ended> {
  return startCommand(name, dataDir, ...args).ended
}

export function commandWith(
  environment: Record<string, string>,
  name: Command,
  dataDir: string,
  ...args: string[]
): Promise<Ended> {
  return start({ name, dataDir, args, environment }).ended
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { main as backup } from '#server/cli/backup.ts'
import { main as demo } from '#server/cli/demo.ts'
import { main as keys } from '#server/cli/keys.ts'
import { main as owner } from '#server/cli/owner.ts'
import { main as restore } from '#server/cli/restore.ts'
import { type CommandResult, runCommand } from '#server/lib/command.ts'
import { owner as person } from './owner-account.ts'

const commands = { backup, demo, keys, owner, restore }
type Name = keyof typeof commands

/** A command sees only these settings and those that a test gives, none of the developer's. */
const settings = (dataDir: string) => ({ DATA_DIR: dataDir, OWNER_PASSWORD: person.password })

/** Runs a command in this process, on this data folder. */
export function command(name: Name, dataDir: string, ...args: string[]): Promise<CommandResult> {
  return commandWith({}, name, dataDir, ...args)
}

export function commandWith(
  environment: Record<string, string>,
  name: Name,
  dataDir: string,
  ...args: string[]
): Promise<CommandResult> {
  return runCommand(commands[name], args, { ...settings(dataDir), ...environment })
}

const typescript = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const program = fileURLToPath(new URL('../../server/cli/main.ts', import.meta.url))

/** Starts a command as `npm run` does, in a process of its own. */
export function startCommand(
  name: string,
  dataDir: string,
  ...args: string[]
): { child: ChildProcess; ended: Promise<CommandResult> } {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['--import', typescript, program, name, ...args], {
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, ...settings(dataDir) },
  })
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return {
    child,
    ended: ended.then(([[code], output, errors]) => ({ code, output, errors })),
  }
}

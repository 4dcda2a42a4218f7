import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { main as backup } from '#server/cli/backup.ts'
import { main as demo } from '#server/cli/demo.ts'
import { main as keys } from '#server/cli/keys.ts'
import { main as move } from '#server/cli/move.ts'
import { main as owner } from '#server/cli/owner.ts'
import { main as restore } from '#server/cli/restore.ts'
import { type CommandResult, runCommand } from '#server/lib/cli-command.ts'
import { owner as person } from '#tests/support/account/owner-account.ts'

const commands = { backup, demo, keys, move, owner, restore }
type CommandName = keyof typeof commands

/** A command sees only these settings and those that a test gives, none of the developer's. */
const getSettings = (dataDir: string) => ({ DATA_DIR: dataDir, OWNER_PASSWORD: person.password })

/** Runs a command in this process, on this data folder. */
export function runCliCommand(
  name: CommandName,
  dataDir: string,
  ...args: string[]
): Promise<CommandResult> {
  return runCliCommandWith({}, name, dataDir, ...args)
}

export function runCliCommandWith(
  environment: Record<string, string>,
  name: CommandName,
  dataDir: string,
  ...args: string[]
): Promise<CommandResult> {
  return runCommand(commands[name], args, { ...getSettings(dataDir), ...environment })
}

const typescript = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const program = fileURLToPath(new URL('../../../server/cli/main.ts', import.meta.url))

/** Starts a command as `npm run` does, in a process of its own. */
export function startCommand(name: string, dataDir: string, ...args: string[]): StartedCommand {
  return startCommandWith({}, name, dataDir, ...args)
}

interface StartedCommand {
  child: ChildProcess
  ended: Promise<CommandResult>
}

export function startCommandWith(
  environment: Record<string, string>,
  name: string,
  dataDir: string,
  ...args: string[]
): StartedCommand {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['--import', typescript, program, name, ...args], {
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, ...getSettings(dataDir), ...environment },
  })
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return {
    child,
    ended: ended.then(([[code], output, errors]) => ({ code, output, errors })),
  }
}

import {
  type CliCommand,
  loadEnvFile,
  runCommand,
  setPrivateUmask,
} from '#server/lib/cli-command.ts'

/** Imported on demand, so that a command does not load the modules of the others. */
const commands: Record<string, () => Promise<{ main: CliCommand }>> = {
  backup: () => import('./backup.ts'),
  demo: () => import('./demo.ts'),
  keys: () => import('./keys.ts'),
  move: () => import('./move.ts'),
  owner: () => import('./owner.ts'),
  restore: () => import('./restore.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
setPrivateUmask()
loadEnvFile()
const loadCommand = commands[name]
if (!loadCommand)
  throw new Error(`Unknown command “${name}”. Use one of: ${Object.keys(commands).join(', ')}.`)
const { main } = await loadCommand()
const { code, output, errors } = await runCommand(main, args, process.env)
process.stdout.write(output)
process.stderr.write(errors)
process.exitCode = code

import { type Command, keepFilesPrivate, loadEnvFile, runCommand } from '#server/lib/command.ts'

/** Imported on demand, so that a command does not load the modules of the others. */
const commands: Record<string, () => Promise<{ main: Command }>> = {
  backup: () => import('./backup.ts'),
  demo: () => import('./demo.ts'),
  keys: () => import('./keys.ts'),
  owner: () => import('./owner.ts'),
  restore: () => import('./restore.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
keepFilesPrivate()
loadEnvFile()
const load = commands[name]
if (!load) throw new Error(`There is no command ${name}`)
const { main } = await load()
const { code, output, errors } = await runCommand(main, args, process.env)
process.stdout.write(output)
process.stderr.write(errors)
process.exitCode = code

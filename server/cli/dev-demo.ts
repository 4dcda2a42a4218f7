import fs from 'node:fs'
import { keepFilesPrivate, loadEnvFile } from '#server/lib/command.ts'
import { demoOwner, fillOnce, settleFor } from './demo-folder.ts'

/** `npm run dev:demo`: the server of `npm run dev`, on a demonstration in a folder of its own. */
const FOLDER = 'data-demo'

keepFilesPrivate()
loadEnvFile()
settleFor(FOLDER, process.env)
if (!fs.existsSync(FOLDER)) process.stdout.write('Filling a year of invented work…\n')
await fillOnce(FOLDER)
process.stdout.write(
  `Sign in at /admin as ${demoOwner.email} with the password “${demoOwner.password}”. All of it is in ${FOLDER}; without that folder, the next start makes a new one.\n`,
)
await import('#server/main.ts')

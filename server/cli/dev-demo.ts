import fs from 'node:fs'
import { loadEnvFile, setPrivateUmask } from '#server/lib/cli-command.ts'
import { demoOwner, fillOnce, settleFor } from './demo-folder.ts'

/** `npm run dev:demo`: the server of `npm run dev`, on a demonstration in a folder of its own. */
const FOLDER = 'data-demo'

setPrivateUmask()
loadEnvFile()
settleFor(FOLDER, process.env)
if (!fs.existsSync(FOLDER)) process.stdout.write('Creating demonstration data for one year…\n')
await fillOnce(FOLDER)
process.stdout.write(
  `Sign in at /admin as ${demoOwner.email} with the password “${demoOwner.password}”. All demonstration data is in ${FOLDER}. Delete that folder to start again with new data.\n`,
)
await import('#server/main.ts')

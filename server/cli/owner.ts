import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { validatePassword } from '#server/account/accounts.ts'
import { openKeys } from '#server/db/key-files.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { promptHidden, UsageError } from '#server/lib/cli-command.ts'
import { systemClock } from '#server/lib/clock.ts'
import { randomId } from '#server/lib/ids.ts'
import { createLog } from '#server/lib/log.ts'
import { readSettings } from '#server/settings.ts'
import { createFeatures } from '#server/wiring/features.ts'
import { NewAccountEmail } from '#shared/account/api.ts'
import { isEmailAddress } from '#shared/lib/form-fields.ts'

const USAGE = 'Usage: npm run owner -- --email you@example.com [--name "Your Name"] [--replace]'
const ANOTHER_OWNER =
  'This site already has an owner with another address. Add --replace to make this address the owner instead.'

/**
 * `npm run owner`: creates the owner's account or changes its password; the server may be running.
 */
export async function main(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const settings = readSettings(env)
  const { email, name, replace } = parseArguments(args)
  const password = env.OWNER_PASSWORD ?? (await promptHidden('Password', 'OWNER_PASSWORD'))
  const fault = validatePassword(password, { email, role: 'owner' })
  if (fault) throw new UsageError(fault)
  const db = await openDatabase(settings.dataDir, { url: settings.databaseUrl })
  try {
    const keys = await openKeys(db, settings.keysDir)
    const log = createLog('silent')
    const parts = { settings, db, log, clock: systemClock, newId: randomId, keys }
    const newOwner = { email, name, password, replace }
    const done = await createFeatures(parts).accounts.assignOwner(newOwner)
    if (done === 'another') throw new UsageError(ANOTHER_OWNER)
    return done === 'made'
      ? `${email} is the owner now.`
      : `${email} is the owner, with the new password. All sessions of the account were ended.`
  } finally {
    await db.close()
  }
}

function parseArguments(args: string[]): { email: string; name: string; replace: boolean } {
  const { email, name = 'Owner', replace = false } = parseOptions(args)
  if (email === undefined || !isEmailAddress(email)) throw new UsageError(USAGE)
  const address = v.safeParse(NewAccountEmail, email)
  if (!address.success) throw new UsageError(address.issues[0].message)
  return { email: address.output, name, replace }
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        replace: { type: 'boolean' },
      },
    }).values
  } catch {
    throw new UsageError(USAGE)
  }
}

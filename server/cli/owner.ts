import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { passwordFault } from '#server/account/accounts.ts'
import { openKeys } from '#server/db/keys.ts'
import { openDatabase } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { askHidden, UsageError } from '#server/lib/command.ts'
import { randomId } from '#server/lib/ids.ts'
import { createLog } from '#server/lib/log.ts'
import { readSettings } from '#server/settings.ts'
import { createFeatures } from '#server/wiring/features.ts'
import { NewAccountEmail } from '#shared/account/api.ts'
import { isEmailAddress } from '#shared/lib/fields.ts'

const USAGE = 'npm run owner -- --email you@example.com [--name "Your Name"] [--replace]'
const ANOTHER =
  'This site has an owner with another address already. Add --replace to make this one the owner in its place.'

/**
 * `npm run owner`: creates the owner's account or changes its password; the server may be running.
 */
export async function main(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const settings = readSettings(env)
  const { email, name, replace } = asked(args)
  const password = env.OWNER_PASSWORD ?? (await askHidden('Password', 'OWNER_PASSWORD'))
  const fault = passwordFault(password, { email, role: 'owner' })
  if (fault) throw new UsageError(fault)
  const db = openDatabase(settings.dataDir)
  try {
    const keys = await openKeys(db, settings.keysDir)
    const log = createLog('silent')
    const parts = { settings, db, log, clock: systemClock, newId: randomId, keys }
    const wanted = { email, name, password, replace }
    const done = await createFeatures(parts).accounts.makeOwner(wanted)
    if (done === 'another') throw new UsageError(ANOTHER)
    return done === 'made'
      ? `${email} is the owner now.`
      : `${email} is the owner, with the new password. Every session of the account has ended.`
  } finally {
    db.close()
  }
}

function asked(args: string[]): { email: string; name: string; replace: boolean } {
  const { email, name = 'Owner', replace = false } = read(args)
  if (email === undefined || !isEmailAddress(email)) throw new UsageError(USAGE)
  const address = v.safeParse(NewAccountEmail, email)
  if (!address.success) throw new UsageError(address.issues[0].message)
  return { email: address.output, name, replace }
}

function read(args: string[]) {
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

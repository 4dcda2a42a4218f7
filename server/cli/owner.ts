import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { validatePassword } from '#server/account/accounts.ts'
import type { AccountAccess } from '#server/account/store.ts'
import { openKeys } from '#server/db/key-files.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { promptHidden, UsageError } from '#server/lib/cli-command.ts'
import { systemClock } from '#server/lib/clock.ts'
import { randomId } from '#server/lib/ids.ts'
import { createLog } from '#server/lib/log.ts'
import { readSettings } from '#server/settings.ts'
import { loadSiteContent, loadUntouchedContent } from '#server/site/content.ts'
import { createFeatures } from '#server/wiring/features.ts'
import { NewAccountEmail } from '#shared/account/api.ts'
import { isEmailAddress } from '#shared/lib/form-fields.ts'

const USAGE =
  'Usage: npm run owner -- --email you@example.com [--name "Your Name"] [--replace] [--keep]'
const ANOTHER_OWNER =
  'This site already has an owner with another address. Add --replace to make this address the owner instead.'

/**
 * `npm run owner`: creates the owner's account or changes its password; the server may be running. Of an
 * existing account it removes passkeys and second factor, unless `--keep` is given.
 */
export async function main(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const settings = readSettings(env)
  loadUntouchedContent(settings)
  const { email, name, replace, keep } = parseArguments(args)
  const password = env.OWNER_PASSWORD ?? (await promptHidden('Password', 'OWNER_PASSWORD'))
  const fault = validatePassword(password, { email, role: 'owner' })
  if (fault) throw new UsageError(fault)
  const db = await openDatabase(settings.dataDir, { url: settings.databaseUrl })
  try {
    await loadSiteContent(db.read, settings)
    const keys = await openKeys(db, settings.keysDir)
    const log = createLog('silent')
    const parts = { settings, db, log, clock: systemClock, newId: randomId, keys }
    const newOwner = { email, name, password, replace, keep }
    const done = await createFeatures(parts).accounts.assignOwner(newOwner)
    if (done.status === 'another') throw new UsageError(ANOTHER_OWNER)
    return done.status === 'changed'
      ? `${email} is the owner, with the new password.\n${describeAccess(done.found, keep)}`
      : `${email} is the owner now.`
  } finally {
    await db.close()
  }
}

/** What the command found besides the password, and what became of it, one line each. */
function describeAccess(found: AccountAccess, keep: boolean): string {
  const { passkeys, hasSecondFactor, sessionCount, devices } = found
  const outcome = keep ? 'kept' : 'removed'
  const names = passkeys.map(({ name }) => JSON.stringify(name)).join(', ')
  return [
    `Sessions: ${sessionCount}, ended.`,
    `Passkeys: ${passkeys.length === 0 ? 'none.' : `${names}, ${outcome}.`}`,
    `Second factor: ${hasSecondFactor ? `${outcome}.` : 'none.'}`,
    // Removing a device would erase on it what was typed without a connection.
    `Devices with the client book: ${devices.length === 0 ? 'none.' : `${devices.map((name) => JSON.stringify(name)).join(', ')}, signed out. Remove those that are not yours in Settings.`}`,
  ].join('\n')
}

interface OwnerArguments {
  email: string
  name: string
  replace: boolean
  keep: boolean
}

function parseArguments(args: string[]): OwnerArguments {
  const { email, name = 'Owner', replace = false, keep = false } = parseOptions(args)
  if (email === undefined || !isEmailAddress(email)) throw new UsageError(USAGE)
  const address = v.safeParse(NewAccountEmail, email)
  if (!address.success) throw new UsageError(address.issues[0].message)
  return { email: address.output, name, replace, keep }
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        replace: { type: 'boolean' },
        keep: { type: 'boolean' },
      },
    }).values
  } catch {
    throw new UsageError(USAGE)
  }
}

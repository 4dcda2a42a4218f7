import type { BrowserContext, Fixtures } from '@playwright/test'
import { owner } from '#tests/support/account/owner-account.ts'
import { runCliCommand } from '#tests/support/server/cli-commands.ts'
import type { ServerProcess } from '#tests/support/server/server.ts'
import { test as base, type TestFixtures, type WorkerFixtures, withOwnServer } from './e2e.ts'
import { test as installed } from './offline-site.ts'

export { expect } from './e2e.ts'
export { owner, withOwnServer }

const withOwner: Fixtures<object, object, TestFixtures, WorkerFixtures> = {
  server: async ({ servers, serverEnv }, use) => {
    const server = await servers.getForSettings(serverEnv, 'owner')
    await ensureOwner(server)
    await use(server)
  },
}

/** Browser tests of the desk: the server has an owner. */
export const test = base.extend(withOwner)

/** The same with service workers and with a front that can cut the connection. */
export const installedTest = installed.extend(withOwner)

const createdOwners = new WeakMap<ServerProcess, Promise<void>>()

/** Makes the owner's account, once per server. */
function ensureOwner(server: ServerProcess): Promise<void> {
  const before = createdOwners.get(server) ?? createOwner(server)
  createdOwners.set(server, before)
  return before
}

export async function createOwner(server: { dataDir: string }): Promise<void> {
  const args = ['--email', owner.email, '--name', owner.name]
  const result = await runCliCommand('owner', server.dataDir, ...args)
  if (result.code !== 0) throw new Error(result.errors)
}

/** Signs in by request, without the screens; the browser learns of it with the first page. */
export async function signInAsOwner(
  context: BrowserContext,
  { url }: { url: string },
): Promise<void> {
  const { email, password } = owner
  const response = await context.request.post(`${url}/functions/auth/sign-in`, {
    data: { email, password },
  })
  if (!response.ok()) throw new Error(`The sign-in failed with status ${response.status()}`)
}

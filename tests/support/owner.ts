import type { BrowserContext, Fixtures } from '@playwright/test'
import { command } from './commands.ts'
import { test as base, ownServer, type TestFixtures, type WorkerFixtures } from './e2e.ts'
import { test as installed } from './offline-site.ts'
import { owner } from './owner-account.ts'
import type { ServerProcess } from './server.ts'

export { expect } from './e2e.ts'
export { owner, ownServer }

const withOwner: Fixtures<object, object, TestFixtures, WorkerFixtures> = {
  server: async ({ servers, serverEnv }, use) => {
    const server = await servers.ofSettings(serverEnv, 'owner')
    await ownerOf(server)
    await use(server)
  },
}

/** Browser tests of the desk: the server has an owner. */
export const test = base.extend(withOwner)

/** The same with service workers and with a front that can cut the connection. */
export const installedTest = installed.extend(withOwner)

const made = new WeakMap<ServerProcess, Promise<void>>()

/** Makes the owner's account, once per server. */
function ownerOf(server: ServerProcess): Promise<void> {
  const before = made.get(server) ?? makeOwner(server)
  made.set(server, before)
  return before
}

export async function makeOwner(server: { dataDir: string }): Promise<void> {
  const args = ['--email', owner.email, '--name', owner.name]
  const made = await command('owner', server.dataDir, ...args)
  if (made.code !== 0) throw new Error(made.errors)
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
  if (!response.ok()) throw new Error(`Signing in answered ${response.status()}`)
}

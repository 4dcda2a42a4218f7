import type { BrowserContext, Fixtures } from '@playwright/test'
import { command } from './commands.ts'
import { test as base, ownServer, type WorkerFixtures } from './e2e.ts'
import { test as installed } from './offline-site.ts'
import { owner } from './owner-account.ts'

export { expect } from './e2e.ts'
export { owner, ownServer }

interface OwnerFixtures {
  /** Makes the owner's account on the worker's server, once. */
  ownerMade: undefined
}

const fixtures: Fixtures<object, OwnerFixtures, object, WorkerFixtures> = {
  ownerMade: [
    async ({ server }, use) => {
      await makeOwner(server)
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
}

/** Browser tests of the desk: the server has an owner. */
export const test = base.extend<object, OwnerFixtures>(fixtures)

/** The same with a worker, and with a front that may go away. */
export const installedTest = installed.extend<object, OwnerFixtures>(fixtures)

export async function makeOwner(server: { dataDir: string }): Promise<void> {
  const args = ['--email', owner.email, '--name', owner.name]
  const made = await command('owner', server.dataDir, ...args)
  if (made.code !== 0) throw new Error(made.errors)
}

/** Signs in without the screens; what the browser would remember of it comes with the first page. */
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

import { test as base } from 'vitest'
import { type Site, startSite } from './site.ts'

interface SiteFixtures {
  /** Opens a whole server with these settings, on an empty database; it is closed after the test. */
  openSite: (env?: Record<string, string>) => Promise<Site>
  /** Such a server with the default settings. */
  site: Site
  /** The cookies of its owner, who is signed in. */
  owner: string
}

/** Tests that get a site of their own, and its owner, by naming them. */
export const test = base.extend<SiteFixtures>({
  openSite: async ({ task: _ }, use) => {
    const sites: Site[] = []
    await use(async (env) => {
      const site = await startSite(env)
      sites.push(site)
      return site
    })
    for (const site of sites) await site.close()
  },
  site: async ({ openSite }, use) => use(await openSite()),
  owner: async ({ site }, use) => use(await site.signInOwner()),
})

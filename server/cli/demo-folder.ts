import fs from 'node:fs'
import { settingNames } from '#server/settings.ts'
import { main as demo } from './demo.ts'
import { main as owner } from './owner.ts'

/** Known to all: for a server that nobody else can reach. */
export const demoOwner = { email: 'owner@example.com', password: 'a year of invented work' }

/** Fills a folder that is not there yet. It gets its name once it is whole; later it is left as it is. */
export async function fillOnce(
  folder: string,
  fill: (folder: string) => Promise<void> = demonstrate,
): Promise<void> {
  if (fs.existsSync(folder)) return
  const partial = `${folder}.partial`
  fs.rmSync(partial, { recursive: true, force: true })
  await fill(partial)
  fs.renameSync(partial, folder)
}

/** A year of invented work, and an owner who can sign in to it. */
async function demonstrate(folder: string): Promise<void> {
  await demo([], { DATA_DIR: folder })
  const { email, password } = demoOwner
  await owner(['--email', email], { DATA_DIR: folder, OWNER_PASSWORD: password })
}

/** Settings that have nothing to do with the world or with the ordinary data. */
const PRESERVED_SETTINGS = ['PORT', 'LOG_LEVEL', 'RATE_LIMIT']

/** Has the server serve this folder, whatever else is set: invented people get no mail, no room and no bill. */
export function settleFor(folder: string, env: NodeJS.ProcessEnv): void {
  for (const name of settingNames) if (!PRESERVED_SETTINGS.includes(name)) delete env[name]
  env.DATA_DIR = folder
}

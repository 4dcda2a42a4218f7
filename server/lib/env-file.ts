import fs from 'node:fs'

/** Settings from a file `.env` in the working folder, where there is one; the environment's own come first. */
export function loadEnvFile(): void {
  if (fs.existsSync('.env')) process.loadEnvFile('.env')
}

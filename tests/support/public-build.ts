import { fileURLToPath } from 'node:url'

/** Address of the public build. Tests may start its server with other addresses. */
export const PUBLIC_URL = 'https://lysning.example'

const FOLDER = 'dist/public'

/** The build of the site as it is with a public address: without samples. */
export const publicBuild = fileURLToPath(new URL(`../../${FOLDER}`, import.meta.url))

export const publicBuildArgs = ['--import', 'tsx', 'server/site/build.ts', '--out', FOLDER]

/** What to type to make the build for a single test; `npm test` makes it. */
export const publicBuildCommand = `PUBLIC_URL=${PUBLIC_URL} node ${publicBuildArgs.join(' ')}`

import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { RequestHandler } from 'express'
import { staticPages } from './static.ts'

/** Everything that is not a function: from the sources in development, else from the build. */
export async function sitePages(server: Server): Promise<RequestHandler[]> {
  // The bundler leaves this branch out of the build, and Vite with it.
  if (process.env.NODE_ENV !== 'production') {
    const { devPages } = await import('./dev.ts')
    return devPages(server)
  }
  return staticPages({ root: fileURLToPath(new URL('../client/', import.meta.url)) })
}

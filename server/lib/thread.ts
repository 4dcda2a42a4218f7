import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Starts a thread: `built` is its script's name in the build, beside the server's; from source, `tsx` translates `source`. */
export function startThread(built: string, source: URL, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    // Apart from `new Worker`, where Vite would bundle it as a worker of the page.
    const script = new URL(`./${built}.js`, import.meta.url)
    return new Worker(script, options)
  }
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))
  const typescript = new URL('./dist/esm/api/index.mjs', tsx)
  const start = `import('${typescript}').then(({ register }) => register() && import('${source}'))`
  return new Worker(start, { ...options, eval: true })
}

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { WorkerAnswer, WorkerTask } from './read-feed.ts'

interface ReadLimits {
  /** Milliseconds. */
  timeout: number
  /** Of the thread's own memory. */
  maxMegabytes: number
}

const readLimits: ReadLimits = { timeout: 20_000, maxMegabytes: 256 }

/** Reads a feed in a thread of its own, which is ended when it takes too long, too much, or is not wanted any more. */
export function readInThread(
  task: WorkerTask,
  signal: AbortSignal,
  limits = readLimits,
): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    const worker = startWorker({
      workerData: task,
      transferList: [task.bytes.buffer],
      resourceLimits: {
        maxOldGenerationSizeMb: limits.maxMegabytes,
        maxYoungGenerationSizeMb: 32,
      },
    })
    const patience = setTimeout(() => end({ ok: false, fault: 'too_much' }), limits.timeout)
    const stop = () => end({ ok: false, fault: 'stopped' })
    const end = (answer: WorkerAnswer) => {
      clearTimeout(patience)
      signal.removeEventListener('abort', stop)
      worker.terminate().then(() => resolve(answer), reject)
    }
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', end)
    worker.once('error', (error) => {
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        end({ ok: false, fault: 'too_much' })
      else reject(error)
    })
    if (signal.aborted) stop()
  })
}

/** The build puts the thread's script beside the server's; from source it has to be translated first. */
function startWorker(options: WorkerOptions): Worker {
  // In two steps: written as one, Vite takes it for a worker of the page's wherever it serves this file.
  const built = new URL('./feed-worker.js', import.meta.url)
  if (!import.meta.url.endsWith('.ts')) return new Worker(built, options)
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))
  const typescript = new URL('./dist/esm/api/index.mjs', tsx)
  const file = new URL('./worker.ts', import.meta.url)
  const start = `import('${typescript}').then(({ register }) => register() && import('${file}'))`
  return new Worker(start, { ...options, eval: true })
}

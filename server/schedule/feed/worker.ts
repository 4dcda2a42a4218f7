import { parentPort, workerData } from 'node:worker_threads'
import { readTask } from './read-feed.ts'

/** Reads a feed in a worker thread, so that no feed can block the server. */
parentPort?.postMessage(readTask(workerData))

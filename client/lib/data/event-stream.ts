import { readJson } from './api.ts'

export interface StreamListener {
  /** Called with an event's parsed data; undefined if it is not JSON. */
  heard(data: unknown): void
  /** The stream could not be opened, or ended. It does not reconnect by itself. */
  lost(): void
}

/** Opens a stream of server-sent events; returns a function that closes it. */
export function openEventStream(path: string, { heard, lost }: StreamListener): () => void {
  if (!('EventSource' in globalThis)) {
    const timer = setTimeout(lost)
    return () => clearTimeout(timer)
  }
  const source = new EventSource(path)
  source.onmessage = ({ data }) => heard(readJson(String(data)))
  // EventSource retries some errors for ever and others never, so the caller decides about retries.
  source.onerror = () => {
    source.close()
    lost()
  }
  return () => source.close()
}

import { readJson } from './api.ts'

export interface StreamListener {
  /** The next event's data, parsed; undefined where it is not JSON. */
  heard(data: unknown): void
  /** The stream could not be opened, or has ended. It is not opened again by itself. */
  lost(): void
}

/** Opens a stream of server-sent events; returns what closes it. */
export function openEventStream(path: string, { heard, lost }: StreamListener): () => void {
  if (!('EventSource' in globalThis)) {
    const timer = setTimeout(lost)
    return () => clearTimeout(timer)
  }
  const source = new EventSource(path)
  source.onmessage = ({ data }) => heard(readJson(String(data)))
  // EventSource retries some failures for ever and others never; when to try again is decided by the caller.
  source.onerror = () => {
    source.close()
    lost()
  }
  return () => source.close()
}

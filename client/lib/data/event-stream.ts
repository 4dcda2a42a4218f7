import { parseJson } from './api.ts'

export interface StreamListener {
  /** Called with an event's parsed data; undefined if it is not JSON. */
  onMessage(data: unknown): void
  /** The stream could not be opened, or ended. It does not reconnect by itself. */
  onClose(): void
}

/** Opens a stream of server-sent events; returns a function that closes it. */
export function openEventStream(path: string, { onMessage, onClose }: StreamListener): () => void {
  if (!('EventSource' in globalThis)) {
    const timer = setTimeout(onClose)
    return () => clearTimeout(timer)
  }
  const source = new EventSource(path)
  source.onmessage = ({ data }) => onMessage(parseJson(String(data)))
  // EventSource retries some errors for ever and others never, so the caller decides about retries.
  source.onerror = () => {
    source.close()
    onClose()
  }
  return () => source.close()
}

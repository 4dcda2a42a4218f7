/** `done`: the answer ended; `gone`: 404; `stopped`: by `take`; `trouble`: another answer. */
export type BytesOutcome = 'done' | 'gone' | 'stopped' | 'offline' | 'trouble'

/** Bytes are passed on in parts of about this size. */
const PART_BYTES = 256 * 1024
/** Longest wait for the next bytes, ms. */
const PATIENCE = 30_000

/** Takes bytes that begin at `at`; false stops. */
type TakeBytes = (bytes: Uint8Array<ArrayBuffer>, at: number) => Promise<boolean>

/**
 * Fetches a file from byte `from` on, and passes on its parts as they arrive, also those before a
 * connection is lost. If the server sends the whole file instead, the parts begin at 0. Rejects only
 * if `take` does.
 */
export async function fetchBytes(
  url: string,
  from: number,
  take: TakeBytes,
): Promise<BytesOutcome> {
  const patience = new Patience()
  try {
    const headers: HeadersInit = from > 0 ? { Range: `bytes=${from}-` } : {}
    const response = await fetch(url, { headers, signal: patience.signal }).catch(() => undefined)
    if (!response) return 'offline'
    if (response.status === 404) return 'gone'
    const at = findStart(response, from)
    if (at === undefined || !response.body) return 'trouble'
    return await passOn(readParts(response.body.getReader(), patience), at, take)
  } finally {
    patience.end()
  }
}

/** Aborts a request whose next bytes do not come. */
class Patience {
  private readonly controller = new AbortController()
  private timer = this.start()

  get signal(): AbortSignal {
    return this.controller.signal
  }

  renew(): void {
    clearTimeout(this.timer)
    this.timer = this.start()
  }

  end(): void {
    clearTimeout(this.timer)
    this.controller.abort()
  }

  private start() {
    return setTimeout(() => this.controller.abort(), PATIENCE)
  }
}

/** Position of the answer's first byte; undefined if it is not the file that was asked for. */
function findStart({ status, headers }: Response, from: number): number | undefined {
  if (status === 200) return 0
  const [, start] = /^bytes (\d+)-/.exec(headers.get('Content-Range') ?? '') ?? []
  return status === 206 && Number(start) === from ? from : undefined
}

async function passOn(
  parts: AsyncIterable<Uint8Array<ArrayBuffer> | 'lost'>,
  start: number,
  take: TakeBytes,
): Promise<BytesOutcome> {
  let at = start
  for await (const part of parts) {
    if (part === 'lost') return 'offline'
    if (!(await take(part, at))) return 'stopped'
    at += part.length
  }
  return 'done'
}

/** Parts of the stream; `lost` at the end if the connection was. */
async function* readParts(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  patience: Patience,
): AsyncGenerator<Uint8Array<ArrayBuffer> | 'lost'> {
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (;;) {
    const read = await reader.read().catch(() => undefined)
    patience.renew()
    if (read?.value) {
      waiting.push(read.value)
      length += read.value.length
    }
    const isLast = !read || read.done
    if (length > 0 && (isLast || length >= PART_BYTES)) {
      yield joinBytes(waiting, length)
      waiting = []
      length = 0
    }
    if (!read) yield 'lost'
    if (isLast) return
  }
}

export function joinBytes(
  parts: readonly Uint8Array<ArrayBuffer>[],
  length = parts.reduce((sum, part) => sum + part.length, 0),
): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

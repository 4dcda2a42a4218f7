/** In place of the client book's worker where a test has none: it takes everything and never answers. */
export class SilentWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}

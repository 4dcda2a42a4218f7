import type { DocumentTransport } from '#client/book/journeys/documents.ts'

/** A server that does not answer requests for documents. */
export const NO_DOCUMENTS: DocumentTransport = {
  get: async () => ({ status: 0, bytes: new Uint8Array() }),
  post: async () => ({ status: 0 }),
}

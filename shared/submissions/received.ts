import * as v from 'valibot'

/** The answer to an accepted message: it is stored. */
export const MessageReceived = v.object({
  key: v.string(),
  status: v.literal('received'),
  /** Set where a mail goes out by whose link the newsletter must be confirmed. */
  newsletter: v.optional(v.literal('confirm')),
})

export type MessageReceived = v.InferOutput<typeof MessageReceived>

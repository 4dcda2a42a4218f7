import * as v from 'valibot'

/** The answer to an accepted message: it is stored. */
export const MessageReceived = v.object({
  key: v.string(),
  status: v.literal('received'),
  /** Set if a mail is sent whose link the visitor must open to confirm the newsletter. */
  newsletter: v.optional(v.literal('confirm')),
})

export type MessageReceived = v.InferOutput<typeof MessageReceived>

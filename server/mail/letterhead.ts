import fs from 'node:fs'

// The picture over every mail. It travels in the mail: mail programs would ask before they fetch it, and
// the fetch would tell when somebody reads.

/** Names the picture within a mail. */
export const LETTERHEAD_ID = 'letterhead@lysning.invalid'

/** Pixels of the mail; the picture has twice as many each way. */
export const LETTERHEAD_SIZE = { width: 600, height: 160 }

/** Written by `npm run pictures`. Built, this module is a part of `dist/server/main.js`. */
const file = new URL(
  import.meta.url.endsWith('.ts')
    ? '../../client/public/mail/letterhead.jpg'
    : '../client/mail/letterhead.jpg',
  import.meta.url,
)

export const letterhead = fs.readFileSync(file)

import fs from 'node:fs'

// The pictures of a mail travel in it: mail programs would ask before they fetch one, and the fetch would
// tell when somebody reads.

/** In pixels of the mail; the files have twice as many each way. */
export const mailPictureSizes = {
  /** Over every mail. */
  letterhead: { width: 600, height: 160 },
  /** Beside the owner's name. */
  portrait: { width: 96, height: 120 },
} as const

export type MailPicture = keyof typeof mailPictureSizes

/** Names a picture within a mail. */
export function toContentId(picture: MailPicture): string {
  return `${picture}@lysning.invalid`
}

/** Its address on the site. */
export function toPicturePath(picture: MailPicture): string {
  return `/mail/${picture}.jpg`
}

/** Written by `npm run pictures`. */
const drawnPictures: Readonly<Record<MailPicture, Buffer>> = {
  letterhead: readPicture('letterhead'),
  portrait: readPicture('portrait'),
}

let portraitPhotograph: Buffer | undefined

/** The owner's photograph in place of the drawn desk; undefined: the desk. */
export function setMailPortrait(picture: Buffer | undefined): void {
  portraitPhotograph = picture
}

/** Undefined while the drawn desk stands for the owner, whose file is among those of the site. */
export function getMailPortrait(): Buffer | undefined {
  return portraitPhotograph
}

export function getMailPicture(picture: MailPicture): Buffer {
  return (picture === 'portrait' && portraitPhotograph) || drawnPictures[picture]
}

export const mailPictureNames = Object.keys(mailPictureSizes) as MailPicture[]

function readPicture(picture: MailPicture): Buffer {
  // Built, this module is a part of `dist/server/main.js`.
  const files = import.meta.url.endsWith('.ts') ? '../../client/public' : '../client'
  return fs.readFileSync(new URL(files + toPicturePath(picture), import.meta.url))
}

import path from 'node:path'
import sharp from 'sharp'
import { mailPictureSizes, toPicturePath } from '#server/mail/pictures.ts'
import type { Photograph } from '#shared/site/owner/photographs.ts'

/** Writes the owner's photograph as mails show it into the built site: cropped at its focus, without metadata. */
export async function writeMailPortrait(
  { file, focus }: Photograph,
  { folder, site }: { folder: string; site: string },
): Promise<void> {
  const { width, height } = mailPictureSizes.portrait
  const position = focus.filter((part) => part !== 'centre' && part !== 'middle').join(' ')
  await sharp(path.join(folder, file))
    .autoOrient()
    .resize({ width: 2 * width, height: 2 * height, position: position || 'centre' })
    .jpeg({ quality: 72, mozjpeg: true })
    .toFile(path.join(site, toPicturePath('portrait')))
}

import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { type MailPicture, mailPictureSizes, toPicturePath } from '#server/mail/pictures.ts'
import { picturePath, SHARE_IMAGE_SIZE } from '#server/site/pages/head.ts'
import '#tests/support/run/site-content.ts'
import { listPages, type PagePicture } from '#shared/site/pages.ts'
import { ensureBrowser, launchOptions } from '#tests/support/browser/browser.ts'
import { quantizePng } from './png-palette.ts'

/**
 * `npm run pictures`: writes the pictures for shared links, the icons and the pictures of mails to `client/public`.
 */
const client = fileURLToPath(new URL('../../client/', import.meta.url))

const ICONS = [
  { name: 'icon-180', size: 180, share: 1 },
  { name: 'icon-192', size: 192, share: 1 },
  { name: 'icon-512', size: 512, share: 1 },
  // Launchers crop maskable icons to a circle; only the middle 80 % are safe.
  { name: 'icon-maskable-512', size: 512, share: 0.72 },
]

/** Of 100: the strip has 20 KiB, and no bands are seen in its sky. */
const MAIL_QUALITY = 56

await ensureBrowser()
const browser = await chromium.launch(launchOptions())
const page = await browser.newPage()
const shared = listPages().filter(({ isIndexed: index }) => index)
for (const picture of new Set(shared.map((info) => info.picture)))
  await takeScreenshot(page, {
    html: renderCard(picture),
    ...SHARE_IMAGE_SIZE,
    file: picturePath(picture).slice(1),
  })
for (const { name, size, share } of ICONS)
  await takeScreenshot(page, {
    html: renderIcon(size, share),
    width: size,
    height: size,
    file: `icons/${name}.png`,
  })
await drawLetterhead(page)
await drawDesk(page)
await browser.close()

interface Screenshot {
  html: string
  width: number
  height: number
  file: string
}

async function takeScreenshot(
  page: Page,
  { html, width, height, file }: Screenshot,
): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready)
  await saveImage(page, file)
}

/** The strip over the text of mails: the lake of the northern lights, which fades into the name below. */
async function drawLetterhead(page: Page): Promise<void> {
  await drawForMail(
    page,
    'letterhead',
    `<!doctype html><style>
body { margin: 0; overflow: hidden; background: #10211a; }
img { position: absolute; top: -380px; left: -156px; width: 1520px; }
div { position: absolute; inset: 74% 0 0; background: linear-gradient(180deg, rgb(16 33 26 / 0), #10211a); }
</style><img alt="" src="${toDataUrl('ui/plates/taiga.svg', 'image/svg+xml')}"><div></div>`,
  )
}

/** The plate in the place of the owner's portrait; the server has a published photograph in its place. */
async function drawDesk(page: Page): Promise<void> {
  const { width } = mailPictureSizes.portrait
  await drawForMail(
    page,
    'portrait',
    `<!doctype html><style>body { margin: 0; } img { display: block; width: ${2 * width}px; }</style><img alt="" src="${toDataUrl('ui/plates/study.svg', 'image/svg+xml')}">`,
  )
}

async function drawForMail(page: Page, picture: MailPicture, html: string): Promise<void> {
  const { width, height } = mailPictureSizes[picture]
  await page.setViewportSize({ width: width * 2, height: height * 2 })
  await page.setContent(html)
  const target = path.join(client, 'public', toPicturePath(picture))
  fs.mkdirSync(path.dirname(target), { recursive: true })
  fs.writeFileSync(target, await page.screenshot({ type: 'jpeg', quality: MAIL_QUALITY }))
}

async function saveImage(page: Page, file: string): Promise<void> {
  const target = path.join(client, 'public', file)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  const picture = await quantizePng(page, await page.screenshot({ type: 'png' }))
  fs.writeFileSync(target, picture)
  console.log(`${file}  ${Math.round(picture.length / 1024)} KiB`)
}

/** HTML with a part of a drawing. */
function renderCard(picture: PagePicture): string {
  return `<!doctype html><style>
body { margin: 0; background: #10211a; }
img { display: block; width: 1200px; height: 630px; object-fit: cover; object-position: 50% 60%; }
</style><img alt="" src="${toDataUrl(`ui/plates/${picture}.svg`, 'image/svg+xml')}">`
}

/** HTML of an icon; `share`: the mark's part of the width. */
function renderIcon(size: number, share: number): string {
  const mark = size * share
  return `<!doctype html><style>body { display: grid; place-items: center; width: ${size}px; height: ${size}px; margin: 0; background: #10211a; } img { width: ${mark}px; }</style><img alt="" src="${toDataUrl('public/favicon.svg', 'image/svg+xml')}">`
}

function toDataUrl(file: string, type: string): string {
  return `data:${type};base64,${fs.readFileSync(path.join(client, file)).toString('base64')}`
}

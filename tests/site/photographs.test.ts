import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import sharp from 'sharp'
import { build } from 'vite'
import { imagetools } from 'vite-imagetools'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeMailPortrait } from '#server/site/build/mail-portrait.ts'

// Builds the component as the site is built, with one photograph in its folder.

const sources = fileURLToPath(new URL('../../client/ui/photographs/', import.meta.url))
let folder: string
let renderPhoto: (file: string) => string

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'photographs-'))
  fs.mkdirSync(path.join(folder, 'client/site/photographs'), { recursive: true })
  for (const name of ['photograph.tsx', 'photograph.module.css'])
    fs.copyFileSync(path.join(sources, name), path.join(folder, name))
  await takePhotograph(path.join(folder, 'client/site/photographs/reine.jpg'))
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  fs.symlinkSync(
    fileURLToPath(new URL('../../node_modules', import.meta.url)),
    path.join(folder, 'node_modules'),
  )
  fs.writeFileSync(
    path.join(folder, 'entry.tsx'),
    `import { renderToStaticMarkup } from 'react-dom/server'
     import { Photo } from './photograph.tsx'
     export const renderPhoto = (file) => renderToStaticMarkup(<Photo sizes="92vw" photograph={{
       file, alt: 'Red cabins', caption: 'Reine, five in the morning', focus: ['left', 'bottom'] }} />)`,
  )
  await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    plugins: [react(), imagetools({ cache: { enabled: false } })],
    build: { ssr: 'entry.tsx', ssrEmitAssets: true, assetsInlineLimit: 0 },
  })
  const module = path.join(folder, 'dist', 'entry.js')
  renderPhoto = (await import(pathToFileURL(module).href)).renderPhoto
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** A photograph as a phone stores it: 2000 by 1500 px, to be turned upright. */
async function takePhotograph(file: string): Promise<void> {
  await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#456' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(file)
}

describe('A photograph in its folder', () => {
  test('is offered as AVIF and WebP in four widths, upright, with its caption and its text', () => {
    const html = renderPhoto('reine.jpg')
    for (const format of ['avif', 'webp'])
      expect(html).toMatch(
        new RegExp(`<source type="image/${format}" srcSet="[^"]+ 480w, [^"]+ 800w, [^"]+ 1200w`),
      )
    const [, width, height] = html.match(/alt="Red cabins" width="(\d+)" height="(\d+)"/) ?? []
    expect(Number(height) / Number(width)).toBeCloseTo(4 / 3, 2)
    expect(html).toMatch(/class="_left\S* _bottom/)
    // The content security policy forbids style attributes.
    expect(html).not.toContain('style=')
    expect(html).toContain('Reine, five in the morning')
  })

  test('is written without the metadata of the camera', async () => {
    const assets = path.join(folder, 'dist', 'assets')
    const files = fs.readdirSync(assets).filter((name) => /\.(avif|webp)$/.test(name))
    expect(files.length).toBeGreaterThanOrEqual(8)
    for (const name of files)
      expect(await sharp(path.join(assets, name)).metadata()).not.toHaveProperty('exif')
  })

  test('has a placeholder of less than 600 bytes in the page', () => {
    const [, placeholder = ''] = renderPhoto('reine.jpg').match(/src="(data:[^"]+)"/) ?? []
    expect(placeholder.length).toBeGreaterThan(50)
    expect(placeholder.length).toBeLessThan(600)
  })
})

test('The owner’s photograph goes into mails at 96 by 120 px, twice as many in the file, small and without metadata', async () => {
  const site = path.join(folder, 'site')
  fs.mkdirSync(path.join(site, 'mail'), { recursive: true })
  await writeMailPortrait(
    { file: 'reine.jpg', alt: 'Ingrid', caption: '', focus: ['left', 'middle'] },
    { folder: path.join(folder, 'client/site/photographs'), site },
  )
  const made = path.join(site, 'mail/portrait.jpg')
  expect(await sharp(made).metadata()).toMatchObject({ format: 'jpeg', width: 192, height: 240 })
  expect(await sharp(made).metadata()).not.toHaveProperty('exif')
  expect(fs.statSync(made).size).toBeLessThan(16_000)
})

test('A photograph that is named but missing stops the build with its name', () => {
  expect(() => renderPhoto('gone.jpg')).toThrow('There is no photograph gone.jpg')
})

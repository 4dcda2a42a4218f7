import path from 'node:path'
import { tabs } from '#client/desk/shell/tabs.ts'

/** The feature folders: the product's words. Each tab of the desk is one. */
export const features = [
  'site',
  'booking',
  'payment',
  'contact',
  'inquiry',
  'clients',
  'content',
  'photographs',
  'schedule',
  'submissions',
  'sales',
  'privacy',
  'video',
  'account',
  'journey',
  'journeys',
  ...tabs.map(({ to }) => path.basename(to)),
]

export const layers: Record<string, string[]> = {
  client: ['app', 'desk', 'data', 'outbox', 'ui', 'styles', 'lib', 'public'],
  server: ['wiring', 'cli', 'demo', 'desk', 'http', 'db', 'mail', 'jobs', 'lib'],
  shared: ['desk', 'lib', 'sync'],
  sw: ['lib'],
}

/** A program's folders that are neither features nor layers. */
export const otherFolders: Record<string, string[]> = {
  server: ['sync'],
  tests: [
    ...new Set(Object.values(layers).flat()),
    'sync',
    'sw',
    'e2e',
    'postgres',
    'architecture',
    'support',
    'kit',
    'bench',
    'deliberate-bugs',
  ],
}

export const programs = ['client', 'server', 'shared', 'sw', 'tests']

export const topLevelFiles = [
  ...programs,
  'docs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'biome.json',
  'index.html',
  'README.md',
  'LICENSE',
]

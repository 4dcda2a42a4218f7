import '#tests/support/run/site-content.ts'
import { printRows, type Row } from './table.ts'

/**
 * `npm run bench` runs all sections, `npm run bench -- lighthouse /about` one, for one page, and
 * `npm run bench -- server latency` bookings with a database that is far away.
 */
const sections: Record<string, (args: string[]) => Promise<Row[]>> = {
  server: async ([part]) =>
    part === 'latency'
      ? (await import('./latency.bench.ts')).measureLatency()
      : (await import('./server.bench.ts')).measureServer(),
  desk: async () => (await import('./desk.bench.ts')).measureDesk(),
  calendar: async () => (await import('./calendar.bench.ts')).measureCalendar(),
  pages: async () => (await import('./pages.bench.ts')).measurePages(),
  offline: async () => (await import('./offline.bench.ts')).measureOffline(),
  photographs: async () => (await import('./photographs.bench.ts')).measurePhotographs(),
  publish: async () => (await import('./publish.bench.ts')).measurePublishing(),
  replay: async () => (await import('./replay.bench.ts')).measureReplays(),
  book: async () => (await import('./book.bench.ts')).measureBook(),
  'cold-start': async () => (await import('./cold-start.bench.ts')).measureColdStarts(),
  tabs: async () => (await import('./tabs.bench.ts')).measureTabs(),
  journeys: async () => (await import('./journeys.bench.ts')).measureJourneys(),
  'journey-editor': async () => (await import('./journey-editor.bench.ts')).measureJourneyEditor(),
  lighthouse: async (args) => (await import('./lighthouse.bench.ts')).measureLighthouse(args),
}

const [sectionName, ...args] = process.argv.slice(2)
if (sectionName && !sections[sectionName]) throw new Error(`There is no section ${sectionName}`)

for (const [name, rows] of Object.entries(sections))
  if (!sectionName || sectionName === name) printRows(name, await rows(args))

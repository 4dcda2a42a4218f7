import { printRows, type Row } from './table.ts'

/** `npm run bench` runs all sections, `npm run bench -- lighthouse /about` one, for one page. */
const sections: Record<string, (args: string[]) => Promise<Row[]>> = {
  server: async () => (await import('./server.bench.ts')).serverRows(),
  desk: async () => (await import('./desk.bench.ts')).deskRows(),
  calendar: async () => (await import('./calendar.bench.ts')).calendarRows(),
  pages: async () => (await import('./pages.bench.ts')).pageRows(),
  offline: async () => (await import('./offline.bench.ts')).offlineRows(),
  replay: async () => (await import('./replay.bench.ts')).replayRows(),
  book: async () => (await import('./book.bench.ts')).bookRows(),
  'cold-start': async () => (await import('./cold-start.bench.ts')).coldStartRows(),
  tabs: async () => (await import('./tabs.bench.ts')).tabRows(),
  lighthouse: async (args) => (await import('./lighthouse.bench.ts')).lighthouseRows(args),
}

const [asked, ...args] = process.argv.slice(2)
if (asked && !sections[asked]) throw new Error(`There is no section ${asked}`)

for (const [name, rows] of Object.entries(sections))
  if (!asked || asked === name) printRows(name, await rows(args))

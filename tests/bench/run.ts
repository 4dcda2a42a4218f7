import { pageRows } from './pages.bench.ts'
import { serverRows } from './server.bench.ts'
import { printRows } from './table.ts'

printRows('Server', await serverRows())
printRows('Pages, bytes of a first visit', await pageRows())

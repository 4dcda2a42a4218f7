import { serverRows } from './server.bench.ts'
import { printRows } from './table.ts'

printRows('Server', await serverRows())

import './styles/tokens.css'
import './styles/base.css'
import './styles/print.css'
import { start } from './app/start.tsx'

const mount = document.getElementById('root')
if (!mount) throw new Error('Root element not found')

void start(mount)

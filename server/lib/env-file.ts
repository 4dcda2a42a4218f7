import { loadEnvFile } from './cli-command.ts'

// Imported first, because some modules read the environment when they are loaded.
loadEnvFile()

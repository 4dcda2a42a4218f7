import readline from 'node:readline/promises'
import { UsageError } from './command.ts'

/** Asks at the terminal for what is not shown while it is typed. `instead`: what to set where there is none. */
export async function askHidden(question: string, instead: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(`Set ${instead}, or run this in a terminal to be asked for it.`)
  const terminal = readline.createInterface({ input: process.stdin, terminal: true })
  process.stdout.write(`${question}: `)
  const answer = await terminal.question('')
  terminal.close()
  process.stdout.write('\n')
  return answer
}

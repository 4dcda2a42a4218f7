import { useCallback, useEffect, useRef, useState } from 'react'
import type {
  ImportChoices,
  ImportPlan,
  ImportProgress,
  ImportReading,
  ImportRecord,
  ImportView,
} from '#client/book/import/types.ts'
import { book } from '#client/book/page-book.ts'
import { useBookState } from '#client/book/use-book.ts'
import { announce } from '#client/ui/announcer.tsx'
import { doneWords, undoneWords } from './words.ts'

/** Largest file, bytes: an address book is never larger. */
const LARGEST = 100 * 1024 * 1024
/** Polling interval for the progress of an import, milliseconds. */
const ASKED_EVERY = 300

const BROKEN_OFF = 'The import was interrupted. Import the file again to continue where it stopped.'
const AS_MATCHED: ImportReading = { targets: {}, dateOrders: {} }

/** A file that the worker has opened. */
export interface OpenFile {
  name: string
  view: ImportView
  reading: ImportReading
  /** Undefined while the worker reads the rows. */
  plan: ImportPlan | undefined
}

export interface Importing {
  /** The name of the file that is being read. */
  opening: string | undefined
  /** The last file that could not be imported, and why. */
  refused: { name: string; reason: string } | undefined
  file: OpenFile | undefined
  /** Undefined while no import or undo is running. */
  progress: ImportProgress | undefined
  /** The imports of the last 30 days on this device, newest first. */
  imports: ImportRecord[]
  open: (file: File) => Promise<void>
  look: (reading: ImportReading) => Promise<void>
  run: (choices: ImportChoices) => Promise<void>
  /** Rejects if the undo failed. */
  undo: (id: string) => Promise<void>
  close: () => void
}

/** The state of an import: file, preview, progress and result. */
export function useImport(): Importing {
  const [opening, setOpening] = useState<string>()
  const [refused, setRefused] = useState<Importing['refused']>()
  const { file, show, look, close } = useOpenFile()
  const { imports, read } = useImports()
  const { progress, follow } = useProgress()
  const open = async (given: File) => {
    const { name } = given
    setRefused(undefined)
    setOpening(name)
    try {
      await show(name, await opened(given))
    } catch (error) {
      setRefused({ name, reason: error instanceof Error ? error.message : '' })
    }
    setOpening(undefined)
  }
  const run = async (choices: ImportChoices) => {
    const name = file?.name ?? ''
    try {
      announce(doneWords(await follow(() => book().runImport(choices))))
    } catch {
      setRefused({ name, reason: BROKEN_OFF })
    }
    await read()
    close()
  }
  const undo = async (id: string) => {
    try {
      announce(`Import undone: ${undoneWords(await follow(() => book().undoImport(id)))}.`)
    } finally {
      await read()
    }
  }
  return { opening, refused, file, progress, imports, open, look, run, undo, close }
}

async function opened(given: File): Promise<ImportView> {
  if (given.size > LARGEST) throw new Error('This file is larger than 100 MB.')
  return book().openImport(given, given.name)
}

function useOpenFile() {
  const [file, setFile] = useState<OpenFile>()
  const turn = useRef(0)
  const lookAt = async (shown: OpenFile, reading: ImportReading) => {
    const mine = ++turn.current
    setFile({ ...shown, reading, plan: undefined })
    const plan = await book().lookAtImport(reading)
    // Only the answer to the latest change counts.
    if (turn.current === mine) setFile({ ...shown, reading, plan })
  }
  const show = (name: string, view: ImportView) =>
    lookAt({ name, view, reading: AS_MATCHED, plan: undefined }, AS_MATCHED)
  const look = async (reading: ImportReading) => {
    if (file) await lookAt(file, reading)
  }
  const close = () => {
    turn.current++
    setFile(undefined)
    void book().closeImport()
  }
  return { file, show, look, close }
}

function useImports() {
  const [imports, setImports] = useState<ImportRecord[]>([])
  const { phase } = useBookState()
  const read = useCallback(async () => {
    // If the client book is unavailable, the list is empty; the page reports the reason elsewhere.
    setImports(
      await book()
        .imports()
        .catch(() => []),
    )
  }, [])
  useEffect(() => {
    if (phase === 'ready') void read()
  }, [phase, read])
  return { imports, read }
}

function useProgress() {
  const [progress, setProgress] = useState<ImportProgress>()
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => () => clearInterval(timer.current), [])
  const follow = useCallback(async <T>(work: () => Promise<T>): Promise<T> => {
    setProgress({ done: 0, of: 0 })
    timer.current = setInterval(() => {
      void book().importProgress().then(setProgress)
    }, ASKED_EVERY)
    try {
      return await work()
    } finally {
      clearInterval(timer.current)
      setProgress(undefined)
    }
  }, [])
  return { progress, follow }
}

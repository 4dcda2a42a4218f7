import { useCallback, useEffect, useRef, useState } from 'react'
import { ownerHere } from '../../desk/owner-here.ts'
import { systemClock } from '../../lib/clock.ts'
import type {
  ImportChoices,
  ImportDone,
  ImportPlan,
  ImportProgress,
  ImportReading,
  ImportView,
} from '../../offline/crm/import-types.ts'
import { book } from '../../offline/crm/page-book.ts'
import { keepDraft, readDraft } from '../../offline/desk-copies.ts'
import { announce } from '../../ui/announcer.tsx'
import { doneWords } from './import-words.ts'

const LAST = 'last-import'
/** Bytes; what is larger is no address book. */
const LARGEST = 100 * 1024 * 1024
/** How often a running import is asked how far it is; milliseconds. */
const ASKED_EVERY = 300

const BROKEN_OFF = 'The import was broken off. Import the file again: it goes on where it ended.'
const AS_MATCHED: ImportReading = { targets: {}, nameFromEmail: false }

/** A file that is open in the worker. */
export interface OpenFile {
  name: string
  view: ImportView
  reading: ImportReading
  /** Undefined while the rows are looked through. */
  plan: ImportPlan | undefined
}

export interface LastImport {
  at: number
  done: ImportDone
}

export interface Importing {
  /** Its name, while a file is being read. */
  opening: string | undefined
  /** Why the last file was not taken. */
  refused: { name: string; reason: string } | undefined
  file: OpenFile | undefined
  /** How far it is, while it runs. */
  progress: ImportProgress | undefined
  last: LastImport | undefined
  open: (file: File) => Promise<void>
  look: (reading: ImportReading) => Promise<void>
  run: (choices: ImportChoices) => Promise<void>
  close: () => void
}

/** A file of clients on its way into the book. */
export function useImport(): Importing {
  const [opening, setOpening] = useState<string>()
  const [refused, setRefused] = useState<Importing['refused']>()
  const { file, show, look, close } = useOpenFile()
  const { last, keep } = useLastImport()
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
      const done = await follow(() => book().runImport(choices))
      await keep({ at: systemClock(), done })
      announce(doneWords(done))
    } catch {
      setRefused({ name, reason: BROKEN_OFF })
    }
    close()
  }
  return { opening, refused, file, progress, last, open, look, run, close }
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
    // Of several changes in a row the last counts.
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

function useLastImport() {
  const [last, setLast] = useState<LastImport>()
  const userId = ownerHere()?.userId
  useEffect(() => {
    if (!userId) return
    let left = false
    void readDraft(userId, LAST).then((kept) => {
      // Nothing but this hook writes it.
      if (kept && !left) setLast((before) => before ?? (kept as LastImport))
    })
    return () => {
      left = true
    }
  }, [userId])
  const keep = async (done: LastImport) => {
    setLast(done)
    if (userId) await keepDraft(userId, LAST, done)
  }
  return { last, keep }
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

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import type {
  Encoding,
  ImportChoices,
  ImportMapping,
  ImportPlan,
  ImportProgress,
  ImportView,
  UndoRefusal,
} from '#client/data/import/types.ts'
import { useServerNow } from '#client/desk/queries/use-now.ts'
import { useRecordsSoFar } from '#client/desk/queries/use-records.ts'
import { announce } from '#client/ui/announcer.tsx'
import { IMPORT_RETENTION, type ImportReport, type ImportUndo } from '#shared/clients/imports.ts'
import { formatImportResult, formatUndo } from './import-text.ts'

/** Largest file, bytes: an address book is never larger, even with photographs. */
const MAX_FILE_BYTES = 300 * 1024 * 1024
/** Polling interval for the progress of an import, milliseconds. */
const PROGRESS_INTERVAL = 300

const INTERRUPTED_TEXT =
  'The import was interrupted, and nothing was imported. Please import the file again.'
const DEFAULT_MAPPING: ImportMapping = { targets: {}, dateOrders: {} }

export interface OpenFile {
  name: string
  view: ImportView
  mapping: ImportMapping
  /** Undefined while the worker reads the rows. */
  plan: ImportPlan | undefined
  /** The file itself, which is read again in another encoding. */
  source: File
}

/** An import of any device. */
export interface ListedImport {
  id: string
  report: ImportReport
  /** Absent until it is undone. */
  undone?: ImportUndo | null
}

export interface ImportFlow {
  /** The name of the file that is being read. */
  openingName: string | undefined
  /** The last file that could not be imported, and why. */
  failure: { name: string; reason: string } | undefined
  file: OpenFile | undefined
  /** Undefined while no import is running. */
  progress: ImportProgress | undefined
  /** The imports of the last 30 days, newest first. */
  imports: ListedImport[]
  open: (file: File) => Promise<void>
  updateMapping: (mapping: ImportMapping) => Promise<void>
  /** Reads the open file again in another encoding. */
  decode: (encoding: Encoding) => Promise<void>
  run: (choices: ImportChoices) => Promise<void>
  /** Resolves to the reason of a refusal. Rejects if the undo failed. */
  undo: (id: string) => Promise<UndoRefusal | undefined>
  close: () => void
}

/** The state of an import: file, preview, progress and result. */
export function useImport(): ImportFlow {
  const [opening, setOpening] = useState<string>()
  const [refused, setRefused] = useState<ImportFlow['failure']>()
  const { file, show, preview, close } = useOpenFile()
  const imports = useImports()
  const { progress, follow } = useProgress()
  const open = async (given: File, encoding?: Encoding) => {
    const { name } = given
    setRefused(undefined)
    setOpening(name)
    try {
      await show(given, await openImportFile(given, encoding))
    } catch (error) {
      setRefused({ name, reason: error instanceof Error ? error.message : '' })
    }
    setOpening(undefined)
  }
  const run = async (choices: ImportChoices) => {
    const name = file?.name ?? ''
    try {
      announce(formatImportResult(await follow(() => getData().files.run(choices))))
    } catch {
      setRefused({ name, reason: INTERRUPTED_TEXT })
    }
    close()
  }
  const undo = async (id: string) => {
    const answer = await getData().files.undo(id)
    if ('refused' in answer) return answer.refused
    announce(`Import undone: ${formatUndo(answer)}`)
    return undefined
  }
  return {
    openingName: opening,
    failure: refused,
    file,
    progress,
    imports,
    open,
    updateMapping: preview,
    decode: async (encoding) => {
      if (file) await open(file.source, encoding)
    },
    run,
    undo,
    close,
  }
}

async function openImportFile(given: File, encoding?: Encoding): Promise<ImportView> {
  if (given.size > MAX_FILE_BYTES) throw new Error('This file is larger than 300 MB.')
  return getData().files.open(given, given.name, encoding)
}

function useOpenFile() {
  const [file, setFile] = useState<OpenFile>()
  const turn = useRef(0)
  const lookAt = async (openFile: OpenFile, mapping: ImportMapping) => {
    const mine = ++turn.current
    setFile({ ...openFile, mapping, plan: undefined })
    const plan = await getData().files.preview(mapping)
    // Only the answer to the latest change counts.
    if (turn.current === mine) setFile({ ...openFile, mapping, plan })
  }
  const show = (source: File, view: ImportView) =>
    lookAt(
      { name: source.name, view, mapping: DEFAULT_MAPPING, plan: undefined, source },
      DEFAULT_MAPPING,
    )
  const preview = async (mapping: ImportMapping) => {
    if (file) await lookAt(file, mapping)
  }
  const close = () => {
    turn.current++
    setFile(undefined)
    void getData().files.close()
  }
  return { file, show, preview, close }
}

function useImports(): ListedImport[] {
  const records = useRecordsSoFar('import')
  const now = useServerNow()
  return useMemo(() => {
    const oldest = now - IMPORT_RETENTION
    const all = [...(records ?? [])].flatMap(([id, { report, undone }]) =>
      report && report.at > oldest ? [{ id, report, ...(undone && { undone }) }] : [],
    )
    return all.sort((a, b) => b.report.at - a.report.at)
  }, [records, now])
}

function useProgress() {
  const [progress, setProgress] = useState<ImportProgress>()
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => () => clearInterval(timer.current), [])
  const follow = useCallback(async <T>(work: () => Promise<T>): Promise<T> => {
    setProgress({ done: 0, total: 0 })
    let isRunning = true
    // An answer that arrives after the work has ended must change nothing.
    const show = (next: ImportProgress) => {
      if (isRunning) setProgress(next)
    }
    timer.current = setInterval(() => {
      void getData().files.getProgress().then(show)
    }, PROGRESS_INTERVAL)
    try {
      return await work()
    } finally {
      isRunning = false
      clearInterval(timer.current)
      setProgress(undefined)
    }
  }, [])
  return { progress, follow }
}
